/** Runs that were made elsewhere: what is refused, what they are good for, and what documents say of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedFromNow } from '../../../support/described.ts';
import {
  evidenceOf,
  message,
  planOf,
  register,
  setEvaluations,
  startPlan,
  suiteOf,
  summary,
} from '../../../support/evaluation.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { type Fields, fields } from '../../../support/tenant.ts';

describedFromNow();

const hour = 3600;
const time = (at: number) => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

onBothDatabases('an imported run', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 12, percent: 40 });
  let seed = 0;

  const claimed = async (...lines: string[]) =>
    fields(await send('runner/claims', message('runner_claim', ...lines)));
  const imported = (lease: unknown, passed: boolean, at: number) =>
    summary(lease, passed).replace(/---\n$/, `source: imported\nstarted_at: ${time(at)}\n---\n`);
  const page = async (job: string) => fields(await read(`evaluations/${job}.md`));
  const recommendation = async () =>
    fields(
      await send(
        'recommendations',
        message('recommendation_request', `profile: ${known.profile}`),
        setting.tenant,
      ),
    );

  /** Starts a plan and imports the runs that are asked for as of a time, the rest by a runner. */
  async function evaluate(startedAt: (planned: number) => number, share = 1): Promise<string> {
    seed += 1;
    const planned = setting.clock.at;
    // What was run before proves nothing again.
    const suite = await register(setting, 'suites', suiteOf(12, `suite ${seed}`));
    const job = await startPlan(setting, planOf({ ...known, suite }, { seed }));
    setting.clock.at += 2 * hour;
    for (let run = 0; run < 24; run += 1) {
      const given = await claimed();
      const passed = given.lock === known.team;
      const text =
        run < 24 * share ? imported(given.lease, passed, startedAt(planned)) : summary(given.lease, passed);
      assert.equal((await send('runs', text)).status, 200);
    }
    return job;
  }

  test('that began before its plan makes the evidence exploratory, also where a runner made the others', async () => {
    const job = await evaluate(planned => planned, 1 / 24);
    const evidence = await evidenceOf(setting, job);
    assert.equal(evidence.grade, 'exploratory');
    const { first_started_at, plan_registered_at, ...rest } = evidence.imported as Fields;
    assert.equal(first_started_at, plan_registered_at);
    assert.deepEqual(rest, { runs: 1, grade_of_plan: 'confirmatory' });
    assert.match(
      String(evidence.grade_reasons),
      /imported: 1 of the runs were made elsewhere, and only their importer says when they began\. .* not registered before/,
    );
    const { grade, imported_runs } = await page(job);
    assert.deepEqual([grade, imported_runs], ['exploratory', 1]);
    const { decision, reasons, snapshots, settle } = await recommendation();
    assert.equal(decision, 'insufficient_evidence');
    assert.match(String(reasons), /exploratory.* the plan was not registered before that/);
    assert.deepEqual(
      (snapshots as Fields[]).map(({ use, imported_runs: runs }) => [use, runs]),
      [['exploratory', 1]],
    );
    assert.deepEqual(
      [(settle as Fields).control, (settle as Fields).locks],
      [known.control, [known.control, known.team]],
    );
  });

  test('that began after its plan counts, and the recommendation says that this is a claim', async () => {
    const job = await evaluate(planned => planned + 1);
    const evidence = await evidenceOf(setting, job);
    assert.equal(evidence.grade, 'confirmatory');
    assert.match(
      String(evidence.grade_reasons),
      /The importer says that they began after the plan was registered/,
    );
    const { decision, recommended, reasons } = await recommendation();
    assert.deepEqual([decision, recommended], ['recommend', known.team]);
    assert.match(
      String(reasons),
      /24 of the 24 runs were imported\. Only their importer says that they began after the plan was registered/,
    );
  });

  test('is refused without a time, with one to come, and where nobody says that it is one', async () => {
    seed += 1;
    const job = await startPlan(setting, planOf(known, { seed }));
    const { lease } = await claimed();
    const now = setting.clock.at;
    const sent = (...lines: string[]) => summary(lease, true).replace(/---\n$/, `${lines.join('\n')}\n---\n`);
    for (const [text, rule] of [
      [sent('source: imported'), 'import-needs-start'],
      [sent(`started_at: ${time(now)}`), 'start-of-import'],
      [sent('source: runner', `started_at: ${time(now)}`), 'start-of-import'],
      [imported(lease, true, now + 1), 'future'],
      [sent('source: imported', 'started_at: 2026-02-30T00:00:00Z'), 'value'],
      [sent('source: imported', 'started_at: yesterday'), 'format'],
    ] as const) {
      const answer = await send('runs', text);
      assert.equal(answer.status, 422, answer.body.toString());
      const { errors } = fields(answer) as { errors: { field: string; rule: string }[] };
      assert.deepEqual([errors[0]!.field, errors[0]!.rule], ['started_at', rule]);
    }
    const batch = (at: number) =>
      message(
        'run_batch',
        'runs:',
        ...imported(lease, true, at)
          .split('\n')
          .slice(3, -2)
          .map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`),
      );
    const results = async (at: number) =>
      (fields(await send('runs', batch(at))).runs as Fields[]).map(({ status, code, replayed }) => [
        status,
        code ?? replayed,
      ]);
    assert.deepEqual(await results(now + 1), [[422, 'validation_failed']]);
    assert.deepEqual(await results(now), [[200, undefined]]);
    assert.deepEqual(await results(now), [[200, true]]);
    assert.deepEqual(await results(now - 1), [[409, 'idempotency_conflict']]);
    await send(`evaluations/${job}/cancel`, message('evaluation_cancel'), setting.tenant);
  });

  test('is claimed of the evaluation that is meant, and what was handed back is left for others', async () => {
    const [first, second] = [seed + 1, seed + 2];
    seed += 2;
    const other = await startPlan(setting, planOf(known, { seed: first }));
    const job = await startPlan(setting, planOf(known, { seed: second }));
    const claims = async (after: number, count = 50) =>
      (await claimed(`count: ${count}`, `job: ${job}`, `after: ${after}`)).assignments as {
        job: string;
        lease: string;
        assignment: string;
      }[];
    const numbers = (given: { assignment: string }[]) =>
      given.map(({ assignment }) => Number(assignment.split('.')[1]));
    const given = await claims(0, 3);
    assert.deepEqual(
      given.map(each => each.job),
      [job, job, job],
    );
    for (const { lease } of given.slice(1)) {
      const answer = fields(
        await send('runner/heartbeats', message('heartbeat', `lease: ${lease}`, 'release: hand_back')),
      );
      assert.deepEqual([answer.released, answer.expires_at], ['pending', time(setting.clock.at)]);
    }
    assert.deepEqual(numbers(await claims(2, 2)), [3, 4]);
    assert.equal((await claims(24)).length, 20);
    assert.deepEqual(await claims(24), []);
    assert.deepEqual(numbers(await claims(0)), [2]);
    const unclear = await send('runner/claims', message('runner_claim', 'after: 3'));
    assert.equal((fields(unclear) as { errors: Fields[] }).errors[0]!.rule, 'after-needs-job');
    for (const id of [job, other])
      await send(`evaluations/${id}/cancel`, message('evaluation_cancel'), setting.tenant);
  });

  test('is one of those by which events tell how far an evaluation is, with its cost and without its results', async () => {
    const before = (fields(await read('account.md')).usage as { events: number }).events;
    await evaluate(planned => planned + 1);
    const feed = fields(await read(`events.md?after=${before}&limit=500`));
    const told = (feed.events as { kind: string; progress?: Fields }[]).filter(
      ({ kind }) => kind === 'evaluation_progressed',
    );
    assert.deepEqual(
      told.map(({ progress }) => progress!.runs_ended),
      [3, 5, 8, 10, 12, 15, 17, 20, 22],
    );
    assert.deepEqual(Object.keys(told[0]!.progress!), [
      'runs',
      'runs_ended',
      'estimated_end',
      'tokens_used',
      'tokens_expected',
    ]);
    assert.deepEqual([told[0]!.progress!.tokens_used, told[0]!.progress!.tokens_expected], [3300, 26400]);
  });
});
