/** The endpoint before any tool is asked: every check, in its order, and every error as JSON. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { describedFromNow } from '../../support/described.ts';
import { send } from '../../support/server.ts';
import { legacy, type McpServer, modern, post, serveMcp } from './support.ts';

let server: McpServer;
before(async () => {
  server = await serveMcp();
});
after(() => server.stop());

describedFromNow();
const ask = (method: string, headers: Record<string, string> = {}) =>
  send(server, '/mcp', { method, headers });

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe('the endpoint', () => {
  test('takes POST alone, and says so in JSON', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const answer = await ask(method);
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.allow, 'POST');
      assert.equal(answer.headers['content-type'], 'application/json');
      assert.equal(JSON.parse(answer.body.toString()).error.code, -32000);
    }
    assert.equal((await ask('HEAD')).status, 405);
  });

  test('lets a browser ask before it posts', async () => {
    const answer = await ask('OPTIONS', { origin: 'http://localhost:6274' });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers['access-control-allow-origin'], 'http://localhost:6274');
    assert.equal(answer.headers['access-control-allow-methods'], 'POST, OPTIONS');
    assert.equal(
      answer.headers['access-control-allow-headers'],
      'Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
    );
  });

  test('answers under its public name, its own machine and no other name', async () => {
    for (const host of ['catalog.test', 'catalog.test:8443', 'localhost:1', '127.0.0.1', '[::1]:80'])
      assert.equal((await post(server, ping, { host })).status, 200, host);
    for (const host of [
      'evil.example',
      'catalog.test.evil.example',
      'localhost.evil.example',
      '10.0.0.1',
      'a b',
    ]) {
      const answer = await post(server, ping, { host });
      assert.equal(answer.status, 403, host);
      assert.equal(answer.json.error?.code, -32000);
    }
  });

  test('refuses pages of other sites before it looks at anything else', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://catalog.test.evil.example', 'file://'])
      for (const method of ['POST', 'OPTIONS', 'GET'])
        assert.equal((await ask(method, { origin })).status, 403, `${method} ${origin}`);
  });

  test('names the first fault of several, in the order in which it looks', async () => {
    const large = `[${' '.repeat(256 * 1024)}`;
    const stranger = { origin: 'https://evil.example' };
    const text = { 'content-type': 'text/plain' };
    const misled = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'wrong' };
    const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (const [method, headers, body, status, code] of [
      ['PUT', { ...stranger, ...text }, large, 403, -32000],
      ['PUT', text, large, 405, -32000],
      ['POST', text, large, 415, -32000],
      ['POST', misled, large, 413, -32000],
      ['POST', misled, '[', 400, -32700],
      ['POST', misled, '[]', 400, -32600],
      ['POST', misled, notification, 202, undefined],
      ['POST', misled, ping, 400, -32602],
    ] as const) {
      const answer = await send(server, '/mcp', {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      assert.equal(answer.status, status, `${method} ${status}`);
      const json = answer.body.length > 0 ? JSON.parse(answer.body.toString('utf8')) : undefined;
      assert.equal(json?.error.code, code, `${method} ${status}`);
    }
  });

  test('reads JSON alone, plain and not compressed', async () => {
    for (const type of ['text/plain', 'application/jsonp', '', 'text/plain; a=application/json'])
      assert.equal((await post(server, ping, { 'content-type': type })).status, 415, type);
    assert.equal((await post(server, ping, { 'content-encoding': 'gzip' })).status, 415);
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      assert.equal((await post(server, ping, { 'content-type': type })).status, 200, type);
  });

  test('serves clients that accept anything, nothing in particular, or only what it does not speak', async () => {
    for (const accept of [
      '*/*',
      '',
      'application/json',
      'text/event-stream',
      'application/json, text/event-stream',
    ]) {
      const answer = await legacy(server, 'ping', {}, { accept });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'application/json');
    }
  });

  test('mints no session and ignores those of others', async () => {
    const answer = await legacy(
      server,
      'initialize',
      { protocolVersion: '2025-11-25' },
      { 'mcp-session-id': 'mine', 'last-event-id': '7' },
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['mcp-session-id'], undefined);
  });

  test('keeps its answers out of caches, and carries the headers of every answer', async () => {
    const { headers } = await post(server, ping);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });
});

