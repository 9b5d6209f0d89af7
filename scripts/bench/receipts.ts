/**
 * Durable redemptions over 64 connections: on SQLite, compared with the same handler without a database and with the obvious
 * way, and on PostgreSQL, compared with single rows that its driver inserts.
 */
import { join } from 'node:path';
import { type BuiltCatalog, builtCatalog, writeBareList } from './catalog.ts';
import { durableFolder, durablePostgres, emptyDatabase } from './durable.ts';
import { bareInserts } from './inserts.ts';
import type { Outcome, Setting } from './part.ts';
import { commandOf } from './process.ts';
import { type Rate, type RateContestant, rateContest } from './rate.ts';
import { atLeast, type Goal, type Row, row } from './row.ts';
import { sendAll } from './send.ts';
import { type Peer, startPeer } from './server.ts';
import { redemption, TicketSupply } from './ticket-supply.ts';

const documents = 100;
/** How many each measurement redeems: what takes a few seconds. */
const redemptions = 20_000;
const obviousRedemptions = 1_280;

export async function receiptsPart({ rounds, seconds, note }: Setting): Promise<Outcome> {
  note('building the catalog to be served');
  const catalog = await builtCatalog(documents, 'receipts');
  const postgres = await durablePostgres();
  const isThere = 'url' in postgres;
  const ends: (() => Promise<unknown>)[] = isThere ? [postgres.stop] : [];
  const after = (end: () => Promise<unknown>) => ends.unshift(end);
  try {
    const contestants = [
      ...(await onSqlite(catalog, after)),
      await obviousWay(catalog, after),
      ...(isThere ? await onPostgres(catalog, await emptyDatabase(postgres, 'bench'), seconds, after) : []),
    ];
    const rates = await rateContest(contestants, rounds, note);
    const remarks = isThere ? [] : [`${postgres.absent} Its rows are left out.`];
    return { rows: rowsOf(rates), figures: { rates: Object.fromEntries(rates) }, remarks };
  } finally {
    for (const end of ends) await end();
  }
}

type After = (end: () => Promise<unknown>) => void;

const node = (file: string) => () => [process.execPath, '--import', 'tsx', `scripts/bench/peer/${file}.ts`];
const serve = () => ['sh', '-c', `exec ${commandOf('serve')}`];

/** Ours, and its handler without a database, which accepts tickets of the same key again and again. */
async function onSqlite(catalog: BuiltCatalog, after: After): Promise<RateContestant[]> {
  const dataDir = durableFolder('receipts');
  const supply = await TicketSupply.open({ dataDir });
  after(() => supply.close());
  const environment = { ...catalog.environment, DATA_DIR: dataDir };
  const ours = await startPeer('ours', serve, { environment });
  after(() => ours.stop());
  const memory = await startPeer('memory', node('memory-receipts'), { environment });
  after(() => memory.stop());
  return [redeeming('SQLite', ours, supply, catalog), redeeming('no database', memory, supply, catalog)];
}

/** A contestant that redeems fresh tickets each time. */
const redeeming = (name: string, peer: Peer, supply: TicketSupply, { folder }: BuiltCatalog) => ({
  name,
  measure: async () => sendAll(peer, (await supply.issue(redemptions)).map(redemption), 200, folder),
});

async function obviousWay(catalog: BuiltCatalog, after: After): Promise<RateContestant> {
  const peer = await startPeer('obvious', node('obvious'), {
    environment: {
      NODE_ENV: 'production',
      BENCH_PAGES: await writeBareList(catalog, []),
      BENCH_DATABASE: join(durableFolder('receipts-obvious'), 'obvious.sqlite'),
    },
  });
  after(() => peer.stop());
  const issue = async (): Promise<string[]> => {
    const url = `http://127.0.0.1:${peer.port}/tickets?count=${obviousRedemptions}`;
    return (await fetch(url, { method: 'POST' })).json() as Promise<string[]>;
  };
  return {
    name: 'obvious',
    measure: async () => sendAll(peer, (await issue()).map(redemption), 200, catalog.folder),
  };
}

async function onPostgres(
  catalog: BuiltCatalog,
  databaseUrl: string,
  seconds: number,
  after: After,
): Promise<RateContestant[]> {
  const dataDir = durableFolder('receipts-postgres');
  const supply = await TicketSupply.open({ dataDir, databaseUrl });
  after(() => supply.close());
  const ours = await startPeer('ours', serve, {
    environment: { ...catalog.environment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  });
  after(() => ours.stop());
  return [
    redeeming('PostgreSQL', ours, supply, catalog),
    { name: 'inserts', measure: () => bareInserts('receipt', seconds, { DATABASE_URL: databaseUrl }) },
  ];
}

/** All of them wait for a disk, so the clock tells. */
function rowsOf(rates: ReadonlyMap<string, Rate>): Row[] {
  const make = (ours: string, theirs: string, peer: string, goal: Goal): Row[] =>
    rates.has(ours)
      ? [
          row({
            part: 'receipts',
            what: `durable redemptions, ${ours}`,
            unit: 'requests/s',
            peer,
            goal,
            ours: rates.get(ours)!.perSecond,
            theirs: rates.get(theirs)!.perSecond,
          }),
        ]
      : [];
  return [
    ...make('SQLite', 'no database', 'same handler, no database', atLeast(0.6)),
    ...make('SQLite', 'obvious', 'Express, yaml, a commit for each', atLeast(10)),
    ...make('PostgreSQL', 'inserts', 'pg, 64 clients, single rows', atLeast(0.6)),
  ];
}
