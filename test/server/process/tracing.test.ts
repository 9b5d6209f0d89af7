/** Traces, as a collector receives them; and a collector that fails, which no client and no stop notices. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../../scripts/support/port.ts';
import { large } from '../../support/large.ts';
import { launch } from '../../support/launched.ts';
import { send } from '../../support/server.ts';

interface Span {
  name: string;
  spanId: string;
  traceId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

/** A collector that keeps what it is sent and answers with a status; 0 is no answer at all. */
async function startCollector(context: TestContext, status: number) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(`${request.method} ${request.url}`, await text(request));
    if (status) response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Spans are sent soon, so that a test need not wait. */
const settings = (endpoint: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_BSP_SCHEDULE_DELAY: '50',
});

const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

test('each request is a span with method, route and status, in the trace of its caller, and names nobody', async context => {
  const collector = await startCollector(context, 200);
  const server = await launch(context, { ...settings(collector.address), LOG_LEVEL: 'info' });
  await server.until(/serving/);
  const headers = { 'User-Agent': 'secret-agent/1.0', traceparent: `00-${trace}-${parent}-01` };
  await send(server, '/patterns/gate.md?private=word', { headers });
  await send(server, '/none', { headers: { traceparent: `00-${'0'.repeat(32)}-${parent}-01` } });
  await send(server, '/v1/tenants/acme/account.md');
  await send(server, '/none', { method: 'PROPFIND' });
  await send(server, '/status.md', { headers: { traceparent: `00-${trace}-${parent}-01` } });
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  const [target, ...bodies] = collector.received.filter((_, index) => index === 0 || index % 2 === 1);
  assert.equal(target, 'POST /v1/traces');
  const resources = bodies.flatMap(body => JSON.parse(body).resourceSpans);
  assert.match(
    JSON.stringify(resources[0].resource),
    /"service.name","value":\{"stringValue":"agent-topology"/,
  );
  const spans: Span[] = resources.flatMap(each =>
    each.scopeSpans.flatMap((scope: { spans: Span[] }) => scope.spans),
  );
  const requests = spans.filter(({ kind }) => kind === 2);
  const short = ({ name, kind, attributes }: Span) => [
    name,
    kind,
    ...attributes.map(({ key, value }) => `${key}=${Object.values(value)[0]}`),
  ];
  const route = '/v1/tenants/:tenant/account.md';
  assert.deepEqual(requests.map(short), [
    [
      ...['GET page pattern', 2, 'http.request.method=GET', 'http.route=page pattern'],
      'http.response.status_code=200',
    ],
    ['GET', 2, 'http.request.method=GET', 'http.response.status_code=404'],
    [`GET ${route}`, 2, 'http.request.method=GET', `http.route=${route}`, 'http.response.status_code=401'],
    ['HTTP', 2, 'http.request.method=_OTHER', 'http.response.status_code=404'],
    ['GET page doc', 2, 'http.request.method=GET', 'http.route=page doc', 'http.response.status_code=200'],
  ]);
  const questions = spans.filter(({ kind }) => kind === 3);
  assert.deepEqual(questions.map(short).at(-1), [
    ...['aggregates', 3, 'db.system.name=sqlite', 'db.operation.name=aggregates'],
  ]);
  for (const { traceId, parentSpanId } of questions)
    assert.ok(requests.some(each => each.traceId === traceId && each.spanId === parentSpanId));
  const [page, none] = requests;
  assert.deepEqual([page!.traceId, page!.parentSpanId], [trace, parent]);
  assert.ok(!none!.parentSpanId && none!.traceId !== trace, 'no such trace');
  assert.doesNotMatch(collector.received.join(), /secret|private|127\.0\.0\.1|acme|gate\.md/);
});

for (const [what, status] of [
  ['answers 500', 500],
  ['never answers', 0],
  ['is away', undefined],
] as const)
  large(
    `a collector that ${what} delays no answer and no stop, and is logged without its address`,
    async context => {
      const endpoint =
        status === undefined
          ? `http://user:secret@127.0.0.1:${await freePort()}`
          : (await startCollector(context, status)).address;
      const environment = { OTEL_EXPORTER_OTLP_TIMEOUT: '300', OTEL_BSP_EXPORT_TIMEOUT: '400' };
      const server = await launch(context, { ...settings(endpoint), ...environment });
      await server.until(/serving/);
      assert.equal((await send(server, '/patterns/gate.md')).status, 200);
      await server.until(/traces were not sent/);
      for (let times = 0; times < 20; times += 1)
        assert.equal((await send(server, '/patterns/gate.md')).status, 200);
      server.child.kill('SIGTERM');
      assert.equal(await server.ended, 0);
      assert.doesNotMatch(server.output(), /secret|unhandled/);
    },
  );

large('an endpoint that is no URL stops the start with one line', async context => {
  const server = await launch(context, settings('collector:4318'));
  assert.equal(await server.ended, 1);
  assert.equal(
    server.output(),
    'OTEL_EXPORTER_OTLP_ENDPOINT: expected an http or https URL, or nothing for no traces.\n',
  );
});
