/** Opens the database: a SQLite file in the data folder, or PostgreSQL if a URL is given (docs/operation.md#2). */
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Backend, type OutageListener, StoreAway, StoreBusy } from './backend.ts';
import { rowCounts } from './copy.ts';
import { migrate, OtherVersion } from './migrate.ts';
import type { DatabaseLimits } from './postgres-pool.ts';
import { openSqlite } from './sqlite.ts';
import { UnusableFile, unusableOf } from './sqlite-unusable.ts';

/** Where the database is, and how long it may take. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** The time limits for a database server. Without them, commands may take any time. */
  databaseLimits?: DatabaseLimits | undefined;
  /**
   * `transaction` for a pooler, such as PgBouncer in that mode, that gives each transaction another connection; absent:
   * `session`.
   */
  databasePooler?: 'session' | 'transaction' | undefined;
}

const fileName = 'catalog.sqlite';

/** An error for a database that cannot be used. Its message is one line for the operator, and holds no secret. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/**
 * Opens the database and runs the missing migrations. The caller closes it.
 * @param onOutage called when the database goes away and when it comes back. With it, a database that cannot be used yet is
 *   waited for in the background, and queries are refused until then.
 * @throws DatabaseError when the database does not answer, cannot be written, or was used by a newer version
 */
export async function openDatabase(
  place: DatabasePlace,
  nowSeconds: number,
  onOutage?: OutageListener,
): Promise<Backend> {
  const { databaseUrl, databaseLimits, databasePooler } = place;
  const shared = databasePooler === 'transaction';
  const variable = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  try {
    return databaseUrl
      ? await openServer(databaseUrl, nowSeconds, { ...databaseLimits, shared }, onOutage)
      : await openLocal(join(place.dataDir, fileName), nowSeconds, onOutage);
  } catch (error) {
    if (error instanceof UnusableFile) throw new DatabaseError(error.message, { cause: error });
    const cause = error instanceof StoreBusy ? (error.cause ?? error) : error;
    const { code, message } = cause as NodeJS.ErrnoException;
    // The message of a driver may name hosts and users, so only its code is shown.
    const what =
      cause instanceof OtherVersion ? message : `the database cannot be used (${code ?? 'unknown'}).`;
    throw new DatabaseError(`${variable}: ${what}`, { cause });
  }
}

/** Runs the missing migrations of a database, and closes it. */
const makeReady = (backend: Backend, nowSeconds: number): Promise<void> =>
  migrate(backend, nowSeconds).finally(() => backend.close());

async function openLocal(file: string, nowSeconds: number, onOutage?: OutageListener): Promise<Backend> {
  const prepare = () => makeReady(openSqlite(file), nowSeconds);
  const backend = openSqlite(file, onOutage && { onOutage, prepare });
  try {
    await migrate(backend, nowSeconds);
  } catch (error) {
    if (!onOutage || !(error instanceof StoreBusy)) {
      await backend.close();
      throw error;
    }
    backend.beginOutage(error);
  }
  return backend;
}

/** Opens a PostgreSQL database. Loads the driver here, so that a service on SQLite runs without it. */
async function openServer(
  url: string,
  nowSeconds: number,
  limits: Partial<DatabaseLimits> & { shared: boolean },
  onOutage?: OutageListener,
): Promise<Backend> {
  const { openPostgres } = await import('./postgres.ts');
  // A migration takes longer the larger the tables are.
  const patient = { connect: limits.connect ?? 5000, shared: limits.shared };
  const prepare = () => makeReady(openPostgres(url, patient), nowSeconds);
  const failure: unknown = await prepare().catch(error => error);
  if (failure !== undefined && !(onOutage && failure instanceof StoreAway)) throw failure;
  const backend = openPostgres(url, limits, onOutage);
  if (failure !== undefined) backend.beginOutage(failure, prepare);
  return backend;
}

/**
 * Writes everything into a new SQLite file, from either database, while servers continue.
 * @throws Error when the file exists, since a backup never overwrites
 * @throws UnusableFile when it cannot be written; then nothing is left of it
 */
export async function backUp(backend: Backend, file: string, nowSeconds: number): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600));
  rmSync(file);
  try {
    await makeReady(openSqlite(file), nowSeconds);
    await backend.copyTo(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw unusableOf(file, error) ?? error;
  }
}

/** An error for a database that is not empty, where a backup was to be restored. */
export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

/**
 * Copies a SQLite file into an empty database server, in one transaction.
 * @param file a database that this version has opened before, so that it has the same tables
 * @throws NotEmpty when the database holds anything
 * @throws DatabaseError when the server does not answer, takes no changes, or was used by a newer version
 */
export async function restoreInto(
  place: DatabasePlace & { databaseUrl: string },
  file: string,
  nowSeconds: number,
): Promise<void> {
  const backend = await openDatabase(place, nowSeconds);
  try {
    for (const table of rowCounts(file).keys()) {
      if (table === 'ticket_swept') continue;
      const found = await backend.survey(`SELECT 1 AS found FROM ${table} LIMIT 1`);
      if (found.length > 0) throw new NotEmpty(`the table ${table} has rows`);
    }
    await backend.copyFrom!(file);
  } finally {
    await backend.close();
  }
}
