/** Measures what a request costs a server, in its own processor time. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { writeKeyFile } from '#document/proof/key-file.ts';
import { freePort } from '../../scripts/support/port.ts';
import { testRing } from '../keys.ts';
import { program } from './program.ts';
import { servedBy } from './served.ts';

/** A request as it is sent, and nothing normalised. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

export interface CostServer {
  port: number;
  pid: number;
  /** Sends a request; gives the status, or 0 when the connection was closed without one. */
  send(sent: Sent, agent?: Agent): Promise<number>;
  /** The processor time of one such request in milliseconds: the best of some batches, each of some requests. */
  cost(make: () => Sent, batches: number, each: number): Promise<number>;
  /** Milliseconds of the processor that the thread which answers has had; those of the clock where that cannot be told. */
  served(): number;
  close(): void;
}

const unlimited = '1000000000';
const withoutLimits = {
  MCP_REQUESTS_PER_MINUTE: unlimited,
  SEARCH_SHARE: '100',
  RECEIPTS_PER_MINUTE: unlimited,
  AUTH_FAILURES_PER_MINUTE: unlimited,
};

/**
 * Starts a server over a `dist` and a database in SQLite.
 * @param settings of the server; without them, its limits are such that nobody reaches them
 */
export async function startCostServer(
  place: { distDir: string; dataDir: string },
  settings: Record<string, string> = withoutLimits,
): Promise<CostServer> {
  const port = await freePort();
  const child = fork(await program('test/support/measured-server.ts'), {
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), DIST_DIR: place.distDir, DATA_DIR: place.dataDir },
      SIGNING_KEY: writeKeyFile(testRing()),
      ...settings,
    },
  });
  await once(child, 'message');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (sent: Sent, by = agent) => sendTo(port, sent, by);
  return {
    port,
    pid: child.pid!,
    send,
    async cost(make, batches, each) {
      let best = Infinity;
      for (let batch = 0; batch < batches; batch += 1) {
        const before = await usedBy(child);
        for (let time = 0; time < each; time += 1) await send(make());
        best = Math.min(best, ((await usedBy(child)) - before) / each / 1000);
      }
      return best;
    },
    served: () => servedBy(child.pid!),
    close() {
      agent.destroy();
      child.kill('SIGKILL');
    },
  };
}

/** Microseconds of processor time. */
async function usedBy(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server ended.');
  child.send('used');
  const [{ used }] = (await once(child, 'message')) as [{ used: number }];
  return used;
}

function sendTo(port: number, { method, path, headers, body }: Sent, agent: Agent): Promise<number> {
  return new Promise(resolve => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, incoming => {
      incoming.resume();
      incoming.once('end', () => resolve(incoming.statusCode!));
      incoming.once('error', () => resolve(0));
    });
    outgoing.once('error', () => resolve(0));
    outgoing.end(body);
  });
}
