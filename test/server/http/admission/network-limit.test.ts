/** Limits of a network: what is counted, who is not, and what a refusal says. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { clientNetwork, trustsProxyOf } from '../../../../server/http/admission/client.ts';
import { authenticationGuard } from '../../../../server/http/admission/guarded-authentication.ts';
import { longPolls } from '../../../../server/http/admission/long-poll.ts';
import { NetworkLimit } from '../../../../server/http/admission/network-limit.ts';
import type { TrafficLimits } from '../../../../server/http/admission/traffic-limits.ts';
import type { Caller } from '../../../../server/store/credential.ts';
import { Refusal } from '../../../../server/support/refusal.ts';
import { type Answer, freeTraffic, send } from '../../../support/server.ts';
import { issueCredential, type TicketServer, ticketServer } from '../../../support/ticket.ts';

describe('the limit of a network', () => {
  test('lets through so many in a minute, of each network', () => {
    let now = 5000;
    const limit = new NetworkLimit(3, () => now);
    const through = (network: string) => [1, 2, 3, 4, 5].filter(() => limit.take(network)).length;
    assert.equal(limit.isUnused, true);
    assert.equal(limit.isUsedUp('one'), false);
    assert.deepEqual([through('one'), through('other'), through('one')], [3, 3, 0]);
    assert.deepEqual([limit.isUsedUp('one'), limit.isUsedUp('third'), limit.isUnused], [true, false, false]);
    assert.equal(limit.secondsLeft, 60);
    now += 59_999;
    assert.deepEqual([through('one'), limit.secondsLeft], [0, 1]);
    now += 1;
    assert.equal(limit.isUsedUp('one'), false);
    assert.equal(through('one'), 3);
  });

  test('remembers no more networks than an attacker may have', () => {
    const limit = new NetworkLimit(1, () => 0);
    for (let network = 0; network < 100_000; network += 1) assert.ok(limit.take(`${network}`));
    assert.equal(limit.take('0'), false);
    assert.ok(limit.take('one more'));
    assert.ok(limit.take('0'));
  });
});

describe('the network of a client', () => {
  const networkIn = (trustsProxy: number | string[], remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const request = { socket: { remoteAddress }, connection: { remoteAddress }, headers };
    return clientNetwork(request as unknown as IncomingMessage, trustsProxyOf(trustsProxy));
  };
  const cases: [what: string, found: string | undefined, expected: string | undefined][] = [
    ['is its address', networkIn(0, '192.0.2.1'), 'v4:192.0.2.1'],
    ['is its /64', networkIn(0, '2001:db8:1:2:3::4'), 'v6:2001:db8:1:2::/64'],
    ['is IPv4 where that is mapped', networkIn(0, '::ffff:192.0.2.1'), 'v4:192.0.2.1'],
    ['is not what a stranger says', networkIn(0, '192.0.2.1', '192.0.2.9'), 'v4:192.0.2.1'],
    ['is what a proxy says', networkIn(1, '127.0.0.1', '192.0.2.9'), 'v4:192.0.2.9'],
    ['is what the last proxy says', networkIn(1, '127.0.0.1', '192.0.2.8, 192.0.2.9'), 'v4:192.0.2.9'],
    ['is what a named proxy says', networkIn(['loopback'], '127.0.0.1', '192.0.2.9'), 'v4:192.0.2.9'],
    ['is understood with a port', networkIn(1, '127.0.0.1', '192.0.2.9:4711'), 'v4:192.0.2.9'],
    ['is understood in brackets', networkIn(1, '127.0.0.1', '[2001:db8::1]:4711'), 'v6:2001:db8:0:0::/64'],
    ['is one for all who cannot be told apart', networkIn(1, '127.0.0.1', 'hidden'), 'unknown'],
    ['is none for a proxy that speaks for itself', networkIn(1, '127.0.0.1'), undefined],
    ['is none for a named proxy that speaks for itself', networkIn(['loopback'], '127.0.0.1'), undefined],
    [
      'is none for a named proxy behind another',
      networkIn(['loopback'], '127.0.0.1', '127.0.0.2'),
      undefined,
    ],
    ['is one for who goes around a proxy', networkIn(2, '127.0.0.1', '192.0.2.9'), 'v4:192.0.2.9'],
  ];
  for (const [what, found, expected] of cases) test(what, () => assert.equal(found, expected));
});

describe('requests that wait for an event', () => {
  test('are so many at a time for each credential', () => {
    let now = 0;
    const admit = longPolls(2, () => now);
    const [first] = [admit('one', 30), admit('one', 10)];
    admit('other', 30);
    now = 4000;
    assert.throws(
      () => admit('one', 30),
      (error: unknown) =>
        error instanceof Refusal && error.code === 'rate_limited' && error.headers['Retry-After'] === '6',
    );
    first!();
    admit('one', 30);
    assert.throws(() => admit('one', 30), Refusal);
  });
});

describe('a credential in a network that sent too many wrong ones', () => {
  test('is checked for an hour after its last use, however often its connection used it', async () => {
    let now = 0;
    const minutes = (count: number) => count * 60_000;
    const request = { socket: { remoteAddress: '192.0.2.1' }, headers: {} } as unknown as IncomingMessage;
    const good = `Bearer atc_one_${'x'.repeat(43)}`;
    const { guard } = authenticationGuard(1, trustsProxyOf(0), () => now);
    const check = guard(async header => {
      if (header === good) return { id: 'one' } as Caller;
      throw new Refusal('unauthenticated', 'No.');
    });
    const codeOf = async (header: string, at: number) => {
      now = at;
      try {
        return (await check(header, request)).id;
      } catch (error) {
        return (error as Refusal).code;
      }
    };
    for (const at of [0, minutes(0.5), minutes(30), minutes(30.9)])
      assert.equal(await codeOf(good, at), 'one');
    const wrong = bad().Authorization;
    assert.equal(await codeOf(wrong, minutes(90.8)), 'unauthenticated');
    assert.equal(await codeOf(wrong, minutes(90.8)), 'rate_limited');
    assert.equal(await codeOf(good, minutes(90.8)), 'one');
    assert.equal(await codeOf(wrong, minutes(153)), 'unauthenticated');
    assert.equal(await codeOf(good, minutes(153)), 'rate_limited');
  });
});

/** A server behind one proxy, with limits. */
const withLimits = (context: TestContext, limits: Partial<TrafficLimits>): Promise<TicketServer> =>
  ticketServer(context, { traffic: { ...freeTraffic, ...limits } });

