/** Connections: how many there may be, which one makes room for another, and how long one may be idle. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { trustsProxyOf } from '../../../server/http/admission/client.ts';
import { type ConnectionLimits, limitConnections } from '../../../server/http/connection.ts';
import { connectionsWithin, openFileLimit } from '../../../server/http/open-files.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { startProcess } from '../../support/process.ts';
import { freeTraffic, send, serve } from '../../support/server.ts';

/** A server with limits of its own. */
async function limited(
  context: TestContext,
  limits: ConnectionLimits,
  options: { trustsProxy?: string[]; listener?: RequestListener; host?: string } = {},
): Promise<Server> {
  const server = createServer(options.listener ?? ((_request, response) => response.end('here')));
  limitConnections(server, limits, trustsProxyOf(options.trustsProxy ?? 0));
  server.listen(0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    return server.close();
  });
  return server;
}

/** A client, and whether its connection is still open. */
interface Client {
  socket: Socket;
  isOpen(): boolean;
  /** Sends bytes and gives what comes back next; nothing when the connection ends instead. */
  say(text: string): Promise<string>;
}

/** Connects from an address of this machine. */
async function client(server: Server, localAddress = '127.0.0.1'): Promise<Client> {
  const { port, address } = server.address() as AddressInfo;
  const socket = connect({ port, host: address, localAddress });
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  await once(socket, 'connect');
  return {
    socket,
    isOpen: () => !socket.destroyed && socket.readyState === 'open',
    say: async said => {
      text = '';
      socket.write(said);
      if (isClosed(socket)) return '';
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      return text;
    },
  };
}

const isClosed = (socket: Socket): boolean => socket.destroyed || socket.readableEnded;

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Connects and is answered. */
async function served(server: Server, localAddress?: string): Promise<Client> {
  const one = await client(server, localAddress);
  assert.match(await one.say(request), /200 OK/);
  return one;
}

const closed = async ({ socket }: Client): Promise<void> => {
  if (!isClosed(socket)) await Promise.race([once(socket, 'close'), once(socket, 'end')]);
};

describe('past the share of a network,', () => {
  test('its longest idle connection makes room, and no one else’s does', async context => {
    const server = await limited(context, { total: 100, perNetwork: 3 });
    const neighbour = await served(server, '127.0.0.2');
    const [first, second, third] = [await client(server), await client(server), await client(server)];
    const fourth = await served(server);
    await closed(first);
    assert.deepEqual(
      [neighbour, second, third, fourth].map(each => each.isOpen()),
      [true, true, true, true],
    );
    assert.match(await neighbour.say(request), /200 OK/);
  });

  test('one that was answered stays before one that never asked', async context => {
    const server = await limited(context, { total: 100, perNetwork: 2 });
    const active = await served(server);
    const silent = await client(server);
    await served(server);
    await closed(silent);
    assert.match(await active.say(request), /200 OK/);
  });

  test('one whose header or body does not end makes room like an idle one', async context => {
    const server = await limited(context, { total: 100, perNetwork: 2 }, { listener: () => undefined });
    const header = await client(server);
    header.socket.write('GET / HTTP/1.1\r\nX: ');
    const body = await client(server);
    body.socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx');
    await client(server);
    await closed(header);
    await client(server);
    await closed(body);
  });

  test('none that is being answered makes room: the new one is closed', async context => {
    const asked: (() => void)[] = [];
    const listener: RequestListener = (_request, response) => asked.push(() => response.end('at last'));
    const server = await limited(context, { total: 100, perNetwork: 2 }, { listener });
    const clients = [await client(server), await client(server)];
    const answers = clients.map(each => each.say(request));
    while (asked.length < 2) await once(server, 'request');
    await closed(await client(server));
    for (const answer of asked) answer();
    for (const answer of answers) assert.match(await answer, /at last/);
  });

  test('a proxy has no share', async context => {
    const limits = { total: 100, perNetwork: 2 };
    const server = await limited(context, limits, { trustsProxy: ['127.0.0.9'] });
    const clients: Client[] = [];
    for (let count = 0; count < 10; count += 1) clients.push(await served(server, '127.0.0.9'));
    assert.ok(clients.every(each => each.isOpen()));
    const [first] = [await served(server), await served(server), await served(server)];
    await closed(first!);
  });

  test('an IPv4 address is itself, also where the server listens on IPv6', async context => {
    const server = await limited(context, { total: 100, perNetwork: 1 }, { host: '::ffff:127.0.0.1' });
    const one = await client(server, '::ffff:127.0.0.1');
    const other = await client(server, '::ffff:127.0.0.2');
    await client(server, '::ffff:127.0.0.1');
    await closed(one);
    assert.ok(other.isOpen());
  });
});

