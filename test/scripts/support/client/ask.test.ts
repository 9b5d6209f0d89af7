/** The client of all commands, and servers that mean harm. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ask, closeConnections, type Question } from '../../../../scripts/support/client/ask.ts';
import { BadAnswer, NoAnswer } from '../../../../scripts/support/client/error.ts';
import { insist, retryAfterSeconds } from '../../../../scripts/support/client/insist.ts';
import { answerBytes, type RawServer, startRawServer } from '../../../support/raw-server.ts';

const running: RawServer[] = [];
after(async () => {
  closeConnections();
  await Promise.all(running.map(server => server.stop()));
});

async function serving(answer: (socket: Socket, head: string) => unknown): Promise<RawServer> {
  const server = await startRawServer(answer);
  running.push(server);
  return server;
}

const plain: Question = { maxBytes: 1000 };

/** Asserts what asking a server that answers so comes to. */
async function assertFails(
  answer: (socket: Socket) => unknown,
  kind: typeof BadAnswer | typeof NoAnswer,
  message: RegExp,
  question: Question = plain,
): Promise<void> {
  const { address } = await serving(answer);
  await assert.rejects(ask(address, question), error => {
    assert.ok(error instanceof kind, String(error));
    assert.match(error.message, message);
    return true;
  });
}

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Writes a piece for as long as the client reads. */
function endlessly(socket: Socket, head: string, piece: string): void {
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
    socket.once('drain', more);
  };
  more();
}

