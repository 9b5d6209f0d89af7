/** Requests that wait for an event: so many at a time for each credential. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../../server/store/store.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { freeTraffic, serve } from '../../../support/server.ts';
import { start } from '../../../support/store.ts';
import { fields, get, issue, post, suiteText, tenantConfig } from '../../../support/tenant.ts';

test('past the number of a credential a wait is refused, and nothing else', async context => {
  const place = { dataDir: join(temporaryFolder(context), 'data') };
  const store = await openStore(place, start);
  const traffic = { ...freeTraffic, longPollsPerCredential: 2 };
  const server = await serve({ ...tenantConfig(place), traffic });
  context.after(async () => {
    await server.stop();
    await store.close();
  });
  const [one, other] = [await issue(store, 'acme'), await issue(store, 'acme')];
  const feed = '/v1/tenants/acme/events.md?after=0';
  const waiting = [one, one, other].map(credential => get(server, `${feed}&wait=30`, credential));
  // Which of the three of one credential is refused is not said; one is.
  const third = get(server, `${feed}&wait=30`, one);
  const refused = await Promise.race([...waiting, third]);
  assert.equal(refused.status, 429);
  assert.equal(fields(refused).code, 'rate_limited');
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(seconds >= 1 && seconds <= 30, `${seconds}`);
  assert.equal((await get(server, feed, one)).status, 200);
  assert.equal((await post(server, '/v1/tenants/acme/suites', suiteText(), other)).status, 201);
  const statuses = (await Promise.all([...waiting, third])).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 200, 200, 429]);
  const again = await get(server, '/v1/tenants/acme/events.md?after=1&wait=1', one);
  assert.equal(again.status, 200);
});
