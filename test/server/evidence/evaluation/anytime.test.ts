/** Evaluations that end as soon as their question is decided. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedFromNow } from '../../../support/described.ts';
import {
  claim,
  message,
  planOf,
  runAll,
  setEvaluations,
  startPlan,
  summary,
} from '../../../support/evaluation.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { type Fields, fields } from '../../../support/tenant.ts';

describedFromNow();

onBothDatabases('an evaluation that may stop early', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 40 });

  const plan = (seed: number, ...lines: string[]) =>
    planOf(known, { seed, lines: ['stopping: anytime', ...lines] });
  const pageOf = async (job: string) => fields(await read(`evaluations/${job}.md`));
  const artifact = async (digest: unknown) =>
    fields(await read(`artifacts/sha256/${String(digest).slice(7)}.md`));
  const submit = async (given: Fields, runner = setting.runner) =>
    send('runs', summary(given.lease, given.lock === known.team), runner);

  test('ends when the team has won enough, gives the rest of its runs back, and says so in its evidence', async () => {
    const job = await startPlan(setting, plan(1));
    const runs = await runAll(setting, lock => lock === known.team);
    assert.ok(runs >= 14 && runs < 30, `${runs} of 80 runs`);
    const page = await pageOf(job);
    assert.deepEqual([page.state, page.runs_reserved, page.runs_used], ['completed', 0, runs]);
    const evidence = await artifact(page.snapshot);
    const [method, [pair], [result]] = [
      evidence.method as Fields,
      evidence.pairs as Fields[],
      evidence.results as Fields[],
    ];
    assert.deepEqual([method.stopping, method.units, method.looks], ['anytime', runs / 2, runs / 2]);
    assert.equal(method.runs_saved, 80 - runs);
    assert.ok(Number(pair!.p) <= 0.025);
    assert.deepEqual([pair!.test, (pair!.difference as string[])[0]], ['betting', '1.0000']);
    assert.ok(Number((pair!.difference as string[])[1]) > 0);
    assert.equal(result!.runs, runs / 2);
    const question = message('recommendation_request', `profile: ${known.profile}`);
    const answer = fields(await send('recommendations', question, setting.tenant));
    assert.equal((answer.comparisons as Fields[])[0]!.method, 'spending');
    assert.notEqual((answer.comparisons as Fields[])[0]!.p_adjusted, '1.0000');
  });

  test('looks at nothing before the first unit has ended, and shows no case that was not looked at', async () => {
    const job = await startPlan(setting, plan(2));
    const slow = await claim(setting, setting.otherRunner);
    for (let runs = 0; runs < 41; runs += 1)
      assert.equal((await submit(await claim(setting, setting.runner))).status, 200);
    const looked = (await pageOf(job)).looked as { units: number };
    assert.deepEqual([(await pageOf(job)).state, looked.units], ['running', 0]);
    assert.equal((await pageOf(`${job}/cases`)).total, 0);
    assert.equal((await submit(slow, setting.otherRunner)).status, 200);
    const page = await pageOf(job);
    assert.equal(page.state, 'completed');
    const counted = (page.looked as { units: number }).units;
    assert.equal((await pageOf(`${job}/cases`)).total, counted);
    const { method } = (await artifact(page.snapshot)) as { method: Fields };
    assert.ok((method.units as number) < 15, 'what came after the decision is not counted');
  });

  test('runs to its bound where nothing is decided, and ends then', async () => {
    const job = await startPlan(setting, plan(3, 'max_runs: 21'));
    assert.equal(await runAll(setting, () => true), 20);
    const page = await pageOf(job);
    assert.deepEqual([page.state, page.runs], ['completed', 20]);
  });

  test('is refused without a fair control, and for numbers that mean nothing', async () => {
    for (const [text, field] of [
      [planOf(known, { control: null, lines: ['stopping: anytime'] }), 'stopping'],
      [plan(4, 'alpha: "0.2000"'), 'alpha'],
      [plan(4, 'max_runs: 1'), 'max_runs'],
      [planOf(known, { lines: ['alpha: "0.0500"'] }), 'alpha'],
      [planOf(known, { lines: ['comparison: non_inferiority'] }), 'margin'],
      [planOf(known, { lines: ['margin: "0.0500"'] }), 'margin'],
    ] as const) {
      const answer = await send('evaluation-plans', text, setting.tenant);
      assert.equal(answer.status, 422, answer.body.toString());
      const { errors } = fields(answer) as { errors: { field: string }[] };
      assert.equal(errors[0]!.field, field);
    }
  });
});