const from = (address: string, headers: Record<string, string> = {}) => ({
  'X-Forwarded-For': address,
  ...headers,
});
const bad = (id = 'nobody') => ({ Authorization: `Bearer atc_${id}_${'x'.repeat(43)}` });
const rpc = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });

const mcp = ({ server }: TicketServer, headers: Record<string, string>): Promise<Answer> =>
  send(server, '/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: rpc,
  });

const receipt = ({ server }: TicketServer, headers: Record<string, string>): Promise<Answer> =>
  send(server, '/v1/use-receipts', {
    method: 'POST',
    headers: { 'Content-Type': 'text/markdown', ...headers },
    body: 'x',
  });

const page = ({ server }: TicketServer, headers: Record<string, string>): Promise<Answer> =>
  send(server, '/patterns/gate.md', { headers });

const tenant = ({ server }: TicketServer, headers: Record<string, string>): Promise<Answer> =>
  send(server, '/v1/tenants/acme/account.md', { headers });

function isRateLimited(answer: Answer): void {
  assert.equal(answer.status, 429, answer.body.toString());
  const seconds = Number(answer.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`);
}

function isRateLimitedDocument(answer: Answer): void {
  isRateLimited(answer);
  assert.match(answer.body.toString(), /^code: rate_limited$/m);
}

describe('use receipts', () => {
  test('are limited for a network, before they are read, and not for its neighbours', async context => {
    const service = await withLimits(context, { receiptsPerMinute: 3 });
    const one = from('192.0.2.1');
    for (let count = 0; count < 3; count += 1) assert.equal((await receipt(service, one)).status, 422);
    isRateLimitedDocument(await receipt(service, one));
    assert.equal((await receipt(service, from('192.0.2.2'))).status, 422);
    assert.equal((await page(service, one)).status, 200);
    const { port } = new URL(service.server.address);
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        'POST /v1/use-receipts HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: 4000\r\n\r\n',
      ),
    );
    for await (const chunk of socket) {
      assert.match(String(chunk), /^HTTP\/1\.1 429 /);
      break;
    }
  });

  test('are limited for a whole /64', async context => {
    const service = await withLimits(context, { receiptsPerMinute: 2 });
    assert.equal((await receipt(service, from('2001:db8::1'))).status, 422);
    assert.equal((await receipt(service, from('2001:db8::2'))).status, 422);
    isRateLimited(await receipt(service, from('2001:db8::3')));
    assert.equal((await receipt(service, from('2001:db8:0:1::1'))).status, 422);
  });

  test('of a proxy itself are not limited', async context => {
    const service = await withLimits(context, { receiptsPerMinute: 1 });
    for (let count = 0; count < 5; count += 1) assert.equal((await receipt(service, {})).status, 422);
  });
});

describe('MCP requests', () => {
  test('without a credential are limited for a network, in the words of JSON-RPC', async context => {
    const service = await withLimits(context, { mcpRequestsPerMinute: 3 });
    const { authorization } = await issueCredential(service.store);
    const one = from('192.0.2.1');
    for (let count = 0; count < 3; count += 1) assert.equal((await mcp(service, one)).status, 200);
    const refused = await mcp(service, one);
    isRateLimited(refused);
    assert.equal(refused.headers['content-type'], 'application/json');
    const { id, error } = JSON.parse(refused.body.toString());
    assert.deepEqual([id, error.code], [null, -32_000]);
    assert.match(error.message, /after \d+ seconds/);
    assert.equal((await mcp(service, from('192.0.2.2'))).status, 200);
    assert.equal((await mcp(service, from('192.0.2.1', { Authorization: authorization }))).status, 200);
    assert.equal((await page(service, one)).status, 200);
    for (let count = 0; count < 5; count += 1) assert.equal((await mcp(service, {})).status, 200);
  });

  test('that only ask what is allowed are not counted', async context => {
    const service = await withLimits(context, { mcpRequestsPerMinute: 1 });
    const headers = from('192.0.2.1');
    for (const method of ['OPTIONS', 'GET', 'OPTIONS'])
      assert.notEqual((await send(service.server, '/mcp', { method, headers })).status, 429);
    assert.equal((await mcp(service, headers)).status, 200);
    isRateLimited(await mcp(service, headers));
  });
});

describe('refused credentials', () => {
  test('are limited for a network, wherever they are tried', async context => {
    const service = await withLimits(context, { authFailuresPerMinute: 3 });
    const wrong = from('192.0.2.1', bad());
    for (const ask of [page, tenant, mcp]) assert.equal((await ask(service, wrong)).status, 401);
    for (const ask of [page, tenant]) isRateLimitedDocument(await ask(service, wrong));
    isRateLimited(await mcp(service, wrong));
    isRateLimited(await page(service, from('192.0.2.1', { Authorization: 'Basic eDp5' })));
    assert.equal((await page(service, from('192.0.2.2', bad()))).status, 401);
  });

  test('do not keep out who sends none, nor a good one from the same network', async context => {
    const service = await withLimits(context, { authFailuresPerMinute: 2 });
    const good = await issueCredential(service.store);
    const late = await issueCredential(service.store);
    const as = ({ authorization }: { authorization: string }) =>
      from('192.0.2.1', { Authorization: authorization });
    assert.equal((await page(service, as(good))).status, 200);
    for (let count = 0; count < 2; count += 1)
      assert.equal((await page(service, from('192.0.2.1', bad()))).status, 401);
    isRateLimited(await page(service, from('192.0.2.1', bad())));
    assert.equal((await page(service, from('192.0.2.1'))).status, 200);
    assert.equal((await page(service, as(good))).status, 200);
    assert.equal((await mcp(service, as(good))).status, 200);
    // It lacks the scope, and is told so.
    assert.equal((await tenant(service, as(good))).status, 403);
    // A credential never seen from there waits, and is not hurt elsewhere.
    isRateLimited(await page(service, as(late)));
    assert.equal((await page(service, { ...as(late), 'X-Forwarded-For': '192.0.2.7' })).status, 200);
    // The id of a good one does not help with another secret.
    assert.equal((await page(service, from('192.0.2.1', bad(good.id)))).status, 401);
  });

  test('of good credentials never count', async context => {
    const service = await withLimits(context, { authFailuresPerMinute: 1 });
    const { authorization } = await issueCredential(service.store);
    for (let count = 0; count < 5; count += 1)
      assert.equal((await page(service, from('192.0.2.1', { Authorization: authorization }))).status, 200);
  });

  test('of a proxy itself are not limited', async context => {
    const service = await withLimits(context, { authFailuresPerMinute: 1 });
    for (let count = 0; count < 5; count += 1) assert.equal((await page(service, bad())).status, 401);
  });

  test('leave no address in the log', async context => {
    const service = await withLimits(context, { authFailuresPerMinute: 1 });
    for (let count = 0; count < 3; count += 1) await page(service, from('192.0.2.77', bad()));
    assert.ok(service.log.length > 0);
    assert.doesNotMatch(service.log.join('\n'), /192\.0\.2\.77/);
  });
});
