/** The answer to a client that is refused while it still sends: it gets to read it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { collectBody } from '../../../server/http/body.ts';

let server: Server;
before(async () => {
  server = createServer(async (request, response) => {
    await collectBody(request, { size: 1000, readThrough: 100_000 }).catch(() => undefined);
    response.writeHead(413, { Connection: 'close' });
    response.end('too large');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;

const open = () =>
  connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });

// Not by `once` of events, which rejects when the connection is cut.
const closed = (socket: Socket) => new Promise(resolve => socket.once('close', resolve));

/** Sends thirty million bytes before it reads anything, as simple clients do. */
async function sendAllThenRead(): Promise<string> {
  const socket = open();
  socket.on('error', () => undefined);
  socket.write(head);
  for (let sent = 0; sent < 30_000_000 && !socket.destroyed; sent += 0x10000)
    await new Promise(resolve => socket.write(chunk, resolve));
  const answer: Buffer[] = [];
  socket.on('data', bytes => answer.push(bytes));
  socket.once('end', () => socket.end());
  if (!socket.closed) await closed(socket);
  return Buffer.concat(answer).toString('latin1');
}

describe('a refusal', () => {
  test('is read by a client that sends all of its body first', async () => {
    for (const answer of await Promise.all([sendAllThenRead(), sendAllThenRead()]))
      assert.match(answer, /^HTTP\/1\.1 413 .*too large/s);
  });

  test('ends the connection even if its client never stops sending and never closes', async () => {
    const socket = open();
    const timer = setInterval(() => socket.write(chunk), 20);
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(head);
    await closed(socket);
    clearInterval(timer);
    assert.ok(socket.destroyed);
  });
});
