/** The second surface: the same catalog in the shape that OpenAI's clients ask for, beside the first on one server. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { tools as ownTools } from '../../../server/mcp/tool/index.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { send, serve } from '../../support/server.ts';
import { callTool, legacy, modern } from './support.ts';

let server: RunningServer;
let openai: { address: string; path: string };
before(async () => {
  server = await serve();
  openai = { address: server.address, path: '/mcp/openai' };
});
after(() => server.stop());

interface Structured {
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}
const call = async (name: string, values: object): Promise<Structured> =>
  (await callTool(openai, name, values)) as unknown as Structured;

describe('the tools', () => {
  test('are search and fetch, each with one text, and none that reports', async () => {
    const { tools } = (await modern(openai, 'tools/list')).json.result;
    const shape = (tools as Tool[]).map(({ name, inputSchema, outputSchema, annotations }) => {
      assert.ok(outputSchema);
      assert.equal(annotations?.readOnlyHint, true);
      return [name, Object.keys(inputSchema.properties!), inputSchema.required];
    });
    assert.deepEqual(shape, [
      ['search', ['query'], ['query']],
      ['fetch', ['id'], ['id']],
    ]);
    const { error } = (await legacy(openai, 'tools/call', { name: 'report_outcome' })).json;
    assert.equal(error?.code, -32602);
  });

  test('give exactly the fields asked for, structured and as JSON text', async () => {
    const found = await call('search', { query: 'check before anything leaves' });
    assert.deepEqual(Object.keys(found.structuredContent), ['results']);
    assert.deepEqual(
      found.content.map(({ text }) => JSON.parse(text)),
      [found.structuredContent],
    );
    const results = found.structuredContent.results as Record<string, string>[];
    assert.ok(results.length > 1 && results.length <= 10);
    for (const result of results) {
      assert.deepEqual(Object.keys(result), ['id', 'title', 'url']);
      const page = await call('fetch', { id: result.id });
      assert.deepEqual(Object.keys(page.structuredContent), ['id', 'title', 'text', 'url', 'metadata']);
      assert.deepEqual(
        page.content.map(({ text }) => JSON.parse(text)),
        [page.structuredContent],
      );
      const { id, title, url, text } = page.structuredContent;
      assert.deepEqual({ id, title, url }, result);
      const served = await send(server, new URL(String(url)).pathname, {
        headers: { 'user-agent': 'Mozilla/5.0' },
      });
      assert.equal(text, served.body.toString('utf8'), String(url));
    }
  });

  test('never give a ticket, to a client that gets one on the other surface', async () => {
    const values = { path: '/patterns/gate.md' };
    const answer = async (door: { address: string; path?: string }) => {
      const params = { name: 'fetch', arguments: values };
      return JSON.stringify((await legacy(door, 'tools/call', params, { 'user-agent': 'node' })).json.result);
    };
    assert.match(await answer(server), /use_ticket: ut1\./);
    assert.doesNotMatch(await answer(openai), /ut1\./);
  });

  test('take the same liberties with arguments, and say how they are called right', async () => {
    const { structuredContent } = await call('fetch', {
      id: null,
      url: 'http://catalog.test/patterns/gate.md',
    });
    assert.equal(structuredContent.id, '/patterns/gate.md');
    assert.deepEqual((await call('search', { query: 'qqq zzz' })).structuredContent, { results: [] });
    for (const [name, values, expected] of [
      ['search', {}, /Call search with query/],
      ['fetch', { id: '/patterns/gaet.md' }, /Did you mean `\/patterns\/gate\.md`/],
      ['fetch', { id: '/log/tile/0/000.p/1' }, /Find one with search|is no text/],
    ] as const) {
      const { isError, content } = await call(name, values);
      assert.equal(isError, true);
      assert.match(content[0]!.text, expected);
    }
  });
});

describe('the door', () => {
  test('is beside that of the other surface, each with or without a slash at its end and a query', async () => {
    for (const [path, count] of [
      ['/mcp', ownTools.length],
      ['/mcp/', ownTools.length],
      ['/mcp?x=1', ownTools.length],
      ['/mcp/?x=1', ownTools.length],
      ['/mcp/openai', 2],
      ['/mcp/openai/', 2],
      ['/mcp/openai?x=1', 2],
    ] as const) {
      const { tools } = (await legacy({ address: server.address, path }, 'tools/list')).json.result;
      assert.equal(tools.length, count, path);
      assert.equal((await send(server, path)).status, 405, path);
    }
    for (const path of ['/mcpx', '/mcp/none', '/mcp/openaix', '/mcp//'])
      assert.equal((await send(server, path, { method: 'POST' })).status, 404, path);
    assert.equal((await send(server, '/mcp/server-card')).status, 200);
  });

  test('opens to both generations of the official client, who check what they get against the schemas', async () => {
    const identity = { name: 'test', version: '1' };
    const endpoint = new URL(`${server.address}/mcp/openai`);
    const first = new FirstClient(identity);
    await first.connect(new FirstTransport(endpoint) as Parameters<typeof first.connect>[0]);
    const second = new Client(identity, { versionNegotiation: { mode: 'auto' } });
    await second.connect(new StreamableHTTPClientTransport(endpoint));
    for (const client of [first, second]) {
      await client.listTools();
      for (const params of [
        { name: 'search', arguments: { query: 'gate' } },
        { name: 'fetch', arguments: { id: '/patterns/gate.md' } },
      ])
        assert.ok((await client.callTool(params)).structuredContent);
      await client.close();
    }
  });
});
