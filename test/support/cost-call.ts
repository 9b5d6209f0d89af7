/** Every route and every door, each asked at its costliest: what one request costs, held to its bound. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { apiRoutes } from '#document/message/routes.ts';
import { branches } from '../../server/api/routes.ts';
import type { Context } from '../../server/http/context.ts';
import { readDist } from '../../server/site/dist.ts';
import { openSite } from '../../server/site/site.ts';
import { openStore } from '../../server/store/store.ts';
import { atMost, type Costliest, climb } from './cost-climb.ts';
import { doorCalls } from './cost-door.ts';
import { type CostlyCall, doorNamed } from './cost-limit.ts';
import { routeCalls } from './cost-route.ts';
import { type CostServer, startCostServer } from './cost-server.ts';
import { temporaryFolder } from './folder.ts';
import { readingDist } from './shared.ts';
import { start } from './store.ts';
import { issue } from './tenant.ts';

type Say = (text: string) => void;

/** How many things a tenant has: for a whole campaign, and for a slice. */
const things = { whole: 300, slice: 5 };

/**
 * The costliest request of every way of asking.
 * @param server over the catalog in `distDir`, for what strangers ask; a tenant has a server of its own
 * @param isWhole whether the costliest is looked for; otherwise the largest is taken, in one way for each route and door
 */
export async function costliestOfAll(
  server: CostServer,
  distDir: string,
  isWhole: boolean,
  say: Say,
): Promise<Costliest[]> {
  const found: Costliest[] = [];
  const measure = async (by: CostServer, calls: readonly CostlyCall[]) => {
    const chosen = isWhole ? calls : firstOfEach(calls);
    for (const call of chosen) {
      found.push(await (isWhole ? climb : atMost)(by, call));
      say(lineOf(found.at(-1)!));
    }
  };
  await measure(server, await doorCalls(distDir));
  await withTenant(isWhole ? things.whole : things.slice, measure);
  return found;
}

const firstOfEach = (calls: readonly CostlyCall[]): CostlyCall[] =>
  calls.filter(({ door }, at) => calls.findIndex(call => call.door === door) === at);

/** How many routes of the API were asked, of how many types the doors were, and how many branches of the server requests went through. */
export async function coverageOf(
  costliest: readonly Costliest[],
  distDir: string,
): Promise<{ routes: number; types: number; branches: number }> {
  const site = await openSite(await readDist(distDir), { common: [], cacheBytes: 1e8 });
  const context = { site: () => site } as Context;
  const behind = costliest.map(({ call, sizes }) => {
    const { method, path, headers } = call.request(sizes);
    const request = { method, url: path, headers } as IncomingMessage;
    return branches.findIndex(branch => branch.isAt(request, context));
  });
  const names = new Set(costliest.map(({ call }) => call.door));
  const types = new Set([...names].flatMap(name => doorNamed(name)?.type ?? []));
  const routes = [...names].filter(name => Object.hasOwn(apiRoutes, name));
  return { routes: routes.length, types: types.size, branches: new Set(behind).size };
}

const plenty = [
  ['requests_per_minute', 1_000_000_000],
  ['private_candidates', 1_000_000],
  ['evaluation_runs_per_month', 1_000_000],
  ['registered_documents', 1_000_000],
  ['automatic_approval_runs', 1_000_000],
  ['open_leases_per_runner', 10_000],
  ['storage_bytes', 1e12],
] as const;

/** A server over the small catalog, which the documents of tests name, with a tenant that has much of everything. */
async function withTenant(
  count: number,
  use: (server: CostServer, calls: readonly CostlyCall[]) => Promise<void>,
): Promise<void> {
  const place = { dataDir: join(temporaryFolder(), 'data'), distDir: readingDist() };
  const store = await openStore(place, start);
  const tenant = await issue(store, 'acme');
  const runner = await issue(store, 'acme', [], { runner: true });
  await store.accounts.setLimits('acme', new Map(plenty));
  await store.close();
  const server = await startCostServer(place);
  try {
    const asking = { server: { address: `http://127.0.0.1:${server.port}` }, tenant, runner };
    await use(server, await routeCalls(asking, count));
  } finally {
    server.close();
  }
}

const lineOf = ({ call, sizes, milliseconds, bytes, status }: Costliest): string =>
  [
    `${milliseconds.toFixed(2)} of ${call.budget} ms`,
    `${((milliseconds * 1000) / bytes).toFixed(2)} µs a byte`,
    `${status} ${call.door}: ${call.name} ${JSON.stringify(sizes)}`,
  ].join(', ');

/** Prints the costliest request of each route and door, and throws where one passes its bound. */
export function reportCalls(costliest: readonly Costliest[]): void {
  const sorted = [...costliest].sort((a, b) => b.milliseconds - a.milliseconds);
  for (const door of new Set(sorted.map(({ call }) => call.door)))
    process.stdout.write(`${lineOf(sorted.find(({ call }) => call.door === door)!)}\n`);
  const bad = sorted.filter(({ milliseconds, call }) => milliseconds > call.budget);
  if (bad.length > 0) throw new Error(`These cost too much:\n${bad.map(lineOf).join('\n')}`);
}