describe('a body', () => {
  const refused = async (body: string | Buffer, status: number, code: number) => {
    const answer = await post(server, body);
    assert.equal(answer.status, status);
    assert.equal(answer.json.error?.code, code);
    return answer;
  };

  test('that is no JSON, or no UTF-8, is a parse error', async () => {
    for (const body of ['', '{', 'hello', '{"jsonrpc": 2.0.0}', '\uFEFF{}']) await refused(body, 400, -32700);
    await refused(Buffer.from([0x7b, 0xff, 0x7d]), 400, -32700);
  });

  test('of more than 256 KB is not read', async () => {
    const padding = ' '.repeat(256 * 1024);
    await refused(`${ping}${padding}`, 413, -32000);
    assert.equal((await post(server, ping.padEnd(256 * 1024))).status, 200);
  });

  test('with several requests is refused whole: also a call with its own cancellation', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search' } };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    for (const batch of [[], [call], [call, cancel], [{ ...call, params: {} }, 5]]) {
      const { json } = await refused(JSON.stringify(batch), 400, -32600);
      assert.equal(json.id, null);
    }
  });

  test('must be one request', async () => {
    for (const body of ['null', '5', '"ping"', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])
      await refused(body, 400, -32600);
    for (const id of ['null', '1.5', '{}', '[1]', 'true'])
      await refused(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`, 400, -32600);
    await refused('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 400, -32600);
    await refused('{"jsonrpc":"2.0","id":1,"method":"ping","surplus":1}', 400, -32600);
  });

  test('that answers something which nobody asked is refused', async () => {
    const { json } = await refused('{"jsonrpc":"2.0","id":9,"result":{}}', 400, -32600);
    assert.equal(json.id, 9);
  });

  test('that notifies is accepted, and nothing comes of it', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/unknown']) {
      const answer = await post(server, JSON.stringify({ jsonrpc: '2.0', method }));
      assert.equal(answer.status, 202);
      assert.equal(answer.body.length, 0);
    }
  });

  test('that nests deeper than anything in the protocol is refused', async () => {
    const deep = (levels: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    assert.equal((await post(server, deep(30))).status, 200);
    await refused(deep(31), 400, -32600);
    await refused(deep(100_000), 400, -32600);
    const quoted = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: { a: `\\"${'['.repeat(500)}` },
    });
    assert.equal((await post(server, quoted)).status, 200);
  });

  test('with more keys or items than any call needs is refused before it is read, and told how to call', async () => {
    const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}`;
    const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join();
    for (const params of [
      `"name":"search","arguments":{${keys(20_000)}}`,
      `"name":"search","_meta":{${keys(15_000)}},"arguments":{"query":"x"}`,
      `"name":"search","arguments":{"query":[${'1,'.repeat(1000)}1]}`,
      `"name":"search","arguments":{"query":[${'{},'.repeat(600)}{}]}`,
    ]) {
      const { json } = await refused(call(params), 400, -32600);
      assert.match(json.error!.message, /more than 1000 keys and items\. Send only what the method takes/);
    }
    const many = call(`"name":"fetch","arguments":{${keys(900)},"path":"/llms.txt"}`);
    assert.equal((await post(server, many)).json.result.isError, undefined);
    const commas = call(`"name":"fetch","arguments":{"x":"${',{['.repeat(5000)}\\\\","path":"/llms.txt"}`);
    assert.equal((await post(server, commas)).json.result.isError, undefined);
  });

  test('with an id that is too long to be sent back is refused', async () => {
    const ping = (length: number) =>
      JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(length), method: 'ping' });
    assert.equal((await post(server, ping(1000))).status, 200);
    await refused(ping(1001), 400, -32600);
  });
});

describe('a request', () => {
  test('gets its id back as it was, whatever others chose', async () => {
    const ids = [1, 1, '1', 'a', 0, '', -7, 9007199254740991];
    const answers = await Promise.all(
      ids.map(id => post(server, JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }))),
    );
    assert.deepEqual(
      answers.map(answer => answer.json.id),
      ids,
    );
  });

  test('for a method that there is not gets -32601, with 404 where the revision wants it', async () => {
    for (const method of ['nope', 'resources/subscribe', 'logging/setLevel', 'sampling/createMessage']) {
      const old = await legacy(server, method);
      assert.deepEqual([old.status, old.json.error?.code], [200, -32601], method);
      const now = await modern(server, method);
      assert.deepEqual([now.status, now.json.error?.code], [404, -32601], method);
    }
  });

  test('with parameters that do not fit gets -32602', async () => {
    for (const [method, params] of [
      ['resources/list', { cursor: 5 }],
      ['resources/list', { cursor: 'bm9wZQ' }],
      ['tools/list', { cursor: 'x' }],
      ['tools/call', {}],
      ['tools/call', { name: 'constructor' }],
      ['tools/call', { name: 'search', arguments: [] }],
      ['resources/read', {}],
      ['prompts/get', { name: 'none' }],
      [
        'completion/complete',
        { ref: { type: 'ref/resource', uri: 'x' }, argument: { name: 'a', value: '' } },
      ],
    ] as const) {
      const { status, json } = await legacy(server, method, params);
      assert.deepEqual([status, json.error?.code], [200, -32602], `${method} ${JSON.stringify(json)}`);
    }
  });
});
