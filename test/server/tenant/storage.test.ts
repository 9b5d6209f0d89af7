/** The quota of storage: everything is counted exactly, nothing is copied in bulk, and what was accepted can finish. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { LimitName } from '#document/kind/account.ts';
import { type DatabasePlace, openDatabase } from '../../../server/store/database.ts';
import type { Backend } from '../../../server/store/dialect/backend.ts';
import { recount } from '../../../server/store/stored-bytes.ts';
import {
  type EvaluationSetting,
  message,
  planOf,
  profileOf,
  type Registered,
  registerAll,
  runAll,
  serveEvaluations,
  soloLockText,
  soloText,
  startPlan,
  suiteOf,
  summary,
  T,
  tenantId,
} from '../../support/evaluation.ts';
import { type Answer, serve } from '../../support/server.ts';
import { onBothDatabases, start } from '../../support/store.ts';
import { fields, formationText, get, post, suiteText, tenantConfig } from '../../support/tenant.ts';

onBothDatabases('the storage of a tenant', database => {
  let setting: EvaluationSetting;
  let known: Registered;
  let backend: Backend;
  let place: DatabasePlace;
  const ends: (() => Promise<void>)[] = [];
  before(async () => {
    place = await database.place();
    setting = await serveEvaluations({ after: end => ends.push(end) }, place);
    backend = await openDatabase(place, start);
    known = await registerAll(setting, { cases: 3 });
  });
  after(async () => {
    await backend.close();
    for (const end of ends) await end();
  });

  afterEach(() => limit({ storage_bytes: undefined }));

  const send = (route: string, text: string, key?: string): Promise<Answer> =>
    post(setting.server, `${T}/${route}`, text, setting.tenant, key);
  const run = (route: string, text: string, key?: string): Promise<Answer> =>
    post(setting.server, `${T}/${route}`, text, setting.runner, key);
  const limit = (changes: Partial<Record<LimitName, number | undefined>>) =>
    setting.store.accounts.setLimits(tenantId, new Map(Object.entries(changes) as [LimitName, number][]));

  interface Usage {
    storage_bytes: number;
    reserved_bytes: number;
    events: number;
  }
  const usage = async (): Promise<Usage> =>
    fields(await get(setting.server, `${T}/account.md`, setting.tenant)).usage as unknown as Usage;
  const held = async () => {
    const { storage_bytes, reserved_bytes } = await usage();
    return storage_bytes + reserved_bytes;
  };

  /** What is counted is what the rows come to. */
  async function isExact(): Promise<void> {
    const [counted] = await backend.ask<{ stored: number }>(recount, tenantId);
    assert.equal((await usage()).storage_bytes, counted!.stored);
  }

  /** Whether an answer refuses for the quota. */
  const isRefused = (answer: Answer): void => {
    assert.deepEqual([answer.status, fields(answer).code], [403, 'quota_exceeded'], answer.body.toString());
  };

  const adoptionOf = (formation: string) =>
    message(
      'adoption',
      `formation: ${formation}`,
      'outcome: declined',
      'reason_code: policy',
      'date: 2026-11-21',
    );
  const question = () => message('recommendation_request', `profile: ${known.profile}`);
  const begin = async (plan: string, key?: string) => {
    const quote = fields(await send('evaluation-plans', plan));
    return send('evaluations', message('evaluation_start', `plan: ${quote.plan_digest}`), key);
  };

  test('is counted exactly for every kind of thing that is stored', async () => {
    await isExact();
    await startPlan(setting, planOf(known, { repetitions: 2 }));
    const { reserved_bytes } = await usage();
    assert.ok(reserved_bytes > 0);
    const { lease } = fields(await run('runner/claims', message('runner_claim')));
    assert.equal((await run('runner/heartbeats', message('heartbeat', `lease: ${lease}`))).status, 200);
    setting.clock.at += 60;
    assert.equal(await runAll(setting, lock => lock === known.control), 12);
    await isExact();
    assert.equal((await usage()).reserved_bytes, 0);
    for (const text of [question(), question()])
      assert.ok((await send('recommendations', text)).status < 202);
    assert.equal((await send('adoptions', adoptionOf(known.team))).status, 201);
    const doomed = await startPlan(setting, planOf(known, { seed: 8, tolerated: 0 }));
    await run('runner/claims', message('runner_claim'));
    assert.equal((await send(`evaluations/${doomed}/cancel`, message('evaluation_cancel'))).status, 200);
    setting.clock.at += 60;
    assert.equal((await usage()).reserved_bytes, 0);
    await isExact();
  });

  test('grows by no more than a few times a request and a constant, of whatever kind it is', async () => {
    await limit({ automatic_approval_runs: 100_000, open_leases_per_runner: 1000 });
    const measured = async (what: string, text: string, ask: () => Promise<Answer>): Promise<Answer> => {
      const stored = (await usage()).storage_bytes;
      const answer = await ask();
      assert.ok(answer.status < 300, `${what}: ${answer.body}`);
      const grown = (await usage()).storage_bytes - stored;
      assert.ok(grown <= 4 * text.length + 12_288, `${what}: ${grown} bytes for ${text.length}`);
      return answer;
    };
    const sent = (route: string, text: string) => measured(route, text, () => send(route, text));
    const digest = async (route: string, text: string) => String(fields(await sent(route, text)).digest);
    const solo = await digest('formations', soloText('large'));
    await sent(
      'formations',
      formationText('large').replace('Count.', `${'Count. '.repeat(29)}\n`.repeat(1000)),
    );
    const suite = await digest('suites', suiteOf(2000, 'large'));
    await sent('workload-profiles', profileOf(30));
    const locks: string[] = [];
    for (let n = 0; n < 16; n += 1) {
      const text = soloLockText(solo).replace('Solo lock', `Solo lock ${n}`);
      locks.push(await digest('execution-locks', text));
    }
    const plan = message(
      'evaluation_plan',
      'title: All',
      'description: The largest.',
      `suite: ${suite}`,
      'locks:',
      ...locks.map(lock => `  - ${lock}`),
      'repetitions: 3',
      'seed: 1',
    );
    const quote = fields(await sent('evaluation-plans', plan));
    assert.equal(quote.runs, 96_000);
    const starting = message('evaluation_start', `plan: ${quote.plan_digest}`);
    const job = fields(await sent('evaluations', starting));
    const claiming = message('runner_claim');
    const { lease } = fields(
      await measured('claim', claiming, () => run('runner/claims', claiming, 'k'.repeat(255))),
    );
    const beat = message('heartbeat', `lease: ${lease}`);
    await measured('heartbeat', beat, () => run('runner/heartbeats', beat));
    const done = summary(lease, true);
    await measured('summary', done, () => run('runs', done));
    await sent(`evaluations/${job.job}/cancel`, message('evaluation_cancel'));
    await sent('adoptions', adoptionOf(solo));
    assert.equal((await usage()).reserved_bytes, 0);
    await isExact();
  });

  test('keeps the answer to a recommendation without what it says already, and repeats it byte for byte', async () => {
    const first = await send('recommendations', question(), 'asked');
    const before = (await usage()).storage_bytes;
    const second = await send('recommendations', question(), 'asked again');
    assert.ok(first.body.length > 1500);
    assert.ok((await usage()).storage_bytes - before < first.body.length);
    for (const [key, answer] of [
      ['asked', first],
      ['asked again', second],
    ] as const) {
      const again = await send('recommendations', question(), key);
      assert.deepEqual([again.status, again.headers['idempotent-replayed']], [answer.status, 'true']);
      assert.deepEqual(again.body, answer.body);
    }
    const other = message('recommendation_request', `profile: ${known.suite}`);
    const replayed = await send('recommendations', other, 'asked');
    assert.deepEqual([replayed.status, fields(replayed).code], [409, 'idempotency_conflict']);
  });

  test('has a quota, which is exact when many changes come at once', async () => {
    const answer = await send('suites', suiteText('rival 00'));
    const before = await held();
    assert.equal(answer.status, 201);
    const { status } = await send('suites', suiteText('rival 01'));
    const each = (await held()) - before;
    assert.equal(status, 201);
    await limit({ storage_bytes: before + 4 * each });
    const count = (await usage()).events;
    const beside = await serve(tenantConfig(place));
    const servers = [setting.server, beside];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        post(
          servers[n % 2]!,
          `${T}/suites`,
          suiteText(`rival ${10 + n}`),
          setting.tenant,
          `rival ${10 + n} key key`,
        ),
      ),
    );
    await beside.stop();
    const done = answers.filter(({ status }) => status === 201).length;
    assert.ok(done >= 2 && done <= 3, `${done} of 3`);
    for (const refused of answers.filter(({ status }) => status !== 201)) isRefused(refused);
    assert.ok((await held()) <= before + 4 * each);
    assert.equal((await usage()).events, count + done, 'what was refused left no event');
    await isExact();
  });

  test('beyond the quota takes nothing new, says what is used, and leaves nothing behind', async () => {
    const { plan_digest } = fields(await send('evaluation-plans', planOf(known, { seed: 21 })));
    const solo = String(fields(await send('formations', soloText('unlocked'))).digest);
    const used = await held();
    await limit({ storage_bytes: used });
    const { events } = await usage();
    const rows = await everyRow();
    const refused = [
      await send('formations', formationText('over')),
      await send('execution-locks', soloLockText(solo).replace('Solo', 'Over')),
      await send('suites', suiteText('over')),
      await send('workload-profiles', profileOf(11)),
      await send('evaluation-plans', planOf(known, { seed: 22 })),
      await send('evaluations', message('evaluation_start', `plan: ${plan_digest}`)),
      await send('recommendations', question()),
      await send('adoptions', adoptionOf(known.team)),
    ];
    for (const answer of refused) isRefused(answer);
    const { description } = fields(refused[0]!) as { description: string };
    assert.match(description, new RegExp(`\`storage_bytes\` of ${used}\\. ${used} are used`));
    assert.match(description, /ask the operator for more/);
    assert.deepEqual(await everyRow(), rows);
    assert.equal((await usage()).events, events);
    // What was refused may be sent again under its key once there is room.
    await limit({ storage_bytes: used - 1 });
    isRefused(await send('suites', suiteText('over'), 'over again'));
    await limit({ storage_bytes: undefined });
    assert.equal((await send('suites', suiteText('over'), 'over again')).status, 201);
  });

  const tables = [
    'tenant_artifact',
    'tenant_event',
    'tenant_response',
    'evaluation_plan',
    'evaluation_job',
    'assignment',
    'adoption',
  ] as const;
  const everyRow = () =>
    Promise.all(
      tables.map(async table => {
        const found = await backend.kysely.selectFrom(table).selectAll().execute();
        return [table, found.length, found];
      }),
    );

  test('lets evaluations that were started finish, for which it reserved what they add at most', async () => {
    const id = await startPlan(setting, planOf(known, { seed: 31, tolerated: 20 }));
    const other = await startPlan(setting, planOf(known, { seed: 32 }));
    const limitBytes = await held();
    await limit({ storage_bytes: limitBytes });
    isRefused(await send('suites', suiteText('full')));
    let keys = 0;
    const longest = (): string => {
      keys += 1;
      return `${keys}`.padStart(255, 'k');
    };
    const fits = async () => assert.ok((await held()) <= limitBytes);
    // Four of the runs are lost twice.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      for (let n = 0; n < 4; n += 1) {
        assert.equal((await run('runner/claims', message('runner_claim'), longest())).status, 200);
        await fits();
      }
      setting.clock.at += 60;
    }
    for (;;) {
      const given = fields(await run('runner/claims', message('runner_claim'), longest()));
      if (given.assignment === 'none') break;
      const beat = message('heartbeat', `lease: ${given.lease}`);
      assert.equal((await run('runner/heartbeats', beat, longest())).status, 200);
      const [text, key] = [summary(given.lease, true), longest()];
      assert.equal((await run('runs', text, key)).status, 200);
      assert.equal((await run('runs', text, key)).headers['idempotent-replayed'], 'true');
      await fits();
    }
    for (const each of [id, other]) {
      const page = fields(await get(setting.server, `${T}/evaluations/${each}.md`, setting.tenant));
      assert.deepEqual([page.state, typeof page.snapshot], ['completed', 'string']);
    }
    const { storage_bytes, reserved_bytes } = await usage();
    assert.equal(reserved_bytes, 0);
    assert.ok(storage_bytes < limitBytes);
    await isExact();
  });

  test('lets them finish in batches too', async () => {
    const id = await startPlan(setting, planOf(known, { seed: 33, repetitions: 9 }));
    const limitBytes = await held();
    await limit({ storage_bytes: limitBytes });
    for (const part of [50, 4]) {
      const claiming = message('runner_claim', 'count: 50');
      const given = fields(await run('runner/claims', claiming, `${part}`.padStart(255, 'c')));
      const leases = (given.assignments as { lease: string }[]).map(({ lease }) => lease);
      assert.equal(leases.length, part);
      assert.ok((await held()) <= limitBytes);
      const items = leases.map(lease => summary(lease, true).split('\n').slice(3, -2).join(', '));
      const text = message('run_batch', 'runs:', ...items.map(item => `  - {${item}}`));
      const answer = await run('runs', text, `${part}`.padStart(255, 'r'));
      assert.equal(fields(answer).accepted, part);
      assert.ok((await held()) <= limitBytes);
    }
    const page = fields(await get(setting.server, `${T}/evaluations/${id}.md`, setting.tenant));
    assert.deepEqual([page.state, (await usage()).reserved_bytes], ['completed', 0]);
    await isExact();
  });

  test('that is used up takes heartbeats without remembering them, and a cancellation', async () => {
    const id = await startPlan(setting, planOf(known, { seed: 36 }));
    const { lease } = fields(await run('runner/claims', message('runner_claim')));
    await limit({ storage_bytes: (await held()) - 1 });
    const stored = (await usage()).storage_bytes;
    const ends = [];
    for (let n = 0; n < 2; n += 1) {
      setting.clock.at += 30;
      const answer = await run('runner/heartbeats', message('heartbeat', `lease: ${lease}`), 'one beat');
      assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [200, undefined]);
      ends.push(Date.parse(String(fields(answer).expires_at)) / 1000 - setting.clock.at);
    }
    assert.deepEqual(ends, [60, 60], 'each of them renews the lease');
    assert.equal((await usage()).storage_bytes, stored);
    const cancel = () => send(`evaluations/${id}/cancel`, message('evaluation_cancel'), 'one cancel');
    assert.deepEqual(
      [(await cancel()).status, (await cancel()).headers['idempotent-replayed']],
      [200, 'true'],
    );
    const more = await send(`evaluations/${id}/cancel`, message('evaluation_cancel'));
    assert.equal(more.status, 200);
    setting.clock.at += 60;
    assert.equal((await usage()).reserved_bytes, 0);
    await isExact();
  });

  test('is refused a start whose runs would not fit, and takes a smaller one', async () => {
    const large = planOf(known, { seed: 41, repetitions: 50 });
    const { plan_digest } = fields(await send('evaluation-plans', large));
    await limit({ storage_bytes: (await held()) + 400_000 });
    isRefused(await send('evaluations', message('evaluation_start', `plan: ${plan_digest}`)));
    const small = await begin(planOf(known, { seed: 42 }));
    assert.equal(small.status, 201, small.body.toString());
    const cancelled = await send(`evaluations/${fields(small).job}/cancel`, message('evaluation_cancel'));
    assert.equal(fields(cancelled).state, 'cancelled');
    assert.equal((await usage()).reserved_bytes, 0);
  });

  test('gets the bytes of answers back that are forgotten', async () => {
    const first = await send('formations', formationText('kept'), 'kept for long');
    const before = (await usage()).storage_bytes;
    const forgotten = await setting.store.mutations.forget(setting.clock.at + 1);
    assert.ok(forgotten > 50);
    assert.ok((await usage()).storage_bytes < before - forgotten * 400);
    await isExact();
    const again = await send('formations', formationText('kept'), 'kept for long');
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.equal(await setting.store.mutations.forget(start), 0);
  });
});
