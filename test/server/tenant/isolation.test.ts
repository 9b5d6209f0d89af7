/**
 * The isolation of tenants, as a table over all routes: who asks for what, and what they are told. A route that is added is
 * in it by itself, and one that changes something must say in which places of its body an id may be.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answeredAt, refusedAt, type TenantRoute, tenantRoutes } from '../../support/door.ts';
import {
  type EvaluationSetting,
  forSuite,
  profileOf,
  serveEvaluations,
  suiteOf,
  tenantId,
} from '../../support/evaluation.ts';
import {
  assertTellsNothing,
  type Belongings,
  furnish,
  type Intruder,
  intrude,
  namings,
  nobodys,
  pathOf,
  sharedKey,
  told,
} from '../../support/isolation.ts';
import { type Answer, send } from '../../support/server.ts';
import { onBothDatabases } from '../../support/store.ts';
import { allScopes, bearer, fields, issue, type TestCredential } from '../../support/tenant.ts';

const nameOf = ({ method, below }: TenantRoute) => `${method} T/${below}`;
const absent = nobodys('absent');
// There is no tenant `nope`; its name is as long as that of the one that there is.

onBothDatabases('the table of isolation', database => {
  let setting: EvaluationSetting;
  let theirs: Belongings;
  let intruder: Intruder;
  const others: Record<string, TestCredential> = {};
  forSuite(async context => {
    setting = await serveEvaluations(context, await database.place());
    theirs = await furnish(setting);
    intruder = await intrude(setting, 'other');
    const { store } = setting;
    others.runner = await issue(store, tenantId, [], { runner: true });
    for (const { access } of tenantRoutes) {
      const scopes = allScopes.filter(scope => scope !== access);
      others[access] ??= await issue(store, tenantId, scopes, { runner: access !== 'runner' });
    }
    others['no runner'] = await issue(store, tenantId, allScopes);
    others.expired = await issue(store, tenantId, allScopes, { runner: true, expiresAt: 1 });
    others.revoked = await issue(store, tenantId, allScopes, { runner: true });
    await store.credentials.revoke(others.revoked.id, 1);
  });

  let keys = 0;
  const ask = (
    method: string,
    path: string,
    by: TestCredential | undefined,
    body = '---\nkind: none\n---\n',
    key = `isolation-${++keys}`,
  ): Promise<Answer> => {
    const headers = { 'Content-Type': 'text/markdown', 'Idempotency-Key': key, ...(by && bearer(by)) };
    return send(setting.server, path, { method, headers, ...(method === 'POST' && { body }) });
  };
  const isRefused = (answer: Answer, status: number, code: string, what: string) =>
    assert.deepEqual([answer.status, fields(answer).code], [status, code], what);
  const byIntruder = ({ access }: TenantRoute) =>
    access === 'runner' ? intruder.runner : intruder.credential;

  const tellsNothing = (answer: Answer, ...sent: readonly string[]) =>
    assertTellsNothing([...Object.values(theirs), setting.tenant.id], answer, ...sent);

  describe('who asks', () => {
    for (const route of tenantRoutes) {
      const { method, access } = route;
      const own = () => pathOf(route, tenantId, theirs);

      test(`${nameOf(route)}: without a credential in force is 401, wherever it asks`, async () => {
        const unknown = { id: 'nobody', token: `atc_nobody_${'x'.repeat(43)}` };
        const wrong = { ...setting.tenant, token: setting.tenant.token.replace(/.{4}$/, 'AAAA') };
        for (const by of [undefined, unknown, wrong, others.expired!, others.revoked!]) {
          const answers = [];
          for (const [tenant, its] of [
            [tenantId, theirs],
            [tenantId, absent],
            ['nope', absent],
          ] as const) {
            const answer = await ask(method, pathOf(route, tenant, its), by);
            isRefused(answer, 401, 'unauthenticated', by?.id ?? 'none');
            assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
            answers.push(told(answer, tenant));
          }
          assert.deepEqual(answers.slice(1), answers.slice(0, -1));
        }
      });

      test(`${nameOf(route)}: of another tenant is 404, and looks as if there were no such tenant`, async () => {
        const everyone = [intruder.credential, intruder.runner, byIntruder(route)];
        for (const by of everyone) {
          const answers = [];
          for (const [tenant, its] of [
            [tenantId, theirs],
            [tenantId, absent],
            ['nope', theirs],
          ] as const) {
            const path = pathOf(route, tenant, its);
            const answer = await ask(method, path, by, undefined, sharedKey);
            isRefused(answer, 404, 'not_found', tenant);
            tellsNothing(answer, path);
            answers.push(told(answer, tenant));
          }
          assert.deepEqual(answers.slice(1), answers.slice(0, -1));
        }
      });

      test(`${nameOf(route)}: without ${access} is 403, whether it names something or not`, async () => {
        const refused = access === 'runner' ? [others['no runner']!] : [others[access]!, others.runner!];
        for (const by of refused) {
          const found = await ask(method, own(), by);
          isRefused(found, 403, 'forbidden', by.id);
          assert.match(String(found.headers['www-authenticate']), new RegExp(`scope="${access}"`));
          const nothing = await ask(method, pathOf(route, tenantId, absent), by);
          assert.deepEqual(told(nothing), told(found));
        }
      });

      test(`${nameOf(route)}: by another method is 405, anyone who asks for whatever`, async () => {
        for (const other of refusedAt(route).filter(each => each !== 'HEAD')) {
          const answers = [];
          for (const by of [undefined, setting.tenant, intruder.credential]) {
            for (const [tenant, its] of [
              [tenantId, theirs],
              ['nope', absent],
            ] as const) {
              const answer = await ask(other, pathOf(route, tenant, its), by);
              isRefused(answer, 405, 'method_not_allowed', other);
              assert.equal(answer.headers.allow, answeredAt(route).join(', '));
              answers.push(told(answer, tenant));
            }
          }
          assert.deepEqual(answers.slice(1), answers.slice(0, -1));
        }
      });
    }
  });

  describe('what another tenant has', () => {
    for (const route of tenantRoutes.filter(({ method }) => method === 'GET')) {
      test(`${nameOf(route)}: cannot be told from what nobody has`, async () => {
        const digests = Object.values(theirs).filter(id => id.startsWith('sha256:'));
        const named = route.path.includes('{digest}') ? digests : [theirs.formation];
        for (const digest of named) {
          const path = pathOf(route, 'other', theirs, digest);
          const found = await ask('GET', path, byIntruder(route));
          const nothing = await ask('GET', pathOf(route, 'other', absent), byIntruder(route));
          assert.equal(
            found.status,
            route.path.includes('{digest}') || route.path.includes('{job}') ? 404 : 200,
          );
          assert.deepEqual(told(found), told(nothing));
          tellsNothing(found, path);
          const head = await ask('HEAD', path, byIntruder(route));
          assert.deepEqual([head.status, head.body.length], [found.status, 0]);
        }
      });
    }

    /** The answer to the first of its own documents that names something which the tenant has not. */
    const expected: Readonly<Record<string, [number, string | undefined]>> = {
      'evaluations/{job}/cancel': [404, 'not_found'],
      'runner/claims': [200, undefined],
      'runner/heartbeats': [409, 'lease_lost'],
      runs: [409, 'lease_lost'],
    };

    for (const route of tenantRoutes.filter(({ method }) => method === 'POST')) {
      const name = route.below;
      test(`${nameOf(route)}: cannot be named in a body, nor told from what nobody has`, async () => {
        const texts = { suite: suiteOf(1, 'intruder'), profile: profileOf(10) };
        const places = namings(intruder, texts)[name];
        assert.ok(places, `${name} says in which places of its body an id may stand`);
        for (const [place, write] of Object.entries(places)) {
          const [status, code] = expected[name] ?? [422, 'validation_failed'];
          const answers = [];
          // The key is one under which the other tenant has an answer.
          for (const [its, key] of [
            [theirs, sharedKey],
            [absent, undefined],
            [nobodys('two'), undefined],
          ] as const) {
            const answer = await ask('POST', pathOf(route, 'other', its), byIntruder(route), write(its), key);
            assert.deepEqual(
              [answer.status, fields(answer).code],
              [status, code],
              `${place}: ${answer.body}`,
            );
            assert.equal(answer.headers['idempotent-replayed'], undefined);
            tellsNothing(answer, pathOf(route, 'other', its), write(its));
            answers.push(told(answer));
          }
          assert.deepEqual(answers.slice(1), answers.slice(0, -1), place);
        }
      });
    }

    test('is untouched by all of this', async () => {
      const beat = `---\nschema: formation.heartbeat/v0.1\nkind: heartbeat\nlease: ${theirs.lease}\n---\n`;
      const path = `/v1/tenants/${tenantId}`;
      assert.equal((await ask('POST', `${path}/runner/heartbeats`, setting.runner, beat)).status, 200);
      const page = fields(await ask('GET', `${path}/evaluations/${theirs.job}.md`, setting.tenant));
      assert.equal(page.state, 'running');
      const events = fields(await ask('GET', `${path}/events.md?limit=500`, setting.tenant)).events;
      const actors = new Set((events as { actor: string }[]).map(({ actor }) => actor));
      assert.deepEqual([...actors].sort(), [setting.tenant.id, setting.runner.id].sort());
    });
  });

  test('a path that is written in another way reaches no other tenant', async () => {
    for (const path of [
      ...['/v1/tenants/other/../acme/account.md', '/v1/tenants/other%2f..%2facme/account.md'],
      ...['/v1/tenants/other/%2e%2e/acme/account.md', '/v1/tenants/ACME/account.md'],
      ...['/v1/tenants/acme%00/account.md', '/v1/tenants//acme/account.md'],
      ...['/v1/tenants/acme;other/account.md', '/v1/tenants/other/evaluations/..%2f..%2facme%2faccount.md'],
    ]) {
      const answer = await ask('GET', path, intruder.credential);
      assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`);
      assert.doesNotMatch(answer.body.toString(), /^tenant: /m);
    }
  });
});
