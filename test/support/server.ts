/** Servers for tests: the small catalog, built once a process and served on a free port. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TrafficLimits } from '../../server/http/admission/traffic-limits.ts';
import type { Config } from '../../server/process/config.ts';
import { type RunningServer, startServer } from '../../server/process/server.ts';
import { temporaryFolder } from './folder.ts';
import { baseUrl, exampleDist } from './shared.ts';

/** Limits that no test reaches by accident. */
export const freeTraffic: TrafficLimits = {
  ...{ connections: 10_000, connectionsPerAddress: 10_000, authFailuresPerMinute: 1_000_000 },
  ...{ receiptsPerMinute: 1_000_000, mcpRequestsPerMinute: 1_000_000, longPollsPerCredential: 16 },
  searchShare: 100,
};

/** A configuration for a test: a free port and folders of its own. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    ...{ port: 0, host: '127.0.0.1', baseUrl: undefined, defaultBaseUrl: baseUrl },
    ...{ dataDir: join(temporaryFolder(), 'data'), distDir: '' },
    pageCache: 64 * 1024 ** 2,
    // The server only hands it out: any bytes will do.
    commandFile: join(import.meta.dirname, '../../LICENSE'),
    databaseUrl: undefined,
    // A machine that runs all tests at once may take longer than a page waits.
    ticketTimeout: 30_000,
    trustProxy: 0,
    workers: 1,
    logLevel: 'silent',
    traffic: freeTraffic,
    ...changes,
  };
}

/** Connections to servers in this process, which are used again: to open one takes longer than most answers. */
const agents = new WeakMap<object, Agent>();

/** Serves the small catalog, or another `dist`. */
export async function serve(changes: Partial<Config> = {}): Promise<RunningServer> {
  const distDir = changes.distDir ?? exampleDist();
  const started = await startServer(testConfig({ ...changes, distDir }), pino({ level: 'silent' }));
  const agent = new Agent({ keepAlive: true });
  const server = {
    ...started,
    stop: () => {
      // A server that ends waits seconds for connections that may still be used.
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
      return started.stop();
    },
  };
  agents.set(server, agent);
  return server;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

/** Who is told of every request of this process and its answer. */
export const witnesses = new Set<(path: string, asked: Asked, answer: Answer) => void>();

/** Sends a request as it is written: no path is normalised, no body decoded. */
export async function send(
  server: Pick<RunningServer, 'address'>,
  path: string,
  asked: Asked = {},
): Promise<Answer> {
  const answer = await exchange(server, path, asked);
  for (const witness of witnesses) witness(path, asked, answer);
  return answer;
}

function exchange(
  server: Pick<RunningServer, 'address'>,
  path: string,
  { method = 'GET', headers = {}, body }: Asked,
): Promise<Answer> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const agent = agents.get(server) ?? false;
    const outgoing = request({ hostname, port, path, method, headers, agent }, incoming => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends bytes over a bare connection, and gives all that comes back until it closes. */
export function sendRaw(server: Pick<RunningServer, 'address'>, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}
