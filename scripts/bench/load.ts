/** Sends load over 64 connections, from the core that the server does not use. */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuSeconds, onCore, type Peer } from './server.ts';

export interface Request {
  path: string;
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** The answers per second by the clock, and per second of processor time of the server. */
interface Rate {
  clock: number;
  cpu: number;
}

/**
 * Sends requests again and again for some seconds, or each of them once, and returns how many were answered in a second.
 * @param status the status that every answer must have
 * @param seconds the seconds to send for; undefined to send each request once
 * @throws Error when an answer has another status
 */
export async function load(
  peer: Peer,
  requests: readonly Request[],
  status = 200,
  seconds?: number,
): Promise<Rate> {
  const file = join(tmpdir(), `catalog-bench-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ port: peer.port, status, requests, seconds }));
  const [program, ...words] = onCore(1, [process.execPath, join(import.meta.dirname, 'load.mjs'), file]);
  const canTell = existsSync('/proc/self/stat');
  const before = canTell ? cpuSeconds(peer.pid) : 0;
  const { stdout } = await promisify(execFile)(program, words);
  const { count, seconds: taken } = JSON.parse(stdout) as { count: number; seconds: number };
  return { clock: count / taken, cpu: count / (canTell ? cpuSeconds(peer.pid) - before : taken) };
}

/** The headers of a client that gets tickets. */
export const library = { 'User-Agent': 'curl/8.5.0' };

/** Requests pages until the server has given `count` tickets, and returns the tickets. */
export async function tickets({ port }: Peer, paths: readonly string[], count: number): Promise<string[]> {
  const found: string[] = [];
  const ask = async () => {
    while (found.length < count) {
      const address = `http://127.0.0.1:${port}${paths[found.length % paths.length]}`;
      const text = await (await fetch(address, { headers: library })).text();
      found.push(/\but1\.[\w.-]+/.exec(text)![0]);
    }
  };
  await Promise.all(Array.from({ length: 32 }, ask));
  return found.slice(0, count);
}
