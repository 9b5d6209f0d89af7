/** The driver of SQLite. It is loaded when the first file is opened, so that a service on PostgreSQL runs without it. */
import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';
import { loadSqlite } from '#document/text/sqlite.ts';

export type Database = SqliteDatabase.Database;
export type Statement = SqliteDatabase.Statement;

let driver: typeof SqliteDatabase | undefined;

/**
 * Opens a SQLite file.
 * @throws DriverError when no driver runs, or an error with a code such as `SQLITE_CANTOPEN` when the file cannot be opened
 */
export function openFile(file: string, options?: SqliteDatabase.Options): Database {
  driver ??= loadSqlite(createRequire(import.meta.url)) as typeof SqliteDatabase;
  return new driver(file, options);
}
