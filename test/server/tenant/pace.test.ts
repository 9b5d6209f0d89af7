import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Pace } from '../../../server/tenant/pace.ts';

/** Whether a promise is settled without waiting for a timer. */
async function isReady(promise: Promise<void>): Promise<boolean> {
  let ready = false;
  promise.then(() => {
    ready = true;
  });
  await new Promise(setImmediate);
  return ready;
}

describe('the pace of a tenant', () => {
  const setUp = () => {
    const clock = { now: 0 };
    const pace = new Pace(() => clock.now);
    const work = (tenant: string, milliseconds: number) =>
      pace.measured(tenant, () => {
        clock.now += milliseconds;
      });
    return { clock, pace, work };
  };

  test('is not slowed by cheap documents, however many', async () => {
    const { pace, work } = setUp();
    for (let time = 0; time < 1000; time += 1) work('acme', 1.9);
    assert.ok(await isReady(pace.turn('acme')));
  });

  test('is slowed once costly documents took more than their share, and only that of their sender', async () => {
    const { clock, pace, work } = setUp();
    for (let time = 0; time < 4; time += 1) work('acme', 20);
    assert.equal(await isReady(pace.turn('acme')), false);
    assert.ok(await isReady(pace.turn('other')));
    clock.now += 1000;
    assert.ok(await isReady(pace.turn('acme')));
  });

  test('counts work that throws', async () => {
    const { clock, pace } = setUp();
    const fail = () =>
      pace.measured('acme', () => {
        clock.now += 100;
        throw new Error('refused');
      });
    assert.throws(fail, /refused/);
    assert.equal(await isReady(pace.turn('acme')), false);
    clock.now += 1000;
  });
});
