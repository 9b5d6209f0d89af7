/** Both generations of the official client, as programs use them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { tools as ownTools } from '../../../server/mcp/tool/index.ts';
import { type McpServer, serveMcp } from './support.ts';

let server: McpServer;
before(async () => {
  server = await serveMcp();
});
after(() => server.stop());

const identity = { name: 'test', version: '1.0.0' };
const endpoint = () => new URL(`${server.address}/mcp`);
const path = '/patterns/gate.md';
const uri = 'http://catalog.test/patterns/gate.md';

/** The functions of a client that the tests use; both generations have them. */
type Asked = Pick<
  FirstClient,
  'listTools' | 'callTool' | 'listResources' | 'readResource' | 'listPrompts' | 'complete' | 'close'
>;

const generations: Record<string, () => Promise<Asked>> = {
  'the first generation': async () => {
    const client = new FirstClient(identity);
    await client.connect(new FirstTransport(endpoint()) as Parameters<typeof client.connect>[0]);
    return client;
  },
  'the second generation, with a handshake': async () => {
    const client = new Client(identity);
    await client.connect(new StreamableHTTPClientTransport(endpoint()));
    return client as unknown as Asked;
  },
  'the second generation, in 2026-07-28': async () => {
    const client = new Client(identity, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(endpoint()));
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
    return client as unknown as Asked;
  },
};

for (const [name, connect] of Object.entries(generations)) {
  describe(name, () => {
    let client: Asked;
    before(async () => {
      client = await connect();
    });
    after(() => client.close());

    test('lists the tools and calls one', async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(tool => tool.name),
        ownTools.map(({ definition }) => definition.name),
      );
      const { content } = await client.callTool({ name: 'fetch', arguments: { path } });
      const page = await server.context.site().pages.get(path)!.text();
      assert.deepEqual(content, [{ type: 'text', text: page }]);
    });

    test('lists the resources and reads one', async () => {
      const { resources } = await client.listResources();
      assert.ok(resources.some(resource => resource.uri === uri));
      const { contents } = await client.readResource({ uri });
      assert.equal(contents.length, 1);
      assert.equal(contents[0]!.mimeType, 'text/markdown');
    });

    test('finds no prompts, and takes that for an answer', async () => {
      assert.deepEqual((await client.listPrompts()).prompts, []);
    });

    test('completes the name of a pattern', async () => {
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: 'http://catalog.test/patterns/{pattern}.md' },
        argument: { name: 'pattern', value: 'ga' },
      });
      assert.deepEqual(completion.values, ['gate']);
    });

    test('is told by an error what there is not', async () => {
      await assert.rejects(client.readResource({ uri: 'http://catalog.test/nope.md' }), { code: -32602 });
    });
  });
}
