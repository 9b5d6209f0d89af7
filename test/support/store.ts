/** Stores for tests: the same tests on a real SQLite file and a real PostgreSQL database. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { newTicketKey } from '../../server/ticket/rule/key.ts';
import { temporaryFolder } from './folder.ts';
import { copiedDatabase, freshDatabase } from './postgres.ts';

/** The time at which tests begin, in seconds. */
export const start = Date.parse('2026-11-21T08:00:00Z') / 1000;

export interface TestDatabase {
  name: 'sqlite' | 'postgres';
  /** A new empty place. */
  emptyPlace(): Promise<DatabasePlace>;
  /** A new place that holds the tables of this version, without rows. */
  place(): Promise<DatabasePlace>;
}

const emptyFile = async (): Promise<DatabasePlace> => ({ dataDir: join(temporaryFolder(), 'data') });
const emptyServer = async (): Promise<DatabasePlace> => ({
  dataDir: temporaryFolder(),
  databaseUrl: await freshDatabase(),
});

/** To make the tables takes longer than most tests: those of a new place are a copy. */
const makeTables = async (place: DatabasePlace) => (await openStore(place, start)).close();

let original: Promise<string> | undefined;

async function fileWithTables(): Promise<string> {
  const place = await emptyFile();
  await makeTables(place);
  return join(place.dataDir, 'catalog.sqlite');
}

export const databases: readonly TestDatabase[] = [
  {
    name: 'sqlite',
    emptyPlace: emptyFile,
    place: async () => {
      original ??= fileWithTables();
      const place = await emptyFile();
      mkdirSync(place.dataDir, { mode: 0o700 });
      copyFileSync(await original, join(place.dataDir, 'catalog.sqlite'));
      return place;
    },
  },
  {
    name: 'postgres',
    emptyPlace: emptyServer,
    place: async () => {
      const dataDir = temporaryFolder();
      return {
        dataDir,
        databaseUrl: await copiedDatabase(databaseUrl => makeTables({ dataDir, databaseUrl })),
      };
    },
  },
];

/** Describes what holds on both databases, at the same time: the tests of one go on while those of the other wait. */
export function onBothDatabases(what: string, tests: (database: TestDatabase) => void): void {
  describe(what, { concurrency: databases.length }, () => {
    for (const database of databases)
      describe(`on ${database.name}`, { concurrency: 1 }, () => tests(database));
  });
}

/** How long tickets are waited for where that is not what is tested, in milliseconds: a busy machine gives them late. */
const ticketTimeout = 60_000;

/** Opens a store with a ticket key in force; it is closed after the test. */
export async function openTestStore(context: TestContext, place: DatabasePlace): Promise<Store> {
  const store = await openStore({ ticketTimeout, ...place }, start);
  context.after(() => store.close());
  await store.keys.ensure(newTicketKey(randomBytes), start);
  return store;
}
