/**
 * Registrations of tenants, validated, signed, idempotent and with their event, over 64 connections: compared with the rows that
 * they leave behind, inserted bare by the driver in a durable transaction for each registration.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltCatalog, builtCatalog } from './catalog.ts';
import { durableFolder, durablePostgres, emptyDatabase } from './durable.ts';
import { bareInserts } from './inserts.ts';
import type { Outcome, Setting } from './part.ts';
import { commandOf } from './process.ts';
import { type Rate, type RateContestant, rateContest } from './rate.ts';
import { atLeast, type Row, row } from './row.ts';
import { connections, sendAll } from './send.ts';
import { startPeer } from './server.ts';
import { candidateText, makeCallers, registration } from './tenant-supply.ts';

const documents = 100;
const registrations = 2_560;

interface Engine {
  name: string;
  /** The variables by which a server, and by which the bare inserts find their database. */
  server: Record<string, string>;
  inserts: { DATABASE_URL: string } | { BENCH_DATABASE: string };
}

export async function tenantPart({ rounds, seconds, note }: Setting): Promise<Outcome> {
  note('building the catalog to be served');
  const catalog = await builtCatalog(documents, 'tenant');
  const postgres = await durablePostgres();
  const isThere = 'url' in postgres;
  const engines = [sqlite(), ...(isThere ? [await onPostgres(await emptyDatabase(postgres, 'bench'))] : [])];
  const ends: (() => Promise<unknown>)[] = isThere ? [postgres.stop] : [];
  try {
    const contestants: RateContestant[] = [];
    for (const engine of engines) {
      const { contestant, stop } = await registering(engine, catalog);
      ends.unshift(stop);
      const { name, inserts } = engine;
      contestants.push(contestant, {
        name: `${name} inserts`,
        measure: () => bareInserts('registration', seconds, inserts),
      });
    }
    const rates = await rateContest(contestants, rounds, note);
    const remarks = isThere ? [] : [`${postgres.absent} Its rows are left out.`];
    return {
      rows: engines.map(({ name }) => rowOf(name, rates)),
      figures: { rates: Object.fromEntries(rates) },
      remarks,
    };
  } finally {
    for (const end of ends) await end();
  }
}

function sqlite(): Engine {
  const folder = durableFolder('tenant');
  return {
    name: 'SQLite',
    server: { DATA_DIR: folder },
    inserts: { BENCH_DATABASE: join(durableFolder('tenant-inserts'), 'bare.sqlite') },
  };
}

const onPostgres = async (url: string): Promise<Engine> => ({
  name: 'PostgreSQL',
  server: { DATA_DIR: durableFolder('tenant-postgres'), DATABASE_URL: url },
  inserts: { DATABASE_URL: url },
});

/** Ours on a database. Each connection is a tenant of its own: changes of one tenant go one after another. */
async function registering(
  { name, server }: Engine,
  catalog: BuiltCatalog,
): Promise<{ contestant: RateContestant; stop: () => Promise<unknown> }> {
  // The key that signs is made by the build.
  cpSync(catalog.environment.DATA_DIR!, server.DATA_DIR!, { recursive: true });
  const place = { dataDir: server.DATA_DIR!, databaseUrl: server.DATABASE_URL };
  const callers = await makeCallers(place, connections);
  const text = candidateText(catalog);
  const peer = await startPeer(name, () => ['sh', '-c', `exec ${commandOf('serve')}`], {
    environment: { ...catalog.environment, ...server },
  });
  // `sendAll` gives each connection a stretch of the list.
  const share = registrations / connections;
  const requests = () =>
    callers.flatMap(caller => Array.from({ length: share }, () => registration(caller, text)));
  return {
    contestant: { name, measure: () => sendAll(peer, requests(), 201, catalog.folder) },
    stop: () => peer.stop(),
  };
}

/** Both wait for a disk, so the clock tells. */
const rowOf = (engine: string, rates: ReadonlyMap<string, Rate>): Row =>
  row({
    part: 'tenant',
    what: `registration, ${engine}`,
    unit: 'requests/s',
    peer: 'its rows alone',
    ours: rates.get(engine)!.perSecond,
    theirs: rates.get(`${engine} inserts`)!.perSecond,
    goal: atLeast(0.3),
  });
