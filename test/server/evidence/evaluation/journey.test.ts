/** The whole journey over HTTP: plan, quote, runs, evidence, recommendation, adoption; and what is refused on the way. */
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { approvePlan } from '../../../../server/tenant/approve-plan.ts';
import { setStatus } from '../../../../server/tenant/status-change.ts';
import { describedFromNow } from '../../../support/described.ts';
import {
  claim,
  message,
  planOf,
  profileOf,
  register,
  runAll,
  setEvaluations,
  startPlan,
  summary,
  T,
  tenantId,
} from '../../../support/evaluation.ts';
import { digestOf } from '../../../support/simulated-evidence.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { type Fields, fields, formationText, get, lockText } from '../../../support/tenant.ts';

describedFromNow();

onBothDatabases('an evaluation', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 40 });

  const ask = (profile = known.profile) =>
    send('recommendations', message('recommendation_request', `profile: ${profile}`), setting.tenant);
  const sendPlan = (plan: string) => send('evaluation-plans', plan, setting.tenant);
  const startOf = (digest: unknown) =>
    send('evaluations', message('evaluation_start', `plan: ${digest}`), setting.tenant);

  test('without evidence there is not enough of it, and the plan that would settle it is named', async () => {
    const answer = await ask();
    const { decision, settle } = fields(answer) as { decision: string; settle: Fields };
    assert.equal(answer.status, 201);
    assert.equal(decision, 'insufficient_evidence');
    assert.ok((settle.runs as number) >= 2 * (settle.cases as number));
  });

  test('a plan is quoted by the budgets of its formations', async () => {
    const answer = await sendPlan(planOf(known));
    const quote = fields(answer);
    assert.equal(answer.status, 201);
    assert.equal(quote.approval, 'approved');
    assert.equal(quote.grade, 'confirmatory');
    assert.equal(quote.runs, 80);
    assert.equal(quote.runs_left, 100_000);
    assert.equal(quote.input_tokens_at_most, 80 * 400_000);
    assert.equal(quote.expires_at, '2026-11-22T08:00:00Z');
  });

  test('a plan without control is exploratory and says so; so is one whose control may spend less', async () => {
    const without = fields(await sendPlan(planOf(known, { control: null })));
    assert.equal(without.grade, 'exploratory');
    assert.match(String(without.grade_reasons), /names no control/);
    const team = fields(await sendPlan(planOf(known, { control: known.team })));
    assert.match(String(team.grade_reasons), /team of up to 3 agents/);
  });

  test('a plan is refused for every name that does not fit, with its place', async () => {
    const bad = planOf(
      { ...known, team: digestOf('nothing'), suite: known.profile },
      { control: known.suite },
    );
    const answer = await sendPlan(bad);
    const errors = fields(answer).errors as { field: string; rule: string }[];
    assert.equal(answer.status, 422);
    assert.deepEqual(
      errors.map(({ field, rule }) => `${field} ${rule}`),
      ['suite unknown-suite', 'locks[1] unknown-execution-lock', 'control control'],
    );
  });

  test('only an approved, unexpired quote starts, and only once', async () => {
    const quote = fields(await sendPlan(planOf(known, { seed: 99, repetitions: 20 })));
    assert.equal(quote.approval, 'awaiting_operator');
    assert.match(fields(await startOf(quote.plan_digest)).description as string, /has not approved/);
    const digest = quote.plan_digest as string;
    assert.equal(await approvePlan(setting.store, tenantId, digest, setting.clock.at), 'approved');
    assert.equal(await approvePlan(setting.store, tenantId, digest, setting.clock.at), 'not_awaiting');
    setting.clock.at += 24 * 3600;
    assert.match(fields(await startOf(digest)).description as string, /expired/);
    assert.equal((await startOf(digestOf('no plan'))).status, 422);
  });

  let job = '';
  test('a started evaluation is queued with its runs reserved', async () => {
    job = await startPlan(setting, planOf(known));
    const page = fields(await read(`evaluations/${job}.md`));
    assert.deepEqual([page.state, page.runs, page.runs_reserved, page.runs_used], ['queued', 80, 80, 0]);
    const { usage } = fields(await read('account.md')) as {
      usage: Fields;
    };
    assert.deepEqual([usage.evaluation_runs, usage.concurrent_jobs], [80, 1]);
  });

  test('a lease that ran out is lost: heartbeat and summary are 409, and the next runner gets the run', async () => {
    const first = await claim(setting, setting.runner);
    setting.clock.at += 60;
    const beat = message('heartbeat', `lease: ${first.lease}`);
    const late = await send('runner/heartbeats', beat);
    assert.deepEqual([late.status, fields(late).code], [409, 'lease_lost']);
    assert.equal((await send('runs', summary(first.lease, true))).status, 409);
    const second = await claim(setting, setting.otherRunner);
    assert.equal(second.assignment, first.assignment);
    assert.deepEqual([second.fence, second.attempt], [2, 2]);
    const stolen = await send('runs', summary(second.lease, true));
    assert.equal(fields(stolen).code, 'lease_lost');
    const own = message('heartbeat', `lease: ${second.lease}`);
    const renewed = fields(await send('runner/heartbeats', own, setting.otherRunner));
    assert.equal(renewed.cancel_requested, false);
    setting.clock.at += 60;
  });

  test('runners need a runner credential, and a summary is bounded', async () => {
    const refused = await send('runner/claims', message('runner_claim'), setting.tenant);
    assert.equal(refused.status, 403);
    const given = await claim(setting, setting.runner);
    const boasting = summary(given.lease, true).replace('tests_passed: 3', 'tests_passed: 4');
    const answer = await send('runs', boasting);
    assert.equal(answer.status, 422);
    const late = `${boasting.replace('tests_passed: 4', 'tests_passed: 4\nnote: it went well')}\nIt did.\n`;
    const faults = fields(await send('runs', late)).errors as Fields[];
    assert.deepEqual(
      faults.map(({ rule }) => rule),
      ['pass-needs-tests', 'tests', 'unknown-field', 'empty-body'],
    );
    const talking = `${summary(given.lease, true)}\nIt went well.\n`;
    assert.equal((await send('runs', talking)).status, 422);
    const key = 'same-key';
    const sent = await send('runs', summary(given.lease, given.lock === known.team), setting.runner, key);
    const again = await send('runs', summary(given.lease, given.lock === known.team), setting.runner, key);
    assert.equal(sent.status, 200);
    assert.equal(again.headers['idempotent-replayed'], 'true');
  });

  test('the last run completes it and writes signed evidence', async () => {
    await runAll(setting, (lock, id) => lock === known.team || Number(id.slice(5)) % 2 === 0);
    const page = await read(`evaluations/${job}.md`);
    const { state, snapshot, runs_reserved, runs_used } = fields(page);
    assert.deepEqual([state, runs_reserved, runs_used], ['completed', 0, 80]);
    assert.match(page.body.toString('utf8'), /█{40} 40 of 40 .* control/);
    const path = `${T}/artifacts/sha256/${String(snapshot).slice(7)}`;
    const evidence = await get(setting.server, `${path}.md`, setting.tenant);
    const signature = fields(await get(setting.server, `${path}/signature.md`, setting.tenant));
    const keys = fields(await get(setting.server, '/trust/keys.md', setting.tenant)).keys as Fields[];
    const pem = keys.find(key => key.key_id === signature.key_id)!.public_key_pem as string;
    const bytes = Buffer.from(signature.signature as string, 'base64');
    assert.ok(verify(null, evidence.body, createPublicKey(pem), bytes));
    const { pairs, suite_uses_before } = fields(evidence) as { pairs: Fields[]; suite_uses_before: number };
    assert.equal(suite_uses_before, 0);
    assert.equal(pairs[0]!.second, known.control);
    assert.ok((pairs[0]!.wins as number) >= 19);
    const list = fields(await read('evidence/index.md'));
    assert.equal(list.total, 1);
  });

  test('a completed evaluation cannot be cancelled', async () => {
    const cancel = message('evaluation_cancel');
    const answer = await send(`evaluations/${job}/cancel`, cancel, setting.tenant);
    assert.equal(answer.status, 409);
  });

  test('the team that beats the control is recommended; the same question gets the same bytes', async () => {
    const first = fields(await ask());
    assert.equal(first.decision, 'recommend');
    assert.equal(first.recommended, known.team);
    assert.equal(first.one_agent, false);
    setting.clock.at += 3600;
    const second = await ask();
    assert.equal(second.status, 200);
    assert.equal(fields(second).recommendation, first.recommendation);
  });

  test('limits of the profile exclude, each with its reason', async () => {
    const strict = await register(setting, 'workload-profiles', profileOf(40, 'max_agents: 1'));
    const answer = fields(await ask(strict)) as { excluded: { lock: string; reasons: Fields[] }[] } & Fields;
    assert.equal(answer.decision, 'insufficient_evidence');
    const team = answer.excluded.find(({ lock }) => lock === known.team)!;
    assert.equal(team.reasons[0]!.code, 'too_many_agents');
  });

  test('an adoption is recorded, counted, and shown with the recommendation, and changes nothing in it', async () => {
    const before = fields(await ask());
    const lines = [
      `recommendation: ${before.recommendation}`,
      'outcome: adopted',
      'reason_code: as_recommended',
    ];
    const record = message('adoption', ...lines, 'date: 2026-11-21');
    assert.equal((await send('adoptions', record, setting.tenant)).status, 201);
    const { usage } = fields(await read('account.md')) as {
      usage: Fields;
    };
    assert.equal(usage.adopted, 1);
    const { adoptions, ...after } = fields(await ask());
    assert.deepEqual(adoptions, [{ outcome: 'adopted', reason_code: 'as_recommended', date: '2026-11-21' }]);
    const { adoptions: none, ...same } = before;
    assert.deepEqual([none, after], [[], same]);
    const future = record.replace('2026-11-21', '2027-01-01');
    assert.equal((await send('adoptions', future, setting.tenant)).status, 422);
    const both = record.replace('outcome:', `formation: ${known.team}\noutcome:`);
    assert.equal((await send('adoptions', both, setting.tenant)).status, 422);
  });

  test('a plan that the operator revoked is not started, nor quoted again', async () => {
    const plan = planOf(known, { seed: 14, control: null });
    const digest = String(fields(await sendPlan(plan)).plan_digest);
    const request = { digest, status: 'revoked', reasonCode: 'unsafe', at: setting.clock.at } as const;
    assert.equal(await setStatus(setting.store, tenantId, request), 'changed');
    for (const answer of [await startOf(digest), await sendPlan(plan)]) {
      assert.deepEqual([answer.status, fields(answer).code], [409, 'conflict']);
      assert.match(String(fields(answer).description), /The plan is revoked/);
    }
  });

  test('a superseded formation is out of the next recommendation, and its plan no longer starts', async () => {
    const quote = fields(await sendPlan(planOf(known, { seed: 13 })));
    const next = formationText('two', '').replace(
      'description:',
      `supersedes: ${await pairOf()}\ndescription:`,
    );
    const successor = await register(setting, 'formations', next);
    assert.equal((await startOf(quote.plan_digest)).status, 409);
    const answer = fields(await ask()) as { excluded: { lock: string; reasons: Fields[] }[] } & Fields;
    const team = answer.excluded.find(({ lock }) => lock === known.team)!;
    assert.equal(team.reasons[0]!.code, 'not_active');
    assert.ok(await register(setting, 'execution-locks', lockText(successor, 'two')));
  });

  const pairOf = async () => {
    const lock = await read(`artifacts/sha256/${known.team.slice(7)}.md`);
    return fields(lock).formation;
  };

  test('events are numbered without gap and tell every transition', async () => {
    const page = fields(await read('events.md?limit=500'));
    const events = page.events as { number: number; kind: string; subject: string }[];
    assert.deepEqual(
      events.map(({ number }) => number),
      events.map((_, index) => index + 1),
    );
    const ofJob = events.filter(({ subject }) => subject === job).map(({ kind }) => kind);
    const progressed = Array.from({ length: 9 }, () => 'evaluation_progressed');
    assert.deepEqual(ofJob, [
      'evaluation_queued',
      'evaluation_running',
      ...progressed,
      'evaluation_completed',
    ]);
    const runs = events.filter(({ kind, subject }) => kind === 'run_completed' && subject.startsWith(job));
    assert.equal(new Set(runs.map(({ subject }) => subject)).size, 80);
    assert.equal(runs.length, 80);
  });

  test('evidence becomes stale after 180 days, and then supports nothing', async () => {
    setting.clock.at += 180 * 24 * 3600;
    const { decision, snapshots } = fields(await ask()) as { decision: string; snapshots: Fields[] };
    assert.equal(decision, 'insufficient_evidence');
    assert.equal(snapshots[0]!.use, 'stale');
  });
});
