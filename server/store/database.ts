/** The database: a SQLite file in the data folder, or PostgreSQL where a URL is given (decisions, Operator 3). */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './dialect/backend.ts';
import { openSqlite } from './dialect/sqlite.ts';
import { migrate, NewerDatabase } from './migrate.ts';

/** Where the database is. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl?: string | undefined;
}

const fileName = 'catalog.sqlite';

/** A database that cannot be used. Its message is one line for the operator, and holds no secret. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/**
 * Opens the database and brings it up to date. The caller closes it.
 * @throws DatabaseError when it does not answer, cannot be written, or was used by a newer version
 */
export async function openDatabase(place: DatabasePlace, nowSeconds: number): Promise<Backend> {
  const variable = place.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  try {
    const backend = place.databaseUrl
      ? await openServer(place.databaseUrl)
      : openSqlite(join(place.dataDir, fileName));
    await migrate(backend, nowSeconds).catch(async error => {
      await backend.close();
      throw error;
    });
    return backend;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    // Messages of drivers may name hosts and users; their codes say enough.
    const what =
      cause instanceof NewerDatabase ? message : `the database cannot be used (${code ?? 'unknown'}).`;
    throw new DatabaseError(`${variable}: ${what}`, { cause });
  }
}

/** The driver of PostgreSQL is loaded by those who use it. */
async function openServer(url: string): Promise<Backend> {
  const { openPostgres } = await import('./dialect/postgres.ts');
  return openPostgres(url);
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
