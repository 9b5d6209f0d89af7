/**
 * A client of a flooded service, as a process of its own: `flood-client TASK` reads its task as JSON from a file and prints what it saw.
 * A hostile one sends its requests as fast as they are answered, over many connections, from as many networks as a proxy may name;
 * an ordinary one reads a page again and again, and searches now and then.
 */
import { readFileSync } from 'node:fs';
import { Agent, request as requestOf } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sent } from './cost-server.ts';
import { servedBy } from './served.ts';

export interface FloodTask {
  port: number;
  /** The server's process. */
  pid: number;
  /** How long it goes on. */
  milliseconds: number;
  /** Sent in turns; `body` is text here. */
  requests: readonly FloodRequest[];
  /** How many connections a hostile client has, how many requests wait on each, and from how many networks they come. */
  hostile?: { connections: number; depth: number; networks: number };
}

export type FloodRequest = Omit<Sent, 'body'> & { body?: string };

/** The observations of a client: how many answers of each status, and for an ordinary one how long each took. */
export interface FloodSeen {
  statuses: Record<string, number>;
  pages: Asked[];
  searches: Asked[];
}

/** One request of an ordinary client, with the times until its answer in milliseconds. */
export interface Asked {
  /** 0 where there was no answer. */
  status: number;
  /** By the clock. */
  elapsed: number;
  /** That the server was at work meanwhile: a machine that does other things makes everybody wait. */
  served: number;
}

/** An address that a proxy names; those of neighbouring numbers are in networks far apart. */
function addressOf(network: number): string {
  const spread = Math.imul(network, 0x9e3779b1) >>> 0;
  return [1 + ((spread >>> 24) % 220), (spread >>> 16) & 255, (spread >>> 8) & 255, 7].join('.');
}

function textOf({ method, path, headers, body = '' }: FloodRequest, network: number): string {
  const all = { Host: 'localhost', 'X-Forwarded-For': addressOf(network), ...headers };
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
}

/** Sends as fast as it is answered. Answers are not read further than to their status, so that the client costs little. */
async function flood({ port, milliseconds, requests, hostile }: FloodTask): Promise<FloodSeen> {
  const { connections, depth, networks } = hostile!;
  const statuses: Record<string, number> = {};
  const end = performance.now() + milliseconds;
  let sent = 0;
  const next = (): string => {
    sent += 1;
    return textOf(requests[sent % requests.length]!, sent % networks);
  };
  const count = (status: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const attack = () =>
    new Promise<void>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        for (let ahead = 0; ahead < depth; ahead += 1) socket.write(next());
      });
      let tail = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        const text = tail + chunk;
        const found = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)];
        const last = found.at(-1);
        tail = text.slice(Math.max(text.length - 11, last ? last.index + last[0].length : 0));
        for (const [, status] of found) {
          count(status!);
          socket.write(next());
        }
      });
      const timer = setTimeout(() => socket.destroy(), end - performance.now());
      socket.on('error', () => count('error'));
      socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  const lane = async () => {
    while (performance.now() < end) await attack();
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { statuses, pages: [], searches: [] };
}

const pageEvery = 5;
const searchEvery = 250;
/** The network of the ordinary client, which no hostile one has. */
const ownNetwork = '203.0.113.7';

/** Reads a page, the first of its requests, all the time; the others, which are searches, now and then. */
async function visit({ port, pid, milliseconds, requests }: FloodTask): Promise<FloodSeen> {
  const [page, ...searches] = requests;
  const seen: FloodSeen = { statuses: {}, pages: [], searches: [] };
  const end = performance.now() + milliseconds;
  const loop = async (every: number, once: (turn: number, agent: Agent) => Promise<void>) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; performance.now() < end; turn += 1) {
      await once(turn, agent);
      await wait(every);
    }
    agent.destroy();
  };
  await Promise.all([
    loop(pageEvery, async (_, agent) => {
      seen.pages.push(await ask(port, pid, page!, agent));
    }),
    loop(searchEvery, async (turn, agent) => {
      if (searches.length > 0)
        seen.searches.push(await ask(port, pid, searches[turn % searches.length]!, agent));
    }),
  ]);
  return seen;
}

function ask(
  port: number,
  pid: number,
  { method, path, headers, body }: FloodRequest,
  agent: Agent,
): Promise<Asked> {
  const begun = performance.now();
  const before = servedBy(pid);
  return new Promise(resolve => {
    const done = (status: number) =>
      resolve({ status, elapsed: performance.now() - begun, served: servedBy(pid) - before });
    const options = { host: '127.0.0.1', port, method, path, agent };
    requestOf({ ...options, headers: { 'X-Forwarded-For': ownNetwork, ...headers } }, answer => {
      answer.resume().once('end', () => done(answer.statusCode!));
    })
      .once('error', () => done(0))
      .end(body);
  });
}

const task = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as FloodTask;
process.stdout.write(JSON.stringify(await (task.hostile ? flood(task) : visit(task))));
