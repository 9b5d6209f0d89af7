/** Runs that are handed back: how often, who is told of it, and what it does to the evidence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedFromNow } from '../../../support/described.ts';
import {
  claim,
  evidenceOf,
  message,
  planOf,
  runAll,
  setEvaluations,
  startPlan,
  summary,
} from '../../../support/evaluation.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { fields } from '../../../support/tenant.ts';

describedFromNow();

onBothDatabases('a run', database => {
  const { setting, known, send } = setEvaluations(database, { cases: 20 });

  const beat = async (lease: unknown, ...release: string[]) => {
    const text = message('heartbeat', `lease: ${lease}`, ...release.map(how => `release: ${how}`));
    return fields(await send('runner/heartbeats', text));
  };
  const claimTeam = async () => {
    for (;;) {
      const given = await claim(setting, setting.runner);
      if (given.lock === known.team) return given;
      await send('runs', summary(given.lease, false));
    }
  };

  test('is handed back once in a plan of one team; then the lease stays, and the worst case counts it', async () => {
    const plan = planOf(known);
    const quote = fields(await send('evaluation-plans', plan, setting.tenant));
    assert.equal(quote.hand_backs_per_case, 1);
    const job = await startPlan(setting, plan);
    const first = await claimTeam();
    assert.equal((await beat(first.lease, 'hand_back')).released, 'pending');
    const second = await claimTeam();
    assert.deepEqual([second.assignment, second.attempt], [first.assignment, 2]);
    const refused = await beat(second.lease, 'hand_back');
    assert.deepEqual([refused.status, refused.code], [409, 'conflict']);
    assert.match(
      String(refused.description),
      /as often as its plan allows.* Submit its summary, or end it with/,
    );
    assert.equal((await beat(second.lease)).released, undefined, 'the lease goes on');
    await runAll(setting, lock => lock === known.team);
    await send('runs', summary(second.lease, true));

    const { results, pairs } = await evidenceOf(setting, job);
    const counts = new Map(results.map(({ lock, handed_back, retried }) => [lock, [handed_back, retried]]));
    assert.deepEqual(counts.get(known.team), [1, 0]);
    assert.deepEqual(counts.get(known.control), [0, 0]);
    const [{ difference, worst }] = pairs as [Record<'difference' | 'worst', string[]>];
    assert.deepEqual([difference[0], worst[0]], ['1.0000', '0.9500']);
  });

  test('may still be given up, and may always be handed back once its evaluation is to end', async () => {
    const job = await startPlan(setting, planOf(known, { seed: 8, tolerated: 20 }));
    const { lease } = await claimTeam();
    await beat(lease, 'hand_back');
    const again = await claimTeam();
    assert.equal((await beat(again.lease, 'hand_back')).code, 'conflict');
    assert.equal((await beat(again.lease, 'give_up')).released, 'exhausted');
    const other = await claimTeam();
    await beat(other.lease, 'hand_back');
    const held = await claimTeam();
    await send(`evaluations/${job}/cancel`, message('evaluation_cancel'), setting.tenant);
    assert.equal((await beat(held.lease, 'hand_back')).released, 'cancelled');
  });
});
