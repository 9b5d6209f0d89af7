/** The database: a SQLite file in the data folder, or PostgreSQL where a URL is given (docs/operation.md#2). */
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Backend, type OutageListener, StoreAway, StoreBusy } from './backend.ts';
import { rowCounts } from './copy.ts';
import { migrate, OtherVersion } from './migrate.ts';
import type { DatabaseLimits } from './postgres-pool.ts';
import { openSqlite } from './sqlite.ts';
import { UnusableFile, unusableOf } from './sqlite-unusable.ts';

/** The place of the database. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** The time limits for a database server. Without them commands may take as long as they need. */
  databaseLimits?: DatabaseLimits | undefined;
  /** `transaction` for a pooler that gives each transaction another connection, such as PgBouncer in that mode. */
  databasePooler?: 'session' | 'transaction' | undefined;
}

const fileName = 'catalog.sqlite';

/** A database that cannot be used. Its message is one line for the operator, and holds no secret. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/**
 * Opens the database and brings it up to date. The caller closes it.
 * @param onOutage called when the database goes away and when it comes back. With it, a database that cannot be used yet is
 * waited for in the background, and queries are refused until then
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
    // Messages of drivers may name hosts and users; their codes say enough.
    const what =
      cause instanceof OtherVersion ? message : `the database cannot be used (${code ?? 'unknown'}).`;
    throw new DatabaseError(`${variable}: ${what}`, { cause });
  }
}

/** Brings a database up to date, and closes it. */
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

/** Opens a PostgreSQL database. The driver is loaded only here, so that users of SQLite do not need it. */
async function openServer(
  url: string,
  nowSeconds: number,
  limits: Partial<DatabaseLimits> & { shared: boolean },
  onOutage?: OutageListener,
): Promise<Backend> {
  const { openPostgres } = await import('./postgres.ts');
  // A migration takes as long as the tables are large.
  const patient = { connect: limits.connect ?? 5000, shared: limits.shared };
  const prepare = () => makeReady(openPostgres(url, patient), nowSeconds);
  const failure: unknown = await prepare().catch(error => error);
  if (failure !== undefined && !(onOutage && failure instanceof StoreAway)) throw failure;
  const backend = openPostgres(url, limits, onOutage);
  if (failure !== undefined) backend.beginOutage(failure, prepare);
  return backend;
}

/**
 * Writes everything into a new SQLite file, whichever database is in use, while servers go on.
 * @throws Error when the file exists: a backup never overwrites
 * @throws UnusableFile when it cannot be written; nothing is left of it then
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

/** Something is where a backup was to be restored. */
export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

/**
 * Copies a SQLite file into an empty database server, in one transaction.
 * @param file a database that this version opened before, so that it has the same tables
 * @throws NotEmpty when the database holds anything
 * @throws DatabaseError
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
