/** The database: a SQLite file in the data folder, or PostgreSQL where a URL is given (decisions, Operator 3). */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './dialect/backend.ts';
import { openPostgres } from './dialect/postgres.ts';
import { openSqlite } from './dialect/sqlite.ts';
import { migrate } from './migrate.ts';

/** Where the database is. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl?: string | undefined;
}

const fileName = 'catalog.sqlite';

/** Opens the database and brings it up to date. The caller closes it. */
export async function openDatabase(place: DatabasePlace, nowSeconds: number): Promise<Backend> {
  const backend = place.databaseUrl
    ? openPostgres(place.databaseUrl)
    : openSqlite(join(place.dataDir, fileName));
  try {
    await migrate(backend, nowSeconds);
    return backend;
  } catch (error) {
    await backend.close();
    throw error;
  }
}

/**
 * Writes everything into a new SQLite file, whichever database is in use, while servers go on.
 * @throws Error when the file exists: a backup never overwrites
 */
export async function backUp(backend: Backend, file: string, nowSeconds: number): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600));
  const target = openSqlite(file);
  await migrate(target, nowSeconds).finally(() => target.close());
  await backend.copyTo(file);
}
