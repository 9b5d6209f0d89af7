/** Evaluations that end before their last run, and several that run at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claim, message, planOf, setEvaluations, startPlan } from '../../../support/evaluation.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { fields } from '../../../support/tenant.ts';

onBothDatabases('an evaluation that does not run to its end', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 40 });

  const cancel = (job: string) =>
    send(`evaluations/${job}/cancel`, message('evaluation_cancel'), setting.tenant);

  test('a cancelled evaluation hands nothing out, waits for its lease, and writes no evidence', async () => {
    const other = await startPlan(setting, planOf(known, { seed: 8 }));
    const given = await claim(setting, setting.runner);
    assert.equal(fields(await cancel(other)).state, 'cancel_requested');
    assert.equal((await claim(setting, setting.otherRunner)).assignment, 'none');
    const beat = message('heartbeat', `lease: ${given.lease}`);
    const held = fields(await send('runner/heartbeats', beat));
    assert.equal(held.cancel_requested, true);
    setting.clock.at += 60;
    const page = fields(await read(`evaluations/${other}.md`));
    assert.deepEqual([page.state, page.snapshot, page.runs_reserved], ['cancelled', undefined, 0]);
    assert.equal((await cancel('ev-0')).status, 404);
  });

  test('a job fails when three runners each lose more runs than the plan tolerates', async () => {
    const doomed = await startPlan(setting, planOf(known, { seed: 9, tolerated: 0 }));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await claim(setting, setting.runner);
      setting.clock.at += 60;
    }
    const page = fields(await read(`evaluations/${doomed}.md`));
    assert.deepEqual([page.state, page.runs_reserved, page.runs_used], ['failed', 0, 0]);
    assert.match(page.failure as string, /1 assignments were lost/);
  });

  test('claims are fair: two jobs are served in turn', async () => {
    const jobs = [
      await startPlan(setting, planOf(known, { seed: 11 })),
      await startPlan(setting, planOf(known, { seed: 12 })),
    ];
    const served = [];
    for (let count = 0; count < 6; count += 1) served.push((await claim(setting, setting.runner)).job);
    assert.deepEqual(new Set([served[0], served[1]]), new Set(jobs));
    assert.deepEqual(served.slice(2), [...served.slice(0, 2), ...served.slice(0, 2)]);
  });
});
