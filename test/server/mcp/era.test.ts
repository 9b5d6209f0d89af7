/** Both eras of the protocol on one endpoint: how a request says which it speaks, and what each gets. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { legacyProtocolVersions } from '#document/text/protocol.ts';
import { describedFromNow } from '../../support/described.ts';
import { envelope, legacy, type McpServer, modern, serveMcp } from './support.ts';

let server: McpServer;
before(async () => {
  server = await serveMcp();
});
after(() => server.stop());

describedFromNow();
const version = 'io.modelcontextprotocol/protocolVersion';

describe('a client with a handshake', () => {
  const initialize = async (protocolVersion: unknown, headers = {}) =>
    (await legacy(server, 'initialize', { protocolVersion, capabilities: {} }, headers)).json;

  test('gets the revision that it asks for, or the newest that has a handshake', async () => {
    for (const asked of legacyProtocolVersions)
      assert.equal((await initialize(asked)).result.protocolVersion, asked);
    for (const asked of ['2026-07-28', '1999-01-01', 'latest'])
      assert.equal((await initialize(asked)).result.protocolVersion, '2025-11-25');
    assert.equal((await initialize(5)).error?.code, -32602);
  });

  test('is told who serves, what there is, and that nothing of it changes', async () => {
    const { result } = await initialize('2025-11-25');
    assert.deepEqual(result.serverInfo, {
      name: 'org.example/example-catalog',
      title: 'Example Catalog',
      version: '0.1.0',
    });
    assert.deepEqual(result.capabilities, {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
      completions: {},
    });
  });

  test('may continue without a handshake, with or without the header', async () => {
    for (const headers of [{}, { 'mcp-protocol-version': '2025-06-18' }] as Record<string, string>[])
      assert.equal((await legacy(server, 'tools/list', {}, headers)).status, 200);
  });

  test('that names an unknown revision is told which there are', async () => {
    const { status, json } = await legacy(server, 'tools/list', {}, { 'mcp-protocol-version': '2024-01-01' });
    assert.deepEqual([status, json.error?.code], [400, -32022]);
    assert.deepEqual(json.error?.data.supported, legacyProtocolVersions);
  });

  test('gets no word of the other era', async () => {
    const { result } = (await legacy(server, 'tools/list')).json;
    assert.deepEqual(Object.keys(result), ['tools']);
  });
});

describe('a client of 2026-07-28', () => {
  test('discovers the server in one request', async () => {
    const { result } = (await modern(server, 'server/discover')).json;
    assert.deepEqual(result.supportedVersions, ['2026-07-28']);
    assert.equal(result.capabilities.tools.listChanged, false);
    assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'org.example/example-catalog');
  });

  test('may keep what does not depend on who asks, and no call of a tool', async () => {
    const requests: [string, Record<string, unknown>][] = [
      ['server/discover', {}],
      ['tools/list', {}],
      ['prompts/list', {}],
      ['resources/list', {}],
      ['resources/templates/list', {}],
      ['resources/read', { uri: 'http://catalog.test/llms.txt' }],
    ];
    for (const [method, params] of requests) {
      const { result } = (await modern(server, method, params)).json;
      assert.deepEqual(
        [result.ttlMs, result.cacheScope, result.resultType],
        [300_000, 'public', 'complete'],
        method,
      );
    }
    const { result } = (await modern(server, 'tools/call', { name: 'list_starters' })).json;
    assert.ok(!('ttlMs' in result) && !('cacheScope' in result));
  });

  const refusal = async (status: number, code: number, ...[method, params, headers]: Asked) => {
    const answer = await modern(server, method, params, headers);
    assert.deepEqual([answer.status, answer.json.error?.code, answer.json.id], [status, code, 1]);
    return answer.json.error;
  };
  type Asked = [method: string, params?: Record<string, unknown>, headers?: Record<string, string>];

  test('must send in headers what its body says', async () => {
    const call = { name: 'list_starters' };
    await refusal(400, -32020, 'tools/list', {}, { 'mcp-protocol-version': '2025-11-25' });
    await refusal(400, -32020, 'tools/list', {}, { 'mcp-protocol-version': '' });
    await refusal(400, -32020, 'tools/list', {}, { 'mcp-method': 'tools/call' });
    await refusal(400, -32020, 'tools/list', {}, { 'mcp-method': 'Tools/List' });
    await refusal(400, -32020, 'tools/list', {}, { 'mcp-method': '' });
    await refusal(400, -32020, 'tools/call', call, { 'mcp-name': '' });
    await refusal(400, -32020, 'tools/call', call, { 'mcp-name': 'fetch' });
    await refusal(400, -32020, 'tools/call', call, { 'mcp-name': '=?base64?bm9wZQ==?=' });
    await refusal(400, -32020, 'resources/read', { uri: 'http://catalog.test/' }, { 'mcp-name': 'x' });
  });

  test('may send a name in Base64 and with blanks around it', async () => {
    const packed = `=?base64?${Buffer.from('list_starters').toString('base64')}?=`;
    for (const name of [packed, '  list_starters  '])
      assert.equal(
        (await modern(server, 'tools/call', { name: 'list_starters' }, { 'mcp-name': name })).status,
        200,
      );
  });

  test('must say its version and capabilities in every request', async () => {
    await refusal(400, -32602, 'tools/list', { _meta: undefined });
    await refusal(400, -32602, 'tools/list', { _meta: { [version]: '2026-07-28' } });
    await refusal(400, -32602, 'tools/list', { _meta: { ...envelope, [version]: undefined } });
  });

  test('of a later revision is told which there are', async () => {
    const later = { _meta: { ...envelope, [version]: '2027-05-01' } };
    const error = await refusal(400, -32022, 'tools/list', later, { 'mcp-protocol-version': '2027-05-01' });
    assert.deepEqual(error?.data, { supported: ['2026-07-28'], requested: '2027-05-01' });
  });

  test('finds no method of the other era, and nothing to subscribe to', async () => {
    for (const method of ['initialize', 'ping', 'subscriptions/listen']) await refusal(404, -32601, method);
  });

  test('that asks for a tool or resource that there is not gets -32602', async () => {
    await refusal(200, -32602, 'tools/call', { name: 'nope' });
    const uri = 'http://catalog.test/patterns/nope.md';
    const error = await refusal(200, -32602, 'resources/read', { uri });
    assert.equal(error?.data.uri, uri);
  });
});
