/**
 * The driver of SQLite that this Node.js can run: version 13 crashes before Node.js 22, version 12 from Node.js 24.19 on
 * (its statements are finalized where Node.js asserts that nothing is: https://github.com/nodejs/node/issues/65446).
 */
import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';

/** The driver is missing, or was made for another Node.js. */
export class DriverError extends Error {
  override name = 'DriverError';

  constructor(cause: unknown) {
    super(`The driver of SQLite does not run on Node.js ${process.versions.node}. Run \`npm ci\`.`, {
      cause,
    });
  }
}

const major = Number(process.versions.node.split('.')[0]);

export const Database = load();
export type Database = SqliteDatabase.Database;
export type Statement = SqliteDatabase.Statement;

function load(): typeof SqliteDatabase {
  try {
    return createRequire(import.meta.url)(major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3');
  } catch (error) {
    // Who opens no file of SQLite can do without it.
    const Missing = class {
      constructor() {
        throw new DriverError(error);
      }
    };
    return Object.assign(Missing, { SqliteError: DriverError }) as unknown as typeof SqliteDatabase;
  }
}

/**
 * Opens a file of SQLite.
 * @throws DriverError, SqliteError
 */
export function openFile(file: string, options?: SqliteDatabase.Options): Database {
  try {
    return new Database(file, options);
  } catch (error) {
    // The driver loads its binary with the first file.
    throw error instanceof Database.SqliteError ? error : new DriverError(error);
  }
}