describe('an answer', () => {
  test('comes with its status, headers and body, without any header that nobody chose', async () => {
    const { address, met } = await serving(socket =>
      socket.write(answerBytes('Hello.', { status: '203 Well', headers: { 'X-One': 'a' } })),
    );
    const { status, headers, body } = await ask(`${address}/page`, plain);
    assert.deepEqual([status, headers['x-one'], body.toString()], [203, 'a', 'Hello.']);
    assert.match(met[0]!, /^GET \/page HTTP\/1\.1\r\nHost: [^\r]*\r\nConnection: keep-alive\r\n\r\n$/);
  });

  test('to a POST comes for its body, headers and token', async () => {
    const { address, met } = await serving(socket => socket.write(answerBytes('')));
    await ask(address, { ...plain, method: 'POST', body: 'é', token: 'secret', headers: { 'X-Key': '1' } });
    assert.match(
      met[0]!,
      /^POST \/ .*X-Key: 1\r\n.*Authorization: Bearer secret\r\n.*Content-Length: 2\r\n/s,
    );
  });

  test('that is longer than asked for is refused, whether it says so, goes on for ever, or comes a byte at a time', async () => {
    const message = /^It is longer than the 1000 bytes/;
    await assertFails(socket => socket.write(answerBytes('x'.repeat(1001))), BadAnswer, message);
    const announced = answerBytes('x', { headers: { 'Content-Length': '99999999999' } });
    await assertFails(socket => socket.write(announced), BadAnswer, message);
    await assertFails(
      socket => endlessly(socket, chunked, `400\r\n${'x'.repeat(1024)}\r\n`),
      BadAnswer,
      message,
    );
    await assertFails(socket => endlessly(socket, chunked, '1\r\nx\r\n'.repeat(300)), BadAnswer, message);
    await assertFails(
      socket => endlessly(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(300)),
      BadAnswer,
      message,
    );
  });

  test('that is packed is unpacked within the same bound, and only from a coding that was asked for', async () => {
    const bomb = Buffer.alloc(5_000_000);
    const packed = { gzip: gzipSync(bomb), br: brotliCompressSync(bomb) };
    const most = { maxBytes: 100_000, codings: ['gzip', 'br'] as const };
    for (const [coding, bytes] of Object.entries(packed)) {
      const answer = answerBytes(bytes, { headers: { 'Content-Encoding': coding } });
      await assertFails(
        socket => socket.write(answer),
        BadAnswer,
        /^It is longer than the 100000 bytes/,
        most,
      );
      await assertFails(
        socket => socket.write(answer),
        BadAnswer,
        /coding \w+, which this command did not ask for/,
        {
          maxBytes: 100_000,
        },
      );
    }
    const { address } = await serving(socket =>
      socket.write(answerBytes(gzipSync('Hello.'), { headers: { 'Content-Encoding': 'gzip' } })),
    );
    assert.equal((await ask(address, most)).body.toString(), 'Hello.');
    const damaged = answerBytes('no gzip', { headers: { 'Content-Encoding': 'gzip' } });
    await assertFails(socket => socket.write(damaged), BadAnswer, /^Its gzip coding is damaged\.$/, most);
    const twice = answerBytes(gzipSync(packed.gzip), { headers: { 'Content-Encoding': 'gzip, gzip' } });
    await assertFails(socket => socket.write(twice), BadAnswer, /coding gzip, gzip, which/, most);
  });

  test('that has long headers, or is not HTTP, is refused', async () => {
    const long = answerBytes('x', { headers: { 'X-Long': 'x'.repeat(20_000) } });
    await assertFails(socket => socket.write(long), BadAnswer, /^Its headers are longer than 16384 bytes\.$/);
    await assertFails(
      socket => endlessly(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: x\r\n'.repeat(300)),
      BadAnswer,
      /^Its headers are longer/,
    );
    await assertFails(socket => socket.write('SSH-2.0-OpenSSH_9.7\r\n'), BadAnswer, /^It is not HTTP\.$/);
    const two = answerBytes('x', { headers: { 'Transfer-Encoding': 'chunked' } });
    await assertFails(socket => socket.write(two), BadAnswer, /^It is not HTTP\.$/);
  });

  test('that comes in chunks of one byte is refused by what has crossed the wire', async () => {
    const piece = Buffer.from('1\r\nx\r\n'.repeat(10_000));
    const pieces = (socket: Socket) => {
      socket.write(chunked);
      const more = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', more);
      more();
    };
    let wire = 0;
    const counted = (socket: Socket) => {
      pieces(socket);
      socket.on('close', () => (wire = socket.bytesWritten));
    };
    await assertFails(counted, BadAnswer, /^It is longer than the 1000000 bytes/, {
      ...plain,
      maxBytes: 1_000_000,
    });
    // Without that, six bytes would be read for each byte of the limit.
    await wait(100);
    assert.ok(wire < 5_000_000, `${wire} bytes were taken`);
  });

  test('that begins and does not end in time is refused, and is not asked for again', async () => {
    const drip = (socket: Socket) => {
      socket.write(chunked);
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    };
    await assertFails(drip, BadAnswer, /^It did not end within 0\.3 seconds\.$/, { ...plain, seconds: 0.3 });
  });

  test('that stalls or breaks off is no answer', async () => {
    const quick = { ...plain, seconds: 0.3 };
    await assertFails(() => undefined, NoAnswer, /^No whole answer within 0\.3 seconds\.$/, quick);
    const informing = (socket: Socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    };
    await assertFails(informing, NoAnswer, /^No whole answer/, quick);
    const cut = answerBytes('x', { headers: { 'Content-Length': '10' } });
    await assertFails(socket => socket.end(cut), NoAnswer, /closed before the end of the answer/);
    await assertFails(socket => socket.destroy(), NoAnswer, /closed before the end of the answer|hang up/);
  });

  test('that is a redirect leads nowhere', async () => {
    const other = await serving(socket => socket.write(answerBytes('Here.')));
    const { address } = await serving(socket =>
      socket.write(answerBytes('', { status: '307 There', headers: { Location: other.address } })),
    );
    const { status, headers } = await ask(address, { ...plain, token: 'secret' });
    assert.deepEqual([status, headers.location, other.met], [307, other.address, []]);
  });
});

test('a token is sent to this machine, and elsewhere by https alone', async () => {
  for (const url of ['http://catalog.test', 'http://127.0.0.1.catalog.test', 'http://10.0.0.1'])
    await assert.rejects(
      ask(url, { ...plain, token: 'secret' }),
      /has no https, and this command sends no token/,
    );
  await assert.rejects(ask('http://[::1]:9', { ...plain, token: 'secret' }), NoAnswer);
});

test('a server that is busy is asked again as it says, within a minute, and for so many times', async () => {
  let count = 0;
  const { address } = await serving(socket => {
    count += 1;
    const headers = { 'Retry-After': count === 1 ? '7' : '-5' };
    socket.write(answerBytes('', count < 3 ? { status: '503 Busy', headers } : {}));
  });
  const waits: number[] = [];
  const pause = async (milliseconds: number) => void waits.push(milliseconds);
  assert.equal((await insist(address, plain, { tries: 5, pause })).status, 200);
  assert.deepEqual(waits, [7000, 1000]);
  const busy = await serving(socket =>
    socket.write(answerBytes('', { status: '429 Later', headers: { 'Retry-After': '61' } })),
  );
  assert.equal((await insist(busy.address, plain, { tries: 5, pause })).status, 429);
  assert.equal(busy.met.length, 1);
  assert.equal(retryAfterSeconds('9'.repeat(400), 0), 1);
  assert.equal(retryAfterSeconds('Thu, 01 Jan 1970 00:00:30 GMT', 0), 30);
});

test('a server that is away is asked again where that was wanted', async () => {
  let count = 0;
  const { address } = await serving(socket => {
    count += 1;
    if (count < 3) socket.destroy();
    else socket.write(answerBytes('x'));
  });
  const pause = async () => undefined;
  await assert.rejects(insist(address, plain, { tries: 5, pause }), NoAnswer);
  count = 0;
  assert.equal((await insist(address, plain, { tries: 5, evenAway: true, pause })).status, 200);
});
