/** Questions: registered before the first plan, asked by plans that say the same, and told of by evidence. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describedFromNow } from '../../../support/described.ts';
import {
  evidenceOf,
  message,
  planOf,
  profileOf,
  type Registered,
  register,
  runAll,
  setEvaluations,
  startPlan,
  suiteOf,
} from '../../../support/evaluation.ts';
import { digestOf } from '../../../support/simulated-evidence.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { type Fields, fields } from '../../../support/tenant.ts';

describedFromNow();

onBothDatabases('a question', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 24 });
  let asked: string;
  before(async () => {
    asked = await register(setting, 'questions', textOf(known, 'alpha: "0.0200"'));
  });

  const textOf = ({ suite, team, control, profile }: Registered, ...lines: string[]) =>
    message(
      'question',
      ...['title: Is a reviewer worth it?', 'description: On small defects.', 'task_class: coding.bug_fix'],
      ...[`suite: ${suite}`, `teams: [${team}]`, `control: ${control}`, `profile: ${profile}`],
      ...[`scorer: {digest: ${digestOf('scorer')}, threshold: "0.5000"}`, ...lines],
    );
  const rulesOf = async (route: string, text: string) => {
    const answer = await send(route, text, setting.tenant);
    assert.equal(answer.status, 422, answer.body.toString());
    return (fields(answer) as { errors: Fields[] }).errors.map(({ field, rule }) => `${field} ${rule}`);
  };
  const ask = async (profile: string) => {
    const request = message('recommendation_request', `profile: ${profile}`);
    return fields(await send('recommendations', request, setting.tenant));
  };

  test('names only what the tenant has, of its class, and asks nothing that means nothing', async () => {
    const missing = { ...known, team: digestOf('none'), profile: known.suite };
    assert.deepEqual(await rulesOf('questions', textOf(missing)), [
      'teams[0] unknown-execution-lock',
      'profile unknown-workload-profile',
    ]);
    for (const [line, field] of [
      ['margin: "0.0500"', 'margin'],
      ['comparison: non_inferiority', 'margin'],
      ['max_runs: 20', 'max_runs'],
      ['alpha: "0.2000"', 'alpha'],
      ['budget_ratio: "0.5000"', 'budget_ratio'],
    ] as const)
      assert.deepEqual(await rulesOf('questions', textOf(known, line)), [`${field} question`]);
    const list = fields(await read('questions/index.md'));
    assert.deepEqual([list.total, (list.items as Fields[])[0]!.digest], [1, asked]);
  });

  test('is asked by plans that say the same in all respects', async () => {
    const other = await register(setting, 'suites', suiteOf(24, 'other'));
    const lines = [`question: ${asked}`];
    const plans: [string, string][] = [
      [planOf({ ...known, suite: other }, { lines }), 'suite question'],
      [planOf(known, { lines: [...lines, 'stopping: anytime'] }), 'stopping question'],
      [planOf(known, { lines: [...lines, 'budget_ratio: "9.0000"'] }), 'budget_ratio question'],
      [planOf(known, { lines: [`question: ${known.suite}`] }), 'question unknown-question'],
    ];
    for (const [plan, rule] of plans) assert.deepEqual(await rulesOf('evaluation-plans', plan), [rule]);
  });

  test('stands in the evidence with its profile, its scorer, its error rate and how its evaluations ended', async () => {
    const lines = [`question: ${asked}`];
    const first = await startPlan(setting, planOf(known, { lines }));
    await send(`evaluations/${first}/cancel`, message('evaluation_cancel'), setting.tenant);
    const job = await startPlan(setting, planOf(known, { lines, seed: 8 }));
    await runAll(setting, (lock, id) => lock === known.team || Number(id.slice(5)) % 2 === 0);
    const { question, profile, scorer, flow, grade, method } = await evidenceOf(setting, job);
    assert.deepEqual([question, profile, grade], [asked, known.profile, 'confirmatory']);
    assert.deepEqual(scorer, { digest: digestOf('scorer'), threshold: '0.5000' });
    assert.deepEqual(flow, { started: 2, cancelled: 1, failed: 0, completed: 1 });
    const { alpha, comparisons_before, spends, cases_seen } = method as Fields;
    assert.deepEqual([alpha, comparisons_before], ['0.0200', 1], 'a start that was cancelled has spent');
    assert.deepEqual([spends, cases_seen], ['0.002666', 0], 'and nobody has seen a run of it');
    assert.equal((await ask(known.profile)).answer, 'team');
    const account = fields(await read('account.md'));
    assert.deepEqual(account.error_budget, [
      { task_class: 'coding.bug_fix', comparisons: 2, left: '0.2000' },
    ]);
  });

  test('of one plan alone is that plan; its cases are known once they were run', async () => {
    const job = await startPlan(setting, planOf(known, { seed: 9 }));
    await runAll(setting, lock => lock === known.team);
    const evidence = await evidenceOf(setting, job);
    assert.equal(evidence.question, evidence.plan);
    assert.deepEqual([evidence.grade, (evidence.method as Fields).cases_seen], ['exploratory', 24]);
    assert.match(String(evidence.grade_reasons), /was started on 24 of its 24 cases before/);
  });

  test('fixes the profile: one that is written later cannot exclude the control', async () => {
    setting.clock.at += 60;
    const late = await register(setting, 'workload-profiles', profileOf(60));
    const { late_profile, answer, excluded } = (await ask(late)) as {
      late_profile?: true;
      answer: string;
      excluded: { lock: string; reasons: Fields[] }[];
    };
    assert.deepEqual([late_profile, answer], [true, 'undecided']);
    const codes = excluded.find(({ lock }) => lock === known.team)!.reasons.map(({ code }) => code);
    assert.deepEqual(codes, ['late_profile']);
    assert.equal((await ask(known.profile)).late_profile, undefined);
  });
});
