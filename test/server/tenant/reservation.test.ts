/** The growth of a started evaluation is reserved, so it can always finish. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message, planOf, startPlan, summary, T } from '../../support/evaluation.ts';
import { storageScene } from '../../support/storage.ts';
import { onBothDatabases } from '../../support/store.ts';
import { fields, get, suiteText } from '../../support/tenant.ts';

onBothDatabases('the reserved storage of a tenant', database => {
  const scene = storageScene(database);

  test('lets evaluations that were started finish, for which it reserved what they add at most', async () => {
    const id = await startPlan(scene.setting, planOf(scene.known, { seed: 31, tolerated: 20 }));
    const other = await startPlan(scene.setting, planOf(scene.known, { seed: 32 }));
    const limitBytes = await scene.held();
    await scene.limit({ storage_bytes: limitBytes });
    scene.isRefused(await scene.send('suites', suiteText('full')));
    let keys = 0;
    const longest = (): string => {
      keys += 1;
      return `${keys}`.padStart(255, 'k');
    };
    const fits = async () => assert.ok((await scene.held()) <= limitBytes);
    // Four of the runs are lost twice.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      for (let n = 0; n < 4; n += 1) {
        assert.equal((await scene.run('runner/claims', message('runner_claim'), longest())).status, 200);
        await fits();
      }
      scene.setting.clock.at += 60;
    }
    for (;;) {
      const given = fields(await scene.run('runner/claims', message('runner_claim'), longest()));
      if (given.assignment === 'none') break;
      const beat = message('heartbeat', `lease: ${given.lease}`);
      assert.equal((await scene.run('runner/heartbeats', beat, longest())).status, 200);
      const [text, key] = [summary(given.lease, true), longest()];
      assert.equal((await scene.run('runs', text, key)).status, 200);
      assert.equal((await scene.run('runs', text, key)).headers['idempotent-replayed'], 'true');
      await fits();
    }
    for (const each of [id, other]) {
      const page = fields(
        await get(scene.setting.server, `${T}/evaluations/${each}.md`, scene.setting.tenant),
      );
      assert.deepEqual([page.state, typeof page.snapshot], ['completed', 'string']);
    }
    const { storage_bytes, reserved_bytes } = await scene.usage();
    assert.equal(reserved_bytes, 0);
    assert.ok(storage_bytes < limitBytes);
    await scene.isExact();
  });

  test('lets them finish in batches too', async () => {
    const id = await startPlan(scene.setting, planOf(scene.known, { seed: 33, repetitions: 9 }));
    const limitBytes = await scene.held();
    await scene.limit({ storage_bytes: limitBytes });
    for (const part of [50, 4]) {
      const claiming = message('runner_claim', 'count: 50');
      const given = fields(await scene.run('runner/claims', claiming, `${part}`.padStart(255, 'c')));
      const leases = (given.assignments as { lease: string }[]).map(({ lease }) => lease);
      assert.equal(leases.length, part);
      assert.ok((await scene.held()) <= limitBytes);
      const items = leases.map(lease => summary(lease, true).split('\n').slice(3, -2).join(', '));
      const text = message('run_batch', 'runs:', ...items.map(item => `  - {${item}}`));
      const answer = await scene.run('runs', text, `${part}`.padStart(255, 'r'));
      assert.equal(fields(answer).accepted, part);
      assert.ok((await scene.held()) <= limitBytes);
    }
    const page = fields(await get(scene.setting.server, `${T}/evaluations/${id}.md`, scene.setting.tenant));
    assert.deepEqual([page.state, (await scene.usage()).reserved_bytes], ['completed', 0]);
    await scene.isExact();
  });

  test('that is used up takes heartbeats without remembering them, and a cancellation', async () => {
    const id = await startPlan(scene.setting, planOf(scene.known, { seed: 36 }));
    const { lease } = fields(await scene.run('runner/claims', message('runner_claim')));
    await scene.limit({ storage_bytes: (await scene.held()) - 1 });
    const stored = (await scene.usage()).storage_bytes;
    const ends = [];
    for (let n = 0; n < 2; n += 1) {
      scene.setting.clock.at += 30;
      const answer = await scene.run(
        'runner/heartbeats',
        message('heartbeat', `lease: ${lease}`),
        'one beat',
      );
      assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [200, undefined]);
      ends.push(Date.parse(String(fields(answer).expires_at)) / 1000 - scene.setting.clock.at);
    }
    assert.deepEqual(ends, [60, 60], 'each of them renews the lease');
    assert.equal((await scene.usage()).storage_bytes, stored);
    const cancel = () => scene.send(`evaluations/${id}/cancel`, message('evaluation_cancel'), 'one cancel');
    assert.deepEqual(
      [(await cancel()).status, (await cancel()).headers['idempotent-replayed']],
      [200, 'true'],
    );
    const more = await scene.send(`evaluations/${id}/cancel`, message('evaluation_cancel'));
    assert.equal(more.status, 200);
    scene.setting.clock.at += 60;
    assert.equal((await scene.usage()).reserved_bytes, 0);
    await scene.isExact();
  });

  test('is refused a start whose runs would not fit, and takes a smaller one', async () => {
    const large = planOf(scene.known, { seed: 41, repetitions: 50 });
    const { plan_digest } = fields(await scene.send('evaluation-plans', large));
    await scene.limit({ storage_bytes: (await scene.held()) + 400_000 });
    scene.isRefused(await scene.send('evaluations', message('evaluation_start', `plan: ${plan_digest}`)));
    const small = await scene.begin(planOf(scene.known, { seed: 42 }));
    assert.equal(small.status, 201, small.body.toString());
    const cancelled = await scene.send(
      `evaluations/${fields(small).job}/cancel`,
      message('evaluation_cancel'),
    );
    assert.equal(fields(cancelled).state, 'cancelled');
    assert.equal((await scene.usage()).reserved_bytes, 0);
  });
});
