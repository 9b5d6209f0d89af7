/**
 * Load: 64 connections that ask for one page after another, for a few seconds. `wrk` makes it when it is installed, else
 * autocannon, which is written in JavaScript and itself the limit for the fastest peers.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Rate, rateOf } from './rate.ts';
import type { Peer } from './server.ts';
import { findTool, onCore } from './tool.ts';

const exec = promisify(execFile);
const connections = 64;

export interface Load {
  /** Request targets, asked for in turns. */
  paths: readonly string[];
  /** Sent with each request; an entity tag by path where `tags` has one. */
  headers: Record<string, string>;
  tags?: ReadonlyMap<string, string>;
  /** The status that every answer must have. */
  status: number;
}

function headersOf(path: string, { headers, tags }: Load): Record<string, string> {
  const tag = tags?.get(path);
  return { ...headers, ...(tag !== undefined && { 'If-None-Match': tag }) };
}

/**
 * Asks for one page and checks its answer, since a generator only counts.
 * @throws when the status is another one, or a body is missing
 */
async function probe(port: number, load: Load): Promise<void> {
  const path = load.paths[0]!;
  const { status } = load;
  const options = { agent: false, headers: headersOf(path, load) };
  const [found, size] = await new Promise<[number, number]>((resolve, reject) => {
    get(`http://127.0.0.1:${port}${path}`, options, answer => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve([answer.statusCode!, bytes]));
    }).on('error', reject);
  });
  if (found !== status || (status === 200) !== size > 0)
    throw new Error(`${path} gave ${found} with ${size} bytes; expected ${status}.`);
}

export const generator = findTool('wrk') ? 'wrk' : 'autocannon';

/**
 * Requests that a server answers in a second of its processor time, or in a second where that cannot be told. The load
 * runs on the core that the server does not have.
 */
export async function requestsPerSecond(
  peer: Pick<Peer, 'port' | 'pid'>,
  load: Load,
  seconds: number,
  folder: string,
): Promise<number> {
  const { perSecond, perCpuSecond } = await requestRate(peer, load, seconds, folder);
  return perCpuSecond ?? perSecond;
}

/** The rate at which a server answers a load of some seconds. */
export async function requestRate(
  peer: Pick<Peer, 'port' | 'pid'>,
  load: Load,
  seconds: number,
  folder: string,
): Promise<Rate> {
  await probe(peer.port, load);
  const send = generator === 'wrk' ? byWrk : byAutocannon;
  return rateOf(peer, async () => ({ count: await send(peer.port, load, seconds, folder), seconds }));
}

async function byWrk(port: number, load: Load, seconds: number, folder: string): Promise<number> {
  const script = join(folder, 'load.lua');
  writeFileSync(script, luaScript(load));
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script];
  const [program, ...rest] = onCore(1, ['wrk', ...options, `http://127.0.0.1:${port}`]);
  const { stdout } = await exec(program!, rest);
  const wrong = /Non-2xx or 3xx responses: \d+|Socket errors:.*/.exec(stdout)?.[0];
  if (wrong !== undefined) throw new Error(`${wrong}\n${stdout}`);
  return Number(/(\d+) requests in/.exec(stdout)![1]);
}

/** The requests are written beforehand, so that the generator has little to do. */
function luaScript(load: Load): string {
  const requests = load.paths.map(path => {
    const lines = Object.entries(headersOf(path, load)).map(([name, value]) => `${name}: ${value}\r\n`);
    return `  ${luaText(`GET ${path} HTTP/1.1\r\nHost: catalog.test\r\n${lines.join('')}\r\n`)},`;
  });
  return `local requests = {\n${requests.join('\n')}\n}
local at = 0
request = function() at = at % #requests + 1; return requests[at] end
`;
}

/** A text as a literal of Lua, which escapes these characters as JSON does. */
const luaText = (text: string): string => JSON.stringify(text);

async function byAutocannon(port: number, load: Load, seconds: number, folder: string): Promise<number> {
  const requests = load.paths.map(path => ({ path, headers: headersOf(path, load) }));
  return autocannon({ port }, { duration: seconds, requests, status: load.status }, folder);
}

/** Runs autocannon on the core that the server does not have, with options of its own; gives how many requests were answered. */
export async function autocannon(
  { port }: Pick<Peer, 'port'>,
  options: { requests: readonly object[]; status?: number } & ({ duration: number } | { amount: number }),
  folder: string,
): Promise<number> {
  const file = join(folder, 'load.json');
  writeFileSync(file, JSON.stringify({ url: `http://127.0.0.1:${port}`, connections, ...options }));
  const script = join(import.meta.dirname, 'autocannon.mjs');
  const [program, ...rest] = onCore(1, [process.execPath, script, file]);
  return Number((await exec(program!, rest)).stdout);
}
