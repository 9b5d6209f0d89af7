/**
 * Thousands of connections that do nothing, or as little as they can, from many addresses at once: the memory and the files of
 * the server stay within bounds, a second wave needs no more than the first, and everyone else is served throughout.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryFolder, temporaryFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { send } from '../support/server.ts';
import { type Campaign, withEndings } from './campaign.ts';

const addresses = 40;
const waves = 3;
/** So many connections are held for one beat longer, which is this many milliseconds. */
const beatEvery = 2000;
const beatMilliseconds = 200;
/** The number of files that the server may have open other than its connections. */
const otherFiles = 64;
/** The memory that it may need in addition, in total and per connection, including garbage that is not collected yet. */
const fixedBytes = 200 * 2 ** 20;
const bytesEach = 64 * 2 ** 10;
/** How much more may be on the heap after the last wave than after the first, when garbage is collected. */
const leakBytes = 2 * 2 ** 20;

/** A client that holds a connection: what it sends at first, what then again and again, and whether it reads. */
interface Holder {
  first: string;
  again?: string;
  ends?: true;
  deaf?: true;
}

const head = 'Host: catalog.test\r\n';
const page = `GET /patterns/gate.md HTTP/1.1\r\n${head}\r\n`;

const holders: Record<string, Holder> = {
  'says nothing': { first: '' },
  'sends its header byte by byte': { first: `GET / HTTP/1.1\r\n${head}X: `, again: 'x' },
  'sends its body byte by byte': {
    first: `POST /mcp HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 250000\r\n\r\n${' '.repeat(1000)}`,
    again: ' ',
  },
  'ends its side in the middle': { first: `GET / HTTP/1.1\r\n${head}`, ends: true },
  'stays after an answer': { first: page },
  'never reads what it asks for': { first: page.repeat(90), deaf: true },
  'sends nonsense and stays': { first: 'nonsense\r\n\r\n' },
};

export const campaign: Campaign = {
  description: 'idle, slow, deaf and half-closed connections: flat memory, and everyone else is served',
  rounds: 10_000,
  run: ({ rounds, say }) =>
    withEndings(async context => {
      const heapFile = join(temporaryFolder(), 'heap');
      const server = await startProcess(
        context,
        { dataDir: memoryFolder() },
        { environment: { NODE_OPTIONS: '--import ./test/support/heap.mjs', HEAP_FILE: heapFile } },
      );
      await ask(server);
      const before = { files: filesOf(server), bytes: residentBytes(server) };
      const peak = { files: 0, bytes: 0 };
      const kept: number[] = [];
      let answers = 0;
      for (let wave = 0; wave < waves; wave += 1) {
        for (const [what, holder] of Object.entries(holders)) {
          say(`wave ${wave + 1} of ${waves}: ${rounds} clients, each ${what}`);
          const seen = await holdAll(server, holder, rounds);
          answers += seen.answers;
          peak.files = Math.max(peak.files, seen.files);
          peak.bytes = Math.max(peak.bytes, seen.bytes);
          await allClosed(server, before.files);
        }
        kept.push(await heapBytes(server, heapFile));
      }
      assert.ok(peak.files <= rounds + before.files + otherFiles, `${peak.files} files`);
      assert.ok(
        peak.bytes <= before.bytes + fixedBytes + rounds * bytesEach,
        `${inMebibytes(peak.bytes)} MiB`,
      );
      assert.ok(kept.at(-1)! <= kept[0]! + leakBytes, `MiB on the heap: ${kept.map(inMebibytes).join(', ')}`);
      return {
        ...{ answers, peak_files: peak.files, mebibytes_before: inMebibytes(before.bytes) },
        ...{ peak_mebibytes: inMebibytes(peak.bytes), heap_after_first_wave: inMebibytes(kept[0]!) },
        heap_after_last_wave: inMebibytes(kept.at(-1)!),
      };
    }),
};

/** Opens all connections, holds them for a while, and closes them; somebody else asks for a page all the time. */
async function holdAll(server: ServerProcess, holder: Holder, count: number) {
  const sockets: Socket[] = [];
  const seen = { answers: 0, files: 0, bytes: 0 };
  const look = async () => {
    await ask(server);
    seen.answers += 1;
    seen.files = Math.max(seen.files, filesOf(server));
    seen.bytes = Math.max(seen.bytes, residentBytes(server));
  };
  while (sockets.length < count) {
    const batch = Math.min(250, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, (_, n) => hold(server, holder, n)))));
    await look();
  }
  for (let beat = 0; beat < Math.ceil(count / beatEvery); beat += 1) {
    if (holder.again !== undefined)
      for (const socket of sockets) if (socket.writable) socket.write(holder.again);
    await wait(beatMilliseconds);
    await look();
  }
  for (const socket of sockets) socket.destroy();
  return seen;
}

/** Opens a connection from one of many addresses; it may be closed again at once. */
function hold(server: ServerProcess, { first, ends, deaf }: Holder, number: number): Promise<Socket> {
  const port = Number(new URL(server.address).port);
  return new Promise(resolve => {
    const localAddress = `127.0.1.${1 + (number % addresses)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      if (first !== '') socket.write(first);
      if (ends) socket.end();
      resolve(socket);
    });
    if (!deaf) socket.resume();
    socket.on('error', () => resolve(socket));
  });
}

/** Somebody else, who is served. */
async function ask(server: ServerProcess): Promise<void> {
  const { status } = await send(server, '/patterns/gate.md');
  assert.equal(status, 200);
}

const filesOf = ({ pid }: ServerProcess): number => readdirSync(`/proc/${pid}/fd`).length;

const residentBytes = ({ pid }: ServerProcess): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]);

/** Measures the heap of a server when all garbage is collected, in bytes. */
async function heapBytes({ pid }: ServerProcess, file: string): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(20);
  const bytes = Number(readFileSync(file, 'latin1'));
  rmSync(file);
  return bytes;
}

const inMebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Waits until the server has closed what its clients closed. */
async function allClosed(server: ServerProcess, before: number): Promise<void> {
  while (filesOf(server) > before + otherFiles) await wait(20);
}
