/** Requests that are only tried: answered as they would be, with nothing changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedFromNow } from '../../support/described.ts';
import { message, planOf, soloText, suiteOf, T, tenantId } from '../../support/evaluation.ts';
import { send } from '../../support/server.ts';
import { storageScene } from '../../support/storage.ts';
import { onBothDatabases } from '../../support/store.ts';
import { bearer, fields, get, issue, post, suiteText } from '../../support/tenant.ts';

describedFromNow();

onBothDatabases('a request with dry_run', database => {
  const scene = storageScene(database);
  const tables = [
    ...['tenant', 'tenant_artifact', 'tenant_event', 'tenant_response', 'evaluation_plan', 'evaluation_job'],
  ];
  const everything = async () =>
    Promise.all(tables.map(table => scene.backend.survey(`SELECT * FROM ${table}`)));
  const attempt = (route: string, text: string, key?: string) =>
    scene.send(`${route}?dry_run=true`, text, key);

  test('is answered as it would be, and nothing of it is kept', async () => {
    const { plan_digest } = fields(await scene.send('evaluation-plans', planOf(scene.known)));
    const documents = [
      ['formations', soloText('tried')],
      ['suites', suiteOf(1, 'tried')],
      ['evaluation-plans', planOf(scene.known, { seed: 2 })],
      ['evaluations', message('evaluation_start', `plan: ${plan_digest}`)],
    ] as const;
    for (const [route, text] of documents) {
      const before = await everything();
      const tried = await attempt(route, text, 'tried');
      assert.deepEqual([tried.status, tried.headers['dry-run']], [201, 'true'], tried.body.toString());
      assert.deepEqual(await everything(), before, route);
      const done = await scene.send(route, text, `done ${route}`);
      assert.deepEqual([done.status, done.headers['dry-run']], [201, undefined]);
      const shape = (answer: typeof done) => Object.keys(fields(answer));
      assert.deepEqual(shape(tried), shape(done));
    }
    const again = await attempt('suites', documents[1][1], 'tried');
    assert.deepEqual([again.status, fields(again).registered], [200, 'suite'], 'what is known is 200');
  });

  test('is refused as it would be', async () => {
    const wrong = await attempt('suites', suiteText('bad').replace('coding.bug_fix', 'coding.bug_fixes'));
    const [error] = fields(wrong).errors as { rule: string; message: string }[];
    assert.deepEqual([wrong.status, error!.rule], [422, 'unknown-task-class']);
    assert.match(error!.message, /Did you mean `coding\.bug_fix`/);
    await scene.limit({ storage_bytes: await scene.held() });
    scene.isRefused(await attempt('suites', suiteText('over')));
    await scene.limit({ storage_bytes: undefined });
  });

  test('needs a key, which is neither compared nor kept', async () => {
    const headers = { ...bearer(scene.setting.tenant), 'Content-Type': 'text/markdown' };
    const path = `${T}/suites?dry_run=true`;
    const bare = await send(scene.setting.server, path, { method: 'POST', headers, body: suiteText('bare') });
    assert.equal(fields(bare).code, 'idempotency_key_required');
    assert.equal((await scene.send('suites', suiteText('kept'), 'one key')).status, 201);
    const other = await attempt('suites', suiteText('other'), 'one key');
    assert.deepEqual([other.status, other.headers['idempotent-replayed']], [201, undefined]);
    assert.equal((await attempt('suites', suiteText('free'), 'free key')).status, 201);
    assert.equal((await scene.send('suites', suiteText('taken'), 'free key')).status, 201);
  });

  test('exists where a route takes it, and has two values', async () => {
    for (const value of ['', 'yes', 'true&dry_run=true'])
      assert.equal((await scene.send(`suites?dry_run=${value}`, suiteText('value'))).status, 422, value);
    assert.equal(
      (await scene.send('suites?dry_run=false', suiteText('false'))).headers['dry-run'],
      undefined,
    );
    const claim = await scene.run('runner/claims?dry_run=true', message('runner_claim'));
    assert.deepEqual([claim.status, fields(claim).code], [400, 'malformed_request']);
  });

  test('of another tenant sees nothing', async () => {
    const answer = await post(
      scene.setting.server,
      `/v1/tenants/nobody/suites?dry_run=true`,
      suiteText('nobody'),
      scene.setting.tenant,
    );
    assert.equal(answer.status, 404);
  });
});

onBothDatabases('a query', database => {
  const scene = storageScene(database);
  const ask = (path: string) => get(scene.setting.server, `${T}/${path}`, scene.setting.tenant);

  test('with a parameter that the route does not take is 400, and names those that it takes', async () => {
    const answer = await ask('suites/index.md?stat=active&limit=5&x%0A=1');
    assert.deepEqual([answer.status, fields(answer).code], [400, 'malformed_request']);
    const errors = fields(answer).errors as { field: string; message: string }[];
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['stat', 'x\\u{A}'],
    );
    assert.match(
      errors[0]!.message,
      /takes after, limit, task_class, state, from, to\. Did you mean `state`/,
    );
    const none = await ask('account.md?verbose=1');
    assert.match(String(fields(none).description), /This route takes no parameters/);
    assert.equal((await ask('events.md?after=0&limit=1&wait=0')).status, 200);
    assert.equal((await ask(`suites/index.md?${'a=1&'.repeat(500)}`)).status, 400);
  });

  test('is looked at once it is known who asks', async () => {
    assert.equal((await send(scene.setting.server, `${T}/account.md?x=1`)).status, 401);
    assert.equal(
      (await get(scene.setting.server, '/v1/tenants/nobody/account.md?x=1', scene.setting.tenant)).status,
      404,
    );
  });

  test('and every answer say what is left of the minute', async () => {
    const fresh = await issue(scene.setting.store, tenantId);
    const ask = (path: string) => get(scene.setting.server, `${T}/${path}`, fresh);
    const sent = (route: string, text: string) => post(scene.setting.server, `${T}/${route}`, text, fresh);
    await scene.setting.store.accounts.setLimits(tenantId, new Map([['requests_per_minute', 20]]));
    const remaining = async (asking: ReturnType<typeof ask>) => {
      const { status, headers } = await asking;
      assert.equal(headers['ratelimit-policy'], '"requests";q=20;w=60', `${status}`);
      const [, left, seconds] = /^"requests";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit))!;
      assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60);
      return [status, Number(left)];
    };
    assert.deepEqual(await remaining(ask('account.md')), [200, 19]);
    assert.deepEqual(await remaining(ask('evaluations/none.md')), [404, 18]);
    assert.deepEqual(await remaining(ask('account.md?x=1')), [400, 17]);
    assert.deepEqual(await remaining(sent('suites', 'nothing')), [422, 16]);
    assert.deepEqual(await remaining(sent('suites', suiteText('rate'))), [201, 15]);
    assert.deepEqual(await remaining(sent('runner/claims', 'nothing')), [403, 15]);
    for (let left = 14; left >= 0; left -= 1)
      assert.deepEqual(await remaining(ask('account.md')), [200, left]);
    assert.deepEqual(await remaining(ask('account.md')), [429, 0]);
    await scene.setting.store.accounts.setLimits(tenantId, new Map([['requests_per_minute', undefined]]));
  });
});
