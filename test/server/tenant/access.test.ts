/** Who may call what: scopes, other tenants, lists, rates, long polls. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { describedFromNow } from '../../support/described.ts';
import { tenantRoutes } from '../../support/door.ts';
import { send, serve } from '../../support/server.ts';
import { onBothDatabases } from '../../support/store.ts';
import {
  allScopes,
  bearer,
  fields,
  formationText,
  get,
  issue,
  lockText,
  post,
  setScene,
  suiteText,
  tenantConfig,
} from '../../support/tenant.ts';

describedFromNow();

const T = '/v1/tenants/acme';
describe('the table of routes', () => {
  test('asks a scope or a runner of every tenant route', () => {
    for (const { path, access } of tenantRoutes)
      assert.ok([...allScopes, 'runner'].includes(access), `${path}: ${access}`);
  });
});

onBothDatabases('a tenant', database => {
  const scene = setScene(database);
  const pathOf = (route: string, tenant: string, digest = '0'.repeat(64)) =>
    route.replace('{tenant}', tenant).replace('{digest}', digest);
  const ask = (method: string, path: string, headers: Record<string, string>) => {
    const body = method === 'POST' ? suiteText('ask') : undefined;
    const own = { 'Content-Type': 'text/markdown', 'Idempotency-Key': 'ask', ...headers };
    return send(scene.server, path, { method, headers: own, ...(body && { body }) });
  };

  test('is asked for a credential on every route, and told which scope is missing', async () => {
    const powerless = await issue(scene.store, 'acme', []);
    for (const { method, path, access } of tenantRoutes) {
      const bare = await ask(method, pathOf(path, 'acme'), {});
      assert.deepEqual([bare.status, fields(bare).code], [401, 'unauthenticated'], path);
      const refused = await ask(method, pathOf(path, 'acme'), bearer(powerless));
      assert.deepEqual([refused.status, fields(refused).code], [403, 'forbidden'], path);
      assert.match(
        String(refused.headers['www-authenticate']),
        new RegExp(access === 'runner' ? 'runner' : access),
      );
    }
  });

  test('cannot tell another tenant from none, nor its artifacts from nothing', async () => {
    const { digest } = fields(await scene.send('formations', formationText('theirs')));
    const hex = String(digest).slice(7);
    const strip = (text: string) => text.replaceAll(/request_id: \S+|acme|nobody|[0-9a-f]{64}/g, '');
    for (const { method, path } of tenantRoutes) {
      const theirs = await ask(method, pathOf(path, 'acme', hex), bearer(scene.other));
      const nobodys = await ask(method, pathOf(path, 'nobody', hex), bearer(scene.other));
      assert.deepEqual([theirs.status, nobodys.status], [404, 404], path);
      assert.equal(strip(theirs.body.toString()), strip(nobodys.body.toString()));
    }
    for (const page of ['', '/signature', '/status']) {
      const mine = await get(
        scene.server,
        `/v1/tenants/other/artifacts/sha256/${hex}${page}.md`,
        scene.other,
      );
      assert.equal(mine.status, 404);
    }
    const feed = fields(await get(scene.server, '/v1/tenants/other/events.md', scene.other));
    assert.deepEqual(feed.events, []);
    const locked = await post(
      scene.server,
      '/v1/tenants/other/execution-locks',
      lockText(String(digest)),
      scene.other,
    );
    assert.equal(locked.status, 422);
    assert.equal((await send(scene.server, `/artifacts/sha256/${hex}.md`)).status, 404);
  });

  test('gets 405 with what is allowed for another method', async () => {
    const answer = await ask('DELETE', `${T}/formations`, bearer(scene.acme));
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'POST']);
    const list = await ask('POST', `${T}/events.md`, bearer(scene.acme));
    assert.deepEqual([list.status, list.headers.allow], [405, 'GET, HEAD']);
  });

  test('pages through its lists', async () => {
    const lister = await issue(scene.store, `lister-${database.name}`);
    const prefix = `/v1/tenants/lister-${database.name}`;
    for (const word of ['a', 'b', 'c'])
      await post(scene.server, `${prefix}/formations`, formationText(word), lister);
    const first = await get(scene.server, `${prefix}/formations/index.md?limit=2`, lister);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))![1]!;
    const second = await get(scene.server, next, lister);
    const titles = [first, second].flatMap(answer =>
      (fields(answer).items as { title: string }[]).map(each => each.title),
    );
    assert.deepEqual(titles, ['Mending pair a', 'Mending pair b', 'Mending pair c']);
    assert.deepEqual([fields(first).total, fields(second).next_after], [3, undefined]);
    assert.doesNotMatch(String(second.headers.link), /rel="next"/);
    assert.deepEqual(fields(await get(scene.server, `${prefix}/evidence/index.md`, lister)).items, []);
    const wrong = await get(scene.server, `${prefix}/formations/index.md?limit=501`, lister);
    assert.deepEqual([wrong.status, (fields(wrong).errors as { field: string }[])[0]!.field], [422, 'limit']);
  });

  test('has pages with digest and tag, and 304 for what it knows', async () => {
    const page = await scene.read('account.md');
    assert.match(String(page.headers['cache-control']), /private/);
    const headers = { ...bearer(scene.acme), 'If-None-Match': String(page.headers.etag) };
    assert.equal((await send(scene.server, `${T}/account.md`, { headers })).status, 304);
    const head = await send(scene.server, `${T}/account.md`, { method: 'HEAD', headers: bearer(scene.acme) });
    assert.deepEqual([head.status, head.headers.etag, head.body.length], [200, page.headers.etag, 0]);
  });

  test('is refused more requests than its account allows, with the time to wait', async () => {
    const tenant = `busy-${database.name}`;
    const busy = await issue(scene.store, tenant);
    await scene.store.accounts.setLimits(tenant, new Map([['requests_per_minute', 3]]));
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1)
      statuses.push((await get(scene.server, `/v1/tenants/${tenant}/account.md`, busy)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const refused = await get(scene.server, `/v1/tenants/${tenant}/account.md`, busy);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
  });

  test('that waits for an event is answered as soon as one happens, in another process too', async context => {
    const beside = await serve(tenantConfig(scene.place));
    context.after(() => beside.stop());
    const others = '/v1/tenants/other';
    for (const [index, server] of [scene.server, beside].entries()) {
      const { next_after } = fields(await scene.read('events.md?limit=500'));
      const latest = fields(await get(scene.server, `${others}/events.md?limit=500`, scene.other)).next_after;
      const waiting = get(server, `${T}/events.md?after=${next_after}&wait=20`, scene.acme);
      // Another tenant waits half as long and for nothing: without the event it would be answered first.
      let isOtherAnswered = false;
      const other = get(server, `${others}/events.md?after=${latest}&wait=10`, scene.other).then(answer => {
        isOtherAnswered = true;
        return answer;
      });
      await wait(300);
      const done = await scene.send('suites', suiteText(`wait ${index}`));
      assert.equal(done.status, 201);
      const found = fields(await waiting).events as { kind: string; number: number; actor: string }[];
      assert.deepEqual(
        found.map(({ kind, number, actor }) => [kind, number, actor]),
        [['suite_registered', Number(next_after) + 1, scene.acme.id]],
      );
      assert.equal(isOtherAnswered, false);
      await post(scene.server, `${others}/suites`, suiteText(`other ${index}`), scene.other);
      assert.equal((fields(await other).events as unknown[]).length, 1);
    }
  });

  test('that waits without result gets an empty answer', async () => {
    const { next_after } = fields(await scene.read('events.md?limit=500'));
    const empty = fields(await scene.read(`events.md?after=${next_after}&wait=1`));
    assert.deepEqual([empty.events, empty.next_after], [[], next_after]);
  });
});
