/** The lists of a tenant: what they show, filter by and page through, and that nobody else's rows are in them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Kind, publishedSchema } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import type { DatabasePlace } from '../../../server/store/database/database.ts';
import { openDatabase } from '../../../server/store/database/database.ts';
import { describedFromNow } from '../../support/described.ts';
import { claim, message, planOf, runAll, setEvaluations, startPlan, T } from '../../support/evaluation.ts';
import { onBothDatabases, start } from '../../support/store.ts';
import { fields, get, issue, suiteText } from '../../support/tenant.ts';

describedFromNow();

type Item = Record<string, string | number>;

onBothDatabases('the lists of a tenant', database => {
  let place: DatabasePlace;
  const keep = { place: async () => (place = await database.place()) };
  const { setting, known, send } = setEvaluations(keep, { cases: 2 });
  let jobs: string[];
  let recommendation: string;
  before(async () => {
    const done = await startPlan(setting, planOf(known));
    await runAll(setting, () => true);
    setting.clock.at += 86_400;
    const question = message('recommendation_request', `profile: ${known.profile}`);
    recommendation = String(fields(await send('recommendations', question, setting.tenant)).recommendation);
    jobs = [done, await startPlan(setting, planOf(known, { seed: 2 }))];
    await claim(setting, setting.runner);
    await send('evaluation-plans', planOf(known, { seed: 3 }), setting.tenant);
    await send('suites', suiteText('two').replace('coding.bug_fix', 'coding.review'), setting.tenant);
    for (const [field, digest] of [
      ['recommendation', recommendation],
      ['formation', known.team],
    ]) {
      const adoption = message(
        'adoption',
        `${field}: ${digest}`,
        'outcome: declined',
        'reason_code: policy',
        'date: 2026-11-21',
      );
      await send('adoptions', adoption, setting.tenant);
    }
  });

  const ask = (list: string, query = '') =>
    get(setting.server, `${T}/${list}/index.md${query}`, setting.tenant);
  const read = async (list: string, query = '') => {
    const answer = await ask(list, query);
    assert.equal(answer.status, 200, answer.body.toString());
    const page = fields(answer);
    publishedSchema(index as unknown as Kind).parse(page);
    return page as { total: number; next_after?: number; items: Item[] };
  };
  const numbers = async (list: string, query = '') =>
    (await read(list, query)).items.map(({ number }) => number);

  test('show a lost job, with its plan, state and evidence', async () => {
    const { items, total } = await read('evaluations');
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ number, job, state, task_class }) => [number, job, state, task_class]),
      [
        [1, jobs[0], 'completed', 'coding.bug_fix'],
        [2, jobs[1], 'running', 'coding.bug_fix'],
      ],
    );
    const page = await get(setting.server, String(items[0]!.path), setting.tenant);
    assert.deepEqual([fields(page).plan, fields(page).snapshot], [items[0]!.plan, items[0]!.snapshot]);
  });

  test('show each plan with its newest quote, as time goes by', async () => {
    const states = async () => (await read('evaluation-plans')).items.map(({ state }) => state);
    assert.deepEqual(await states(), ['started', 'started', 'approved']);
    setting.clock.at += 86_400;
    assert.deepEqual(await states(), ['started', 'started', 'expired']);
    for (const [state, count] of [
      ['started', 2],
      ['expired', 1],
      ['approved', 0],
      ['awaiting_operator', 0],
    ])
      assert.equal((await read('evaluation-plans', `?state=${state}`)).total, count, String(state));
    const [first] = (await read('evaluation-plans')).items;
    assert.deepEqual([first!.job, first!.runs], [jobs[0], 4]);
    setting.clock.at -= 86_400;
  });

  test('show adoptions with their outcome, and by the class of their recommendation', async () => {
    const { items } = await read('adoptions');
    assert.deepEqual(
      items.map(({ digest, state, reason_code, date }) => [digest, state, reason_code, date]),
      [
        [recommendation, 'declined', 'policy', '2026-11-21'],
        [known.team, 'declined', 'policy', '2026-11-21'],
      ],
    );
    assert.deepEqual(await numbers('adoptions', '?task_class=coding.bug_fix'), [1]);
    assert.deepEqual(await numbers('adoptions', '?state=declined'), [1, 2]);
    assert.deepEqual(await numbers('adoptions', '?state=adopted'), []);
  });

  test('filter by class, state and time, and count what passes', async () => {
    assert.equal((await read('suites')).total, 2);
    assert.equal((await read('suites', '?task_class=coding.review')).total, 1);
    assert.equal((await read('suites', '?task_class=coding.nothing&state=active')).total, 0);
    assert.equal((await read('workload-profiles', '?state=revoked')).total, 0);
    assert.equal(
      (await read('recommendations', '?task_class=coding.bug_fix')).items[0]!.digest,
      recommendation,
    );
    assert.deepEqual(await numbers('evaluations', '?state=running'), [2]);
    const at = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');
    const [day, next] = [at(start).slice(0, 10), at(start + 86_400).slice(0, 10)];
    for (const [query, expected] of [
      [`from=${day}&to=${day}`, [1]],
      [`from=${next}`, [2]],
      [`to=${at(start)}`, [1]],
      [`from=${at(start + 1)}&to=${at(start + 86_399)}`, []],
      [`from=${at(start)}&to=${at(start + 86_400)}`, [1, 2]],
    ] as const)
      assert.deepEqual(await numbers('evaluations', `?${query}`), expected, query);
  });

  test('lead from page to page with the same filters, and end', async () => {
    const seen: unknown[] = [];
    let next = `${T}/evaluations/index.md?limit=1&task_class=coding.bug_fix&from=2020-01-01`;
    for (let pages = 1; ; pages += 1) {
      const answer = await get(setting.server, next, setting.tenant);
      seen.push(...(fields(answer).items as Item[]).map(({ number }) => number));
      const link = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link));
      assert.equal(link === null, fields(answer).next_after === undefined);
      if (!link) break;
      assert.ok(pages < 3);
      next = link[1]!;
    }
    assert.deepEqual(seen, [1, 2]);
  });

  test('refuse what they cannot filter by', async () => {
    for (const query of [
      ...['state=done', 'state=', 'state=running&state=queued', 'task_class=bug', 'task_class='],
      ...['from=yesterday', 'from=2026-02-31', 'to=2026-11-21T08:00:00+01:00', 'limit=0', 'limit=501'],
      ...['after=-1', 'after=1e3'],
    ]) {
      const answer = await ask('evaluations', `?${query}`);
      const [error] = fields(answer).errors as { field: string; rule: string }[];
      assert.deepEqual(
        [answer.status, error!.field, error!.rule],
        [422, query.split('=')[0], 'parameter'],
        query,
      );
    }
    assert.equal((await ask('suites', '?state=running')).status, 422);
  });

  test('show another tenant nothing, whatever it filters by', async () => {
    const stranger = await issue(setting.store, `stranger-${database.name}`);
    for (const list of [
      ...['suites', 'workload-profiles', 'evaluation-plans', 'evaluations', 'recommendations', 'adoptions'],
    ])
      for (const query of ['', '?task_class=coding.bug_fix', '?from=2020-01-01&limit=500']) {
        const answer = await get(
          setting.server,
          `/v1/tenants/stranger-${database.name}/${list}/index.md${query}`,
          stranger,
        );
        assert.deepEqual([answer.status, fields(answer).total, fields(answer).items], [200, 0, []]);
      }
  });

  // A small table is read whole on PostgreSQL, whatever indexes it has.
  if (database.name === 'sqlite')
    test('are found in an index that holds all that they filter by', async context => {
      const backend = await openDatabase(place, start);
      context.after(() => backend.close());
      const plan = await backend.ask<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT own.number FROM tenant_artifact AS own
       WHERE own.tenant_id = $1 AND own.kind = $2 AND own.task_class = $3 AND own.status = $4
         AND own.registered_at >= $5 AND own.number > $6 ORDER BY own.number LIMIT $7`,
        ...['acme', 'suite', 'coding.bug_fix', 'active', 1, 0, 101],
      );
      assert.match(plan[0]!.detail, /COVERING INDEX tenant_artifact_page/);
    });

  if (database.name === 'sqlite')
    test('and registrations find other bodies of a version without looking at all artifacts', async context => {
      const backend = await openDatabase(place, start);
      context.after(() => backend.close());
      const plan = await backend.ask<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT digest FROM tenant_artifact WHERE tenant_id = $1 AND kind = $2
         AND version_name = $3 AND digest <> $4 ORDER BY number DESC LIMIT 20`,
        ...['acme', 'suite', 'cases@1.0.0', 'sha256:0'],
      );
      const details = plan.map(({ detail }) => detail).join(' ');
      assert.match(details, /^SEARCH tenant_artifact USING INDEX tenant_artifact_same_version [^,]*$/);
    });
});
