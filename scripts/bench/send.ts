/**
 * Requests that are good for one use, each sent once: 64 connections share a list of them. autocannon makes the load, for
 * wrk cannot stop when a list is at its end.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Rate, rateOf } from './rate.ts';
import type { Peer } from './server.ts';
import { onCore } from './tool.ts';

const exec = promisify(execFile);
export const connections = 64;

export interface PreparedRequest {
  method: 'POST';
  path: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends every request once, and gives the rate at which the server answered.
 * @throws when an answer has another status
 */
export function sendAll(
  peer: Peer,
  requests: readonly PreparedRequest[],
  status: number,
  folder: string,
): Promise<Rate> {
  const file = join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify({ port: peer.port, connections, status, requests }));
  const [program, ...rest] = onCore(1, [process.execPath, join(import.meta.dirname, 'send-all.mjs'), file]);
  return rateOf(peer, async () => JSON.parse((await exec(program!, rest)).stdout));
}
