/** Every answer of a tenant's journey is as the OpenAPI description says: status, headers, media type, and front matter by its schema. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '#document/message/routes.ts';
import type { CostlyCall } from '../../support/cost-limit.ts';
import { routeCalls } from '../../support/cost-route.ts';
import { describedFromNow } from '../../support/described.ts';
import { type EvaluationSetting, forSuite, message, serveEvaluations, T } from '../../support/evaluation.ts';
import { type Asked, send, serve } from '../../support/server.ts';
import { exampleDist, manifestIn } from '../../support/shared.ts';
import { onBothDatabases } from '../../support/store.ts';
import { bearer, fields, get, issue, suiteText, type TestCredential } from '../../support/tenant.ts';

const judge = describedFromNow();
const readsOnly = ['account:read'];

onBothDatabases('an answer is as it is described', database => {
  let setting: EvaluationSetting;
  let calls: CostlyCall[];
  let [limited, slow]: TestCredential[] = [];
  forSuite(async context => {
    setting = await serveEvaluations(context, await database.place());
    const limits = [
      ['automatic_approval_runs', 1e6],
      ['open_leases_per_runner', 1000],
    ] as const;
    await setting.store.accounts.setLimits('acme', new Map(limits));
    calls = await routeCalls(setting, 2);
    limited = await issue(setting.store, 'acme', readsOnly);
    await setting.store.tenants.create('slow', setting.clock.at);
    slow = await issue(setting.store, 'slow');
    await setting.store.accounts.setLimits('slow', new Map([['requests_per_minute', 1]]));
  });

  /** One request of each route, with changes. */
  const askEach = async (
    changed: (asked: Asked & { path: string }) => Asked & { path?: string },
    chosen: (call: CostlyCall) => boolean = () => true,
  ): Promise<number[]> => {
    const statuses = [];
    for (const call of calls.filter(chosen)) {
      const asked = call.request(Object.fromEntries(Object.keys(call.most).map(name => [name, 1])));
      const { path = asked.path, ...request } = { ...asked, ...changed(asked) };
      statuses.push((await send(setting.server, path, request)).status);
    }
    return statuses;
  };
  const ofTenant = ({ door }: CostlyCall) => door !== 'postUseReceipt';
  const routeOf = ({ door }: CostlyCall) => apiRoutes[door as keyof typeof apiRoutes];
  const isChange = (call: CostlyCall) => ofTenant(call) && routeOf(call).type === 'change';
  const accessOf = (call: CostlyCall): string => routeOf(call).access;
  const withHeader = (name: string, value: string) => (asked: Asked) => ({
    headers: { ...asked.headers, [name]: value },
  });

  test('where a request is right, once and again with its key', async () => {
    const statuses = await askEach(() => ({}));
    assert.deepEqual(
      [...new Set(statuses)].sort(),
      [200, 201, 422],
      'only the receipt has a ticket of nobody',
    );
    const [asked] = calls.filter(({ door }) => door === 'recommend').map(call => call.request({}));
    for (const replayed of [undefined, 'true']) {
      const answer = await send(setting.server, asked!.path, asked!);
      assert.equal(answer.headers['idempotent-replayed'], replayed);
    }
  });

  test('where nothing changed since, and where only the head is asked for', async () => {
    const { headers } = await get(setting.server, `${T}/suites/index.md`, setting.tenant);
    const again = { ...bearer(setting.tenant), 'If-None-Match': String(headers.etag) };
    assert.equal((await send(setting.server, `${T}/suites/index.md`, { headers: again })).status, 304);
    assert.deepEqual(
      new Set(
        await askEach(
          () => ({ method: 'HEAD' }),
          call => !isChange(call) && ofTenant(call),
        ),
      ),
      new Set([200]),
    );
  });

  test('where a request is refused, for whatever reason', async () => {
    const reasons: [number, Parameters<typeof askEach>[0], Parameters<typeof askEach>[1]][] = [
      [401, () => ({ headers: {} }), ofTenant],
      [401, withHeader('Authorization', 'Bearer atc_nobody_x'), ofTenant],
      [
        403,
        withHeader('Authorization', bearer(limited!).Authorization!),
        call => ofTenant(call) && accessOf(call) !== 'account:read',
      ],
      [404, asked => ({ path: asked.path.replace('acme', 'nobody') }), ofTenant],
      [400, asked => ({ path: `${asked.path.split('?')[0]}?surplus=1` }), ofTenant],
      [400, asked => ({ headers: { ...asked.headers, 'Idempotency-Key': '' } }), isChange],
      [415, withHeader('Content-Type', 'application/json'), isChange],
      [413, () => ({ body: 'x'.repeat(300_000) }), call => isChange(call) || !ofTenant(call)],
      [422, () => ({ body: '---\nkind: none\n---\n' }), call => isChange(call) || !ofTenant(call)],
      [400, () => ({ body: Buffer.from([0xc3, 0x28]) }), call => isChange(call) || !ofTenant(call)],
    ];
    for (const [status, changed, chosen] of reasons) {
      const statuses = await askEach(changed, chosen);
      assert.deepEqual([...new Set(statuses)], [status], String(changed));
    }
  });

  test('where a key is used again for something else, and where the minute is over', async () => {
    const headers = {
      ...bearer(setting.tenant),
      'Content-Type': 'text/markdown',
      'Idempotency-Key': 'one key',
    };
    const statuses = [];
    for (const body of [suiteText('described'), suiteText('other')])
      statuses.push((await send(setting.server, `${T}/suites`, { method: 'POST', headers, body })).status);
    const own = { headers: bearer(slow!) };
    for (let at = 0; at < 2; at += 1)
      statuses.push((await send(setting.server, '/v1/tenants/slow/account.md', own)).status);
    assert.deepEqual(statuses, [201, 409, 200, 429]);
  });

  test('where a lease is lost, and where there is nothing to do', async () => {
    const lease = `ev-${'0'.repeat(24)}.1.1`;
    const late = calls.find(({ door }) => door === 'renewLease')!.request({});
    const lost = await send(setting.server, late.path, {
      ...late,
      body: message('heartbeat', `lease: ${lease}`),
    });
    assert.equal(fields(lost).code, 'lease_lost');
  });

  test('and every route was answered', () => {
    const unseen = Object.keys(apiRoutes).filter(name => !judge.seen.has(name));
    assert.deepEqual(unseen, []);
  });
});

test('and so is every public page, also to a client that has it', async context => {
  const server = await serve();
  context.after(() => server.stop());
  const { pages } = manifestIn(exampleDist());
  const others = ['/search.md?q=fix', '/search.md', '/livez', '/readyz', '/status.md'];
  for (const path of [...pages.map(page => page.path), ...others]) {
    const { headers } = await send(server, path);
    if (headers.etag === undefined) continue;
    const { status } = await send(server, path, { headers: { 'If-None-Match': headers.etag } });
    assert.equal(status, 304, path);
  }
  assert.ok(judge.seen.has('getSearchMd') && judge.seen.has('getPatternsPatternMd'));
});
