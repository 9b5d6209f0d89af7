/** Requests sent ahead: dealt with one after the other, and only so many of them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { inTurn } from '../../../server/http/pipeline.ts';
import { send, sendRaw, serve } from '../../support/server.ts';

/** Serves a listener whose requests are dealt with in turn, and connects to it. */
async function connected(
  context: TestContext,
  listener: RequestListener,
  limits?: { onOne?: number; onAll?: number },
): Promise<{ open(): Promise<Socket> }> {
  const server = createServer(inTurn(listener, limits).listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    return server.close();
  });
  return {
    open: async () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const some = (count: number) => Array.from({ length: count }, (_, index) => get(`/${index}`)).join('');

/** Everything that comes back until a text does. */
async function until(socket: Socket, end: string): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) {
    text += chunk;
    if (text.includes(end)) break;
  }
  return text;
}

describe('requests sent ahead', () => {
  test('are dealt with one at a time, in their order', async context => {
    let running = 0;
    const listener: RequestListener = async (request, response) => {
      running += 1;
      assert.equal(running, 1);
      await turn();
      running -= 1;
      response.end(`<${request.url}>`);
    };
    const socket = await (await connected(context, listener)).open();
    socket.write(some(50));
    const text = await until(socket, '</49>');
    assert.deepEqual(
      [...text.matchAll(/<\/(\d+)>/g)].map(match => Number(match[1])),
      Array.from({ length: 50 }, (_, index) => index),
    );
  });

  test('are dealt with again and again on one connection', async context => {
    const socket = await (await connected(context, (_request, response) => response.end('<ok>'))).open();
    let answers = 0;
    socket.setEncoding('latin1').on('data', text => {
      answers += String(text).split('<ok>').length - 1;
    });
    for (let round = 1; round <= 40; round += 1) {
      socket.write(some(20));
      while (answers < 20 * round) await once(socket, 'data');
    }
    assert.equal(socket.destroyed, false);
  });

  test('past their number end the connection, and nothing more of it is dealt with', async context => {
    let dealt = 0;
    const listener: RequestListener = () => {
      dealt += 1;
    };
    const place = await connected(context, listener, { onOne: 10 });
    const [many, few] = [await place.open(), await place.open()];
    few.write(some(11));
    many.write(some(12));
    await once(many, 'close');
    assert.equal(few.destroyed, false);
    assert.ok(dealt <= 2);
  });

  test('past the number of all connections end the one that sends them; what is gone counts no more', async context => {
    const answers: (() => void)[] = [];
    const listener: RequestListener = (_request, response) => answers.push(() => response.end('<ok>'));
    const place = await connected(context, listener, { onAll: 10 });
    const first = await place.open();
    first.write(some(11));
    while (answers.length < 1) await turn();
    const second = await place.open();
    second.write(some(2));
    await once(second, 'close');
    first.destroy();
    const third = await place.open();
    third.resume().write(some(11));
    const fourth = await place.open();
    fourth.write(get('/'));
    while (answers.length < 4) {
      await turn();
      assert.equal(third.destroyed, false);
    }
  });

  test('of a client that does not read are not dealt with', async context => {
    let dealt = 0;
    const body = Buffer.alloc(2 ** 20);
    const listener: RequestListener = (_request, response) => {
      dealt += 1;
      response.end(body);
    };
    const socket = await (await connected(context, listener)).open();
    socket.pause();
    for (let round = 0; round < 50; round += 1) {
      if (!socket.writable) break;
      socket.write(some(20));
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    // What the operating system takes without being read is a few megabytes.
    assert.ok(dealt < 40, `${dealt} were dealt with`);
  });
});

describe('a server', () => {
  test('answers pages, refusals and receipts that were sent at once, each in its place', async context => {
    const server = await serve();
    context.after(() => server.stop());
    const receipt =
      'POST /v1/use-receipts HTTP/1.1\r\nHost: a\r\nContent-Type: text/markdown\r\nContent-Length: 1\r\n\r\nx';
    const last = 'GET /status.md HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const all = get('/patterns/gate.md') + get('/none') + receipt + get('/llms.txt') + last;
    const { hostname, port } = new URL(server.address);
    const socket = connect(Number(port), hostname, () => socket.write(all));
    let text = '';
    for await (const chunk of socket) text += chunk;
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(match => match[1]),
      ['200', '404', '422', '200', '200'],
    );
  });

  test('closes a connection with too many of them, and serves on', async context => {
    const server = await serve();
    context.after(() => server.stop());
    await sendRaw(server, get('/patterns/gate.md').repeat(5000)).catch(() => undefined);
    assert.equal((await send(server, '/patterns/gate.md')).status, 200);
  });
});
