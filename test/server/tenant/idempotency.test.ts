/** Idempotency: replays, conflicts, requests in flight together, and that only what was done is remembered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedFromNow } from '../../support/described.ts';
import { send, serve } from '../../support/server.ts';
import { onBothDatabases } from '../../support/store.ts';
import {
  bearer,
  fields,
  formationText,
  issue,
  post,
  profileText,
  setScene,
  suiteText,
  tenantConfig,
} from '../../support/tenant.ts';

describedFromNow();

const T = '/v1/tenants/acme';

onBothDatabases('a change', database => {
  const scene = setScene(database);
  const events = async () => (fields(await scene.read('account.md')).usage as { events: number }).events;

  test('that is repeated gets the same answer, and happens once', async () => {
    const before = await events();
    const first = await scene.send('formations', formationText('replay'), scene.acme, 'replay');
    const second = await scene.send('formations', formationText('replay'), scene.acme, 'replay');
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.deepEqual(second.body, first.body);
    assert.deepEqual(
      [second.headers.location, second.headers.link],
      [first.headers.location, first.headers.link],
    );
    assert.deepEqual(
      [first.headers['idempotent-replayed'], second.headers['idempotent-replayed']],
      [undefined, 'true'],
    );
    assert.equal(await events(), before + 1);
  });

  test('with the key of another body or path is a conflict', async () => {
    await scene.send('suites', suiteText('conflict'), scene.acme, 'conflict');
    for (const [route, text] of [
      ['suites', suiteText('other')],
      ['workload-profiles', profileText('conflict')],
      ['formations', suiteText('conflict')],
    ] as const) {
      const answer = await scene.send(route, text, scene.acme, 'conflict');
      assert.deepEqual([answer.status, fields(answer).code], [409, 'idempotency_conflict'], route);
    }
  });

  test('that was refused may be corrected and sent again under its key', async () => {
    const wrong = profileText('corrected').replace('min_pass_rate: 90', 'min_pass_rate: 101');
    const refused = await scene.send('workload-profiles', wrong, scene.acme, 'corrected');
    const corrected = await scene.send(
      'workload-profiles',
      profileText('corrected'),
      scene.acme,
      'corrected',
    );
    assert.deepEqual([refused.status, corrected.status], [422, 201]);
  });

  test('in flight many times under one key is executed once, and all get its answer', async () => {
    const before = await events();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        scene.send('formations', formationText('flight'), scene.acme, 'flight'),
      ),
    );
    assert.deepEqual([...new Set(answers.map(answer => answer.status))], [201]);
    assert.equal(new Set(answers.map(answer => answer.body.toString())).size, 1);
    assert.equal(answers.filter(answer => !answer.headers['idempotent-replayed']).length, 1);
    assert.equal(await events(), before + 1);
  });

  test('in flight with different bodies under one key is one success and conflicts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        scene.send('suites', suiteText(`flight ${n}`), scene.acme, 'rivals'),
      ),
    );
    assert.deepEqual(answers.map(answer => answer.status).sort(), [201, ...Array(7).fill(409)]);
  });

  test('has the keys of its tenant alone', async () => {
    await scene.send('suites', suiteText('mine'), scene.acme, 'shared');
    const theirs = await post(
      scene.server,
      '/v1/tenants/other/suites',
      suiteText('theirs'),
      scene.other,
      'shared',
    );
    assert.equal(theirs.status, 201);
  });

  test('needs a key that can be used', async () => {
    const headers = { ...bearer(scene.acme), 'Content-Type': 'text/markdown' };
    const ask = async (more: Record<string, string>) => {
      const options = { method: 'POST', headers: { ...headers, ...more }, body: suiteText('key') };
      const answer = await send(scene.server, `${T}/suites`, options);
      return [answer.status, fields(answer).code];
    };
    assert.deepEqual(await ask({}), [400, 'idempotency_key_required']);
    assert.deepEqual(await ask({ 'Idempotency-Key': 'x'.repeat(256) }), [400, 'malformed_request']);
    assert.deepEqual(await ask({ 'Idempotency-Key': 'a\tb' }), [400, 'malformed_request']);
  });

  test('is checked for size and media type first', async () => {
    const ask = async (type: string, body: string) => {
      const headers = { ...bearer(scene.acme), 'Content-Type': type };
      const answer = await send(scene.server, `${T}/suites`, { method: 'POST', headers, body });
      return answer.status;
    };
    assert.equal(await ask('text/markdown', 'x'.repeat(256 * 1024 + 1)), 413);
    assert.equal(await ask('application/json', '{}'), 415);
  });

  test('is answered from what was stored also after the process was replaced', async context => {
    const first = await scene.send('suites', suiteText('kept'), scene.acme, 'kept');
    const later = await serve(tenantConfig(scene.place));
    context.after(() => later.stop());
    const second = await post(later, `${T}/suites`, suiteText('kept'), scene.acme, 'kept');
    assert.deepEqual([second.body, second.headers['idempotent-replayed']], [first.body, 'true']);
  });

  test('of a credential that lacks the scope, is revoked or has expired does not happen', async () => {
    const reader = await issue(scene.store, 'acme', ['artifacts:read']);
    const refused = await scene.send('suites', suiteText('scope'), reader);
    assert.equal(refused.status, 403);
    assert.match(String(fields(refused).description), /lacks the scope `evaluations:plan`/);
    const gone = await issue(scene.store, 'acme');
    await scene.store.credentials.revoke(gone.id, 1);
    const late = await issue(scene.store, 'acme', undefined, { expiresAt: 1 });
    for (const credential of [gone, late]) {
      const answer = await scene.send('suites', suiteText('scope'), credential);
      assert.deepEqual([answer.status, answer.headers['www-authenticate']?.split(' ')[0]], [401, 'Bearer']);
    }
    assert.equal((await scene.send('suites', suiteText('scope'))).status, 201);
  });
});
