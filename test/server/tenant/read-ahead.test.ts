/** Large evaluations are read in slices before the transaction that needs all of their runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredAssignment } from '../../../server/store/assignment.ts';
import { insertRow } from '../../../server/store/database/backend.ts';
import { openDatabase } from '../../../server/store/database/database.ts';
import { forgetRead, readAhead, readBefore } from '../../../server/tenant/read-ahead.ts';
import { digestOf } from '../../support/simulated-evidence.ts';
import { onBothDatabases, openTestStore, start } from '../../support/store.ts';

const job = `ev-${'0'.repeat(24)}`;
const runs = 5000;
const underWay = 4500;

const assignment = (number: number): StoredAssignment => ({
  ...{ tenant_id: 'acme', job_id: job, number, lock: digestOf('lock'), formation: digestOf('formation') },
  ...{ case_id: `case-${number}`, case_digest: digestOf('case'), repetition: 1 },
  state: number === underWay ? 'leased' : 'completed',
  ...{ attempts: 1, fence: 1, runner: 'runner', leased_until: start, lease_ends: start, ended_at: start },
  ...{ outcome: 'pass', tests_ran: 1, tests_passed: 1 },
  ...{ input_tokens: 1, output_tokens: 1, elapsed_milliseconds: 1, started_at: null },
  ...{ checked_steps: null, deviations: null, handed_back: 0, log: null },
  ...{ tries: null, tries_passed: null },
});

onBothDatabases('an evaluation of many runs', database => {
  test('is read in slices between which others are answered, up to the first run under way', async context => {
    const place = await database.place();
    const store = await openTestStore(context, place);
    await store.tenants.create('acme', start);
    const backend = await openDatabase(place, start);
    context.after(() => backend.close());
    for (let number = 1; number <= runs; number += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => assignment(number + at));
      await backend.transact(function* () {
        for (const row of rows) yield* insertRow('assignment', row);
      });
    }
    const slices: number[] = [];
    const counted: Pick<typeof store.assignments, 'ended'> = {
      ended: async (...asked) => {
        slices.push(asked[2]);
        return store.assignments.ended(...asked);
      },
    };
    const lease = (number: number) => `${job}.${number}.1`;
    await readAhead(counted, 'acme', [lease(2000)]);
    assert.deepEqual([slices, readBefore('acme', job)], [[], []]);
    await Promise.all([readAhead(counted, 'acme', [lease(2001)]), readAhead(counted, 'acme', [lease(runs)])]);
    assert.deepEqual(slices, [0, 2000, 4000]);
    assert.deepEqual(
      readBefore('acme', job).map(({ number }) => number),
      Array.from({ length: underWay - 1 }, (_, at) => at + 1),
    );
    assert.deepEqual(readBefore('other', job), []);
    forgetRead('acme', job);
    assert.deepEqual(readBefore('acme', job), []);
  });
});
