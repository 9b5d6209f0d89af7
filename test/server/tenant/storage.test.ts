/** The quota of storage: everything is counted exactly, nothing is copied in bulk, and what was accepted can finish. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  message,
  planOf,
  profileOf,
  runAll,
  soloLockText,
  soloText,
  startPlan,
  suiteOf,
  summary,
  T,
} from '../../support/evaluation.ts';
import { type Answer, serve } from '../../support/server.ts';
import { storageScene } from '../../support/storage.ts';
import { onBothDatabases, start } from '../../support/store.ts';
import { fields, formationText, post, suiteText, tenantConfig } from '../../support/tenant.ts';

onBothDatabases('the storage of a tenant', database => {
  const scene = storageScene(database);

  const adoptionOf = (formation: string) =>
    message(
      'adoption',
      `formation: ${formation}`,
      'outcome: declined',
      'reason_code: policy',
      'date: 2026-11-21',
    );
  const question = () => message('recommendation_request', `profile: ${scene.known.profile}`);
  test('is counted exactly for every kind of thing that is stored', async () => {
    await scene.isExact();
    await startPlan(scene.setting, planOf(scene.known, { repetitions: 2 }));
    const { reserved_bytes } = await scene.usage();
    assert.ok(reserved_bytes > 0);
    const { lease } = fields(await scene.run('runner/claims', message('runner_claim')));
    assert.equal((await scene.run('runner/heartbeats', message('heartbeat', `lease: ${lease}`))).status, 200);
    scene.setting.clock.at += 60;
    assert.equal(await runAll(scene.setting, lock => lock === scene.known.control), 12);
    await scene.isExact();
    assert.equal((await scene.usage()).reserved_bytes, 0);
    for (const text of [question(), question()])
      assert.ok((await scene.send('recommendations', text)).status < 202);
    assert.equal((await scene.send('adoptions', adoptionOf(scene.known.team))).status, 201);
    const doomed = await startPlan(scene.setting, planOf(scene.known, { seed: 8, tolerated: 0 }));
    await scene.run('runner/claims', message('runner_claim'));
    assert.equal(
      (await scene.send(`evaluations/${doomed}/cancel`, message('evaluation_cancel'))).status,
      200,
    );
    scene.setting.clock.at += 60;
    assert.equal((await scene.usage()).reserved_bytes, 0);
    await scene.isExact();
  });

  test('grows by no more than a few times a request and a constant, of whatever kind it is', async () => {
    await scene.limit({ automatic_approval_runs: 100_000, open_leases_per_runner: 1000 });
    const measured = async (what: string, text: string, ask: () => Promise<Answer>): Promise<Answer> => {
      const stored = (await scene.usage()).storage_bytes;
      const answer = await ask();
      assert.ok(answer.status < 300, `${what}: ${answer.body}`);
      const grown = (await scene.usage()).storage_bytes - stored;
      assert.ok(grown <= 4 * text.length + 12_288, `${what}: ${grown} bytes for ${text.length}`);
      return answer;
    };
    const sent = (route: string, text: string) => measured(route, text, () => scene.send(route, text));
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
      await measured('claim', claiming, () => scene.run('runner/claims', claiming, 'k'.repeat(255))),
    );
    const beat = message('heartbeat', `lease: ${lease}`);
    await measured('heartbeat', beat, () => scene.run('runner/heartbeats', beat));
    const done = summary(lease, true);
    await measured('summary', done, () => scene.run('runs', done));
    await sent(`evaluations/${job.job}/cancel`, message('evaluation_cancel'));
    await sent('adoptions', adoptionOf(solo));
    assert.equal((await scene.usage()).reserved_bytes, 0);
    await scene.isExact();
  });

  test('keeps the answer to a recommendation without what it says already, and repeats it byte for byte', async () => {
    const first = await scene.send('recommendations', question(), 'asked');
    const before = (await scene.usage()).storage_bytes;
    const second = await scene.send('recommendations', question(), 'asked again');
    assert.ok(first.body.length > 1500);
    assert.ok((await scene.usage()).storage_bytes - before < first.body.length);
    for (const [key, answer] of [
      ['asked', first],
      ['asked again', second],
    ] as const) {
      const again = await scene.send('recommendations', question(), key);
      assert.deepEqual([again.status, again.headers['idempotent-replayed']], [answer.status, 'true']);
      assert.deepEqual(again.body, answer.body);
    }
    const other = message('recommendation_request', `profile: ${scene.known.suite}`);
    const replayed = await scene.send('recommendations', other, 'asked');
    assert.deepEqual([replayed.status, fields(replayed).code], [409, 'idempotency_conflict']);
  });

  test('has a quota, which is exact when many changes come at once', async () => {
    const answer = await scene.send('suites', suiteText('rival 00'));
    const before = await scene.held();
    assert.equal(answer.status, 201);
    const { status } = await scene.send('suites', suiteText('rival 01'));
    const each = (await scene.held()) - before;
    assert.equal(status, 201);
    await scene.limit({ storage_bytes: before + 4 * each });
    const count = (await scene.usage()).events;
    const beside = await serve(tenantConfig(scene.place));
    const servers = [scene.setting.server, beside];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        post(
          servers[n % 2]!,
          `${T}/suites`,
          suiteText(`rival ${10 + n}`),
          scene.setting.tenant,
          `rival ${10 + n} key key`,
        ),
      ),
    );
    await beside.stop();
    const done = answers.filter(({ status }) => status === 201).length;
    assert.ok(done >= 2 && done <= 3, `${done} of 3`);
    for (const refused of answers.filter(({ status }) => status !== 201)) scene.isRefused(refused);
    assert.ok((await scene.held()) <= before + 4 * each);
    assert.equal((await scene.usage()).events, count + done, 'what was refused left no event');
    await scene.isExact();
  });

  test('beyond the quota takes nothing new, says what is used, and leaves nothing behind', async () => {
    const { plan_digest } = fields(await scene.send('evaluation-plans', planOf(scene.known, { seed: 21 })));
    const solo = String(fields(await scene.send('formations', soloText('unlocked'))).digest);
    const used = await scene.held();
    await scene.limit({ storage_bytes: used });
    const { events } = await scene.usage();
    const rows = await everyRow();
    const refused = [
      await scene.send('formations', formationText('over')),
      await scene.send('execution-locks', soloLockText(solo).replace('Solo', 'Over')),
      await scene.send('suites', suiteText('over')),
      await scene.send('workload-profiles', profileOf(11)),
      await scene.send('evaluation-plans', planOf(scene.known, { seed: 22 })),
      await scene.send('evaluations', message('evaluation_start', `plan: ${plan_digest}`)),
      await scene.send('recommendations', question()),
      await scene.send('adoptions', adoptionOf(scene.known.team)),
    ];
    for (const answer of refused) scene.isRefused(answer);
    const { description } = fields(refused[0]!) as { description: string };
    assert.match(description, new RegExp(`\`storage_bytes\` of ${used}\\. ${used} are used`));
    assert.match(description, /ask the operator for more/);
    assert.deepEqual(await everyRow(), rows);
    assert.equal((await scene.usage()).events, events);
    // What was refused may be sent again under its key once there is room.
    await scene.limit({ storage_bytes: used - 1 });
    scene.isRefused(await scene.send('suites', suiteText('over'), 'over again'));
    await scene.limit({ storage_bytes: undefined });
    assert.equal((await scene.send('suites', suiteText('over'), 'over again')).status, 201);
  });

  const tables = [
    ...['tenant_artifact', 'tenant_event', 'tenant_response', 'evaluation_plan', 'evaluation_job'],
    ...['assignment', 'adoption'],
  ] as const;
  const everyRow = () =>
    Promise.all(
      tables.map(async table => {
        const found = await scene.backend.survey(`SELECT * FROM ${table}`);
        return [table, found.length, found];
      }),
    );

  test('gets the bytes of answers back that are forgotten', async () => {
    const first = await scene.send('formations', formationText('kept'), 'kept for long');
    const before = (await scene.usage()).storage_bytes;
    const forgotten = await scene.setting.store.mutations.forget(scene.setting.clock.at + 1);
    assert.ok(forgotten > 50);
    assert.ok((await scene.usage()).storage_bytes < before - forgotten * 400);
    await scene.isExact();
    const again = await scene.send('formations', formationText('kept'), 'kept for long');
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.equal(await scene.setting.store.mutations.forget(start), 0);
  });
});
