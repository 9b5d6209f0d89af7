/** Two servers behind a proxy, of which one after the other is restarted while clients ask. */
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from './folder.ts';
import { type Launched, launch } from './launched.ts';
import { ask } from './passage.ts';
import { type ShippedProxy, startProxy } from './proxy.ts';

const clients = 8;
/** By this long after a server is back, in milliseconds, each proxy sends to it again (docs/handbook.md#6). */
const untilNoticed = 3000;
const paths = ['/patterns/gate.md', '/llms.txt', '/research/index.md', '/none', '/status.md'];
/** A page that there is not, and what is not there at all, are answers too. */
const isAnswer = (status: number): boolean => status < 500;

/**
 * Restarts the servers behind a proxy in turn, while clients send one request after another.
 * @param rounds how often both are restarted
 * @returns how many requests were answered, and the statuses or errors of the others
 */
export async function restartInTurn(
  context: Pick<TestContext, 'after'>,
  proxy: ShippedProxy,
  rounds: number,
): Promise<{ answers: number; failures: string[] }> {
  const DATA_DIR = temporaryFolder();
  const start = async (port?: string): Promise<Launched> => {
    const server = await launch(context, { DATA_DIR, TRUST_PROXY: '1', ...(port && { PORT: port }) });
    await server.until(/serving/);
    return server;
  };
  const servers = [await start(), await start()];
  const [first, second] = servers.map(({ address }) => new URL(address).host) as [string, string];
  const { address } = await startProxy(context, proxy, first, second);
  const count = { answers: 0, failures: [] as string[] };
  const done = new AbortController();
  const load = Array.from({ length: clients }, async (_, client) => {
    for (let n = client; !done.signal.aborted; n += 1) {
      const path = paths[n % paths.length]!;
      const outcome = await ask(address, path).then(
        ({ status }) => status,
        (error: Error) => error.message,
      );
      if (typeof outcome === 'number' && isAnswer(outcome)) count.answers += 1;
      else count.failures.push(`${path}: ${outcome}`);
    }
  });
  for (let round = 0; round < rounds; round += 1)
    for (const [index, server] of servers.entries()) {
      server.child.kill('SIGTERM');
      await server.ended;
      servers[index] = await start(new URL(server.address).port);
      await wait(untilNoticed);
    }
  done.abort();
  await Promise.all(load);
  return count;
}