describe('past the number of all connections,', () => {
  test('the longest idle one makes room, wherever it comes from', async context => {
    const server = await limited(context, { total: 4, perNetwork: 4 });
    const idle = await Promise.all([1, 2, 3, 4].map(last => client(server, `127.0.1.${last}`)));
    for (const each of idle) {
      await served(server);
      await closed(each);
    }
  });

  test('anyone who comes is served when all others were active a moment ago', async context => {
    const total = 30;
    const server = await limited(context, { total, perNetwork: total });
    for (let count = 0; count < total; count += 1) await served(server, `127.0.2.${count + 1}`);
    for (let count = 0; count < total; count += 1) await served(server, '127.0.0.1');
  });

  test('those that close make room by themselves', async context => {
    const server = await limited(context, { total: 2, perNetwork: 2 });
    const stays = await served(server, '127.0.0.2');
    for (let count = 0; count < 20; count += 1) {
      const { socket } = await served(server);
      socket.end();
      await once(socket, 'close');
    }
    assert.ok(stays.isOpen());
  });
});

describe('the limit of open files', () => {
  test('is known, and leaves room for files', () => {
    assert.ok(openFileLimit()! > 0);
    assert.deepEqual([64, 256, 1024, 20_000].map(connectionsWithin), [32, 192, 896, 17_500]);
  });

  test('of a process bounds its connections: 300 idle ones from one address keep nobody out', async context => {
    const server = await startProcess(context, { dataDir: temporaryFolder(context) }, { openFiles: 256 });
    const { port } = new URL(server.address);
    for (const perAddress of [300, 30]) {
      const sockets = Array.from({ length: 300 }, (_, index) => {
        const localAddress = `127.0.3.${1 + Math.floor(index / perAddress)}`;
        return connect({ port: Number(port), host: '127.0.0.1', localAddress }).on('error', () => undefined);
      });
      await Promise.all(sockets.map(socket => once(socket, 'connect')));
      for (let count = 0; count < 20; count += 1)
        assert.equal((await send(server, '/patterns/gate.md')).status, 200);
      for (const socket of sockets) socket.destroy();
    }
  });
});

describe('a server', () => {
  test('keeps to the numbers that the operator set', async context => {
    const traffic = { ...freeTraffic, connections: 3, connectionsPerAddress: 2 };
    const server = await serve({ traffic });
    context.after(() => server.stop());
    const { port } = new URL(server.address);
    const sockets: Socket[] = [];
    const open = async (localAddress: string) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      return socket;
    };
    const one = [await open('127.0.4.1'), await open('127.0.4.1'), await open('127.0.4.1')];
    await once(one[0]!, 'close');
    await open('127.0.4.2');
    await open('127.0.4.3');
    await once(one[1]!, 'close');
    assert.equal((await send(server, '/patterns/gate.md')).status, 200);
    for (const socket of sockets) socket.destroy();
  });

  test('says so when a request does not arrive in time, without waiting for more', async context => {
    const server = await serve();
    context.after(() => server.stop());
    const { port } = new URL(server.address);
    const socket = connect(Number(port), '127.0.0.1');
    const silent = connect(Number(port), '127.0.0.1').resume();
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    await Promise.all([once(socket, 'close'), once(silent, 'close')]);
    assert.match(text, /^HTTP\/1\.1 400 [\s\S]*X-Content-Type-Options: nosniff[\s\S]*did not arrive in time/);
    assert.equal(silent.bytesRead, 0);
  });
});
