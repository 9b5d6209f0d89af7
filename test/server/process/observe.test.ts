/** The views of an operator: probes, metrics and the access log of servers started as operators start them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../scripts/support/port.ts';
import { openStore } from '../../../server/store/store.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { large, someOf } from '../../support/large.ts';
import { type Launched, launch } from '../../support/launched.ts';
import { receiptText } from '../../support/receipt.ts';
import { send } from '../../support/server.ts';
import { start } from '../../support/store.ts';
import { formationText, issue, post } from '../../support/tenant.ts';
import { postReceipt, visit } from '../../support/ticket.ts';

describe('a server with an access log', () => {
  let server: Launched;
  let end: () => unknown;
  before(async () => {
    const context = { after: (own: () => unknown) => (end = own) } as Pick<TestContext, 'after'>;
    server = await launch(context, { ACCESS_LOG: '1', LOG_LEVEL: 'info' });
    await server.until(/serving/);
  });
  after(() => end());

  test('probes tell liveness and readiness, are never stored, and are no pages', async () => {
    const live = await send(server, '/livez');
    assert.deepEqual([live.status, live.body.toString()], [200, 'live\n']);
    assert.equal(live.headers['cache-control'], 'no-store');
    const ready = await send(server, '/readyz?strict');
    assert.equal(ready.status, 200);
    assert.match(
      ready.body.toString(),
      /^ready\ncatalog: \d+ pages\ndraining: no\ndatabase: answers\n(?:search: loading\n)?$/,
    );
    const head = await send(server, '/readyz', { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.equal((await send(server, '/readyz', { method: 'POST' })).status, 405);
    assert.ok(!(await send(server, '/sitemap.txt')).body.toString().includes('readyz'));
  });

  test('the access log has a line for each request, without address, user agent or query', async () => {
    const headers = { 'User-Agent': 'secret-agent/1.0', 'X-Forwarded-For': '198.51.100.7' };
    await send(server, '/patterns/gate.md?private=word', { headers });
    await server.until(/"route":"page pattern"/);
    const line = JSON.parse(
      server
        .output()
        .split('\n')
        .find(each => each.includes('"route":"page pattern"'))!,
    );
    const { level, time, pid, request_id, bytes, milliseconds, ...rest } = line;
    assert.deepEqual(rest, { method: 'GET', route: 'page pattern', status: 200, msg: 'request' });
    assert.ok(bytes > 1000 && milliseconds > 0 && /^[0-9a-f-]{36}$/.test(request_id));
    assert.doesNotMatch(server.output(), /secret-agent|198\.51|private|"127\.0\.0\.1"/);
  });
});

large('readiness names a database that is away, and counts it only in its strict form', async context => {
  const port = await freePort();
  const server = await launch(context, {
    DATABASE_URL: `postgres://catalog@127.0.0.1:${port}/none`,
    DATA_DIR: temporaryFolder(),
  });
  await server.until(/serving/);
  const ready = await send(server, '/readyz');
  assert.deepEqual([ready.status, /^database: away$/m.test(ready.body.toString())], [200, true]);
  const strict = await send(server, '/readyz?strict');
  assert.deepEqual([strict.status, strict.body.toString().split('\n')[0]], [503, 'not ready']);
});

/** The value of a metric whose labels hold all of these, summed. */
function metric(text: string, name: string, ...labels: string[]): number {
  const lines = text.split('\n').filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const found = lines.filter(line => labels.every(label => line.includes(label)));
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

for (const workers of someOf(['2', '1'], 1)) {
  test(`metrics of ${workers} processes count pages, tickets, reports and events, and name nobody`, async context => {
    const dataDir = temporaryFolder();
    const store = await openStore({ dataDir }, start);
    const acme = await issue(store, 'acme');
    await store.close();
    const metricsPort = String(await freePort());
    const server = await launch(context, { DATA_DIR: dataDir, WORKERS: workers, METRICS_PORT: metricsPort });
    await server.until(/serving/, Number(workers));
    const { headers } = await visit({ server } as never);
    const report = receiptText({ ticket: String(headers['use-ticket']) });
    for (let times = 0; times < 2; times += 1)
      assert.equal((await postReceipt({ server } as never, report)).status, 200);
    assert.equal((await post(server, '/v1/tenants/acme/formations', formationText(), acme)).status, 201);
    assert.equal((await send(server, '/none')).status, 404);
    const requests = 'http_request_duration_seconds_count';
    const metrics = { address: `http://127.0.0.1:${metricsPort}` };
    const read = async () => {
      const { status, body } = await send(metrics, '/metrics');
      assert.equal(status, 200);
      return body.toString();
    };
    const posted = await send(metrics, '/metrics', { method: 'POST' });
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD']);
    // What was answered last may not be counted yet.
    let text = await read();
    while (metric(text, requests) < 5) {
      await wait(50);
      text = await read();
    }
    assert.equal(metric(text, requests, 'route="page pattern"', 'status="200"'), 1);
    assert.equal(metric(text, requests, 'method="POST"', 'route="/v1/use-receipts"'), 2);
    assert.equal(metric(text, requests, 'route="/v1/tenants/:tenant/formations"', 'status="201"'), 1);
    assert.equal(metric(text, requests, 'route="other"', 'status="404"'), 1);
    assert.equal(metric(text, 'use_tickets_total', 'outcome="issued"', 'cohort="visitor"'), 1);
    assert.equal(metric(text, 'use_reports_total', 'outcome="accepted"'), 1);
    assert.equal(metric(text, 'use_reports_total', 'outcome="replayed"'), 1);
    assert.equal(metric(text, 'tenant_events_total', 'kind="formation_registered"'), 1);
    assert.equal(metric(text, 'use_tickets_open'), 0);
    assert.equal(metric(text, 'database_up'), 1);
    assert.equal(metric(text, 'log_entries'), 2);
    assert.ok(metric(text, 'group_commit_size_count') >= 2);
    assert.ok(metric(text, 'catalog_built_timestamp_seconds') > 1.7e9);
    assert.ok(metric(text, 'nodejs_eventloop_lag_p99_seconds') >= 0);
    assert.doesNotMatch(text, /acme|127\.0\.0\.1|gate/);
    assert.equal((await send(metrics, '/')).status, 404);
    assert.equal((await send(server, '/metrics')).status, 404);
  });
}

test('a port of metrics that is taken stops the start with one line that names it', async context => {
  const taken = createServer().listen(0, '127.0.0.1');
  context.after(() => taken.close());
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const server = await launch(context, { METRICS_PORT: port });
  assert.equal(await server.ended, 1);
  assert.equal(
    server.output(),
    `METRICS_PORT: cannot listen on port ${port} of 127.0.0.1 (EADDRINUSE). Set another METRICS_PORT or METRICS_HOST.\n`,
  );
});

large('what a worker counted stays counted after it was killed', async context => {
  const metricsPort = String(await freePort());
  const server = await launch(context, { WORKERS: '2', METRICS_PORT: metricsPort });
  await server.until(/serving/, 2);
  for (let times = 0; times < 20; times += 1)
    assert.equal((await send(server, '/patterns/gate.md')).status, 200);
  const read = async () =>
    (await send({ address: `http://127.0.0.1:${metricsPort}` }, '/metrics')).body.toString();
  const served = (text: string) =>
    metric(text, 'http_request_duration_seconds_count', 'route="page pattern"', 'status="200"');
  while (served(await read()) < 20) await wait(20);
  const pids = [...server.output().matchAll(/"pid":(\d+),"address"/g)].map(([, pid]) => Number(pid));
  for (const [at, pid] of pids.entries()) {
    process.kill(pid, 'SIGKILL');
    await server.until(/worker died/, at + 1);
    await server.until(/serving/, 3 + at);
  }
  while (metric(await read(), 'catalog_pages') === 0) await wait(20);
  const after = await read();
  assert.equal(served(after), 20);
  assert.equal(metric(after, 'worker_restarts_total', 'reason="died"'), 2);
  assert.equal(metric(after, 'worker_restarts_total', 'reason="hung"'), 0);
});
