/** Loads the SQLite driver with which a build locks folders. A build also works without it. */
import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';
import { loadSqlite } from '#document/text/sqlite.ts';

type Driver = typeof SqliteDatabase;

let loaded: Driver | undefined;

/** Returns the SQLite driver; undefined if none is installed or it does not run. */
export function sqliteDriver(): Driver | undefined {
  try {
    loaded ??= loadSqlite(createRequire(import.meta.url)) as Driver;
  } catch {
    // The caller reports it.
  }
  return loaded;
}
