/** Requests that are sent to harm: none holds a connection open, stops the service or makes it grow. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as open } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { readBody } from '../../../server/mcp/body.ts';
import { Channel } from '../../../server/mcp/channel.ts';
import type { RpcRefusal } from '../../../server/mcp/rpc-refusal.ts';
import { callTool, legacy, type McpServer, post, serveMcp } from './support.ts';

let server: McpServer;
before(async () => {
  server = await serveMcp();
});
after(() => server.stop());

const port = () => Number(new URL(server.address).port);

const head = (length: number | string) =>
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${
    typeof length === 'number' ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked'
  }\r\n\r\n`;

/** Writes to a bare connection, and gives what comes back until it is closed. */
async function talk(write: (socket: ReturnType<typeof connect>) => void): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', chunk => chunks.push(chunk));
  socket.on('error', () => undefined);
  write(socket);
  // Not by `once` of events, which rejects when the connection is cut.
  await new Promise(resolve => socket.once('close', resolve));
  return Buffer.concat(chunks).toString('latin1');
}

describe('a client', () => {
  test('that continues sending is answered and cut off', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const answer = await talk(socket => {
      socket.write(head('chunked'));
      const send = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', send);
      send();
    });
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  test('that breaks off in the middle of its body leaves nothing behind', async () => {
    await talk(socket => {
      socket.write(`${head(500)}{"jsonrpc"`);
      setTimeout(() => socket.destroy(), 20);
    });
    assert.equal((await legacy(server, 'ping')).status, 200);
  });

  test('that goes away before its answer leaves nothing behind', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await Promise.all(
      Array.from({ length: 50 }, () =>
        talk(socket => {
          socket.write(head(body.length) + body);
          setTimeout(() => socket.destroy(), 1);
        }),
      ),
    );
    assert.equal((await legacy(server, 'ping')).status, 200);
  });

  test('that sends its body too slowly is refused', async () => {
    const slow = createServer(async (request, response) => {
      const refusal = await readBody(request, 50).catch((error: RpcRefusal) => error);
      response.writeHead((refusal as RpcRefusal).status, { connection: 'close' });
      response.end();
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const outgoing = open({
      port: (slow.address() as AddressInfo).port,
      method: 'POST',
      headers: { 'content-length': 100 },
    });
    outgoing.on('error', () => undefined);
    outgoing.write('{');
    const [incoming] = await once(outgoing, 'response');
    assert.equal(incoming.statusCode, 408);
    outgoing.destroy();
    slow.close();
  });
});

describe('a call', () => {
  test('with a key that means something to JavaScript means nothing to the service', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fetch","arguments":{"__proto__":{"path":"/llms.txt"},"constructor":1}}}';
    const { json } = await post(server, body);
    assert.equal(json.result.isError, true);
    assert.equal(({} as { path?: string }).path, undefined);
  });

  test('with hundreds of arguments is answered by those that count', async () => {
    const surplus = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, at]));
    const { content } = await callTool(server, 'fetch', { ...surplus, path: '/llms.txt' });
    assert.match(content[0]!.text, /^# /);
  });

  test('with a very long question is answered by those of its words that occur, and past the limit refused', async () => {
    const filler = Array.from({ length: 250 }, (_, at) => `wrd${at}x`).join(' ');
    const text = async (query: string) =>
      (await callTool(server, 'search', { query: query.slice(0, 2000) })).content[0]!.text;
    assert.match(await text(`gate ${filler}`), /\/patterns\/gate\.md/);
    assert.match(await text(`${filler.slice(0, 1990)} gate`), /\/patterns\/gate\.md/);
    assert.match(await text(filler), /^Nothing fits/);
    assert.equal((await callTool(server, 'search', { query: 'gate '.repeat(500) })).isError, true);
  });

  test('with a question in another script, in marks or in figures alone finds nothing and is told what to do', async () => {
    for (const query of [
      '如何组织代理',
      '🙂🙂',
      '?!.,;',
      '\u0000\u0007',
      "'; DROP TABLE pages; --",
      '0'.repeat(2000),
    ]) {
      const { content, isError } = await callTool(server, 'search', { query });
      assert.ok(!isError, query);
      assert.match(content[0]!.text, /^Nothing fits these words\. .*fetch \/guides|^1\. /m, query);
    }
  });

  test('for a path that leads out of the catalog finds nothing', async () => {
    for (const path of [
      ...['/../package.json', '/%2e%2e/package.json', '//evil.example/x'],
      ...['http://evil.example/patterns/gate.md', 'file:///etc/passwd'],
      ...['http://localhost@evil.example/llms.txt', '/patterns/gate.md\0', 'data:text/plain,x'],
    ]) {
      const { isError } = await callTool(server, 'fetch', { path });
      assert.equal(isError, true, path);
    }
  });

  test('that its handler never answers is answered for, and cancelled', async () => {
    const channel = new Channel<string>(30);
    const seen: unknown[] = [];
    channel.onmessage = message => seen.push(message);
    const answer = await channel.request({ jsonrpc: '2.0', id: 'mine', method: 'tools/call' }, 'caller');
    assert.equal(answer.id, 'mine');
    assert.ok('error' in answer && answer.error.code === -32603);
    assert.equal((seen[1] as { method: string }).method, 'notifications/cancelled');
    assert.equal(channel.size, 0);
  });
});

test('hundreds of calls leave no memory behind', async () => {
  const measure = async (calls: number) => {
    for (let done = 0; done < calls; done += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          at % 10 === 0
            ? post(server, '[]')
            : legacy(server, 'tools/call', { name: 'fetch', arguments: { path: '/patterns/gate.md' } }),
        ),
      );
    }
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const before = await measure(500);
  const grown = (await measure(500)) - before;
  assert.ok(grown < 30_000_000, `${grown} bytes`);
});
