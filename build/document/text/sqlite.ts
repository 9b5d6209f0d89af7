/**
 * Chooses the driver of SQLite that this Node.js can run. It is not part of the language of documents, but build and server
 * share nothing else.
 *
 * Below Node.js 24 it is better-sqlite3, whose version 12 ends the process from Node.js 24.19 on (its statements are finalized
 * where Node.js asserts that nothing is: https://github.com/nodejs/node/issues/65446). From Node.js 24 on it is `node:sqlite`,
 * which needs no binary. From 22.16 on, `node:sqlite` also replaces a better-sqlite3 that is missing or was made for another
 * version.
 */
import { nodeSqlite } from './node-sqlite.ts';

/** The advice for a machine on which no driver runs. */
export const driverAdvice =
  'Use Node.js 22.16 or later, which has one, or run `npm ci` where there is a compiler.';

/** An error for a driver that is missing, or was made for another version of Node.js. */
export class DriverError extends Error {
  override name = 'DriverError';
  /** Whether reinstalling would help, because the binary exists but this Node.js cannot load it. */
  readonly isMismatch: boolean;

  constructor(cause: unknown) {
    const { node } = process.versions;
    const isMismatch = (cause as { code?: unknown } | null)?.code === 'ERR_DLOPEN_FAILED';
    const what = isMismatch
      ? `The driver of SQLite does not run on Node.js ${node}.`
      : `No driver of SQLite is installed for Node.js ${node}.`;
    super(`${what} ${driverAdvice}`, { cause });
    this.isMismatch = isMismatch;
  }
}

/**
 * Loads a driver that has the interface of better-sqlite3.
 * @param load loads a package by its name
 * @throws DriverError when no driver is installed, or none runs on this Node.js
 */
export function loadSqlite(load: (name: string) => unknown): unknown {
  try {
    const own = Number(process.versions.node.split('.')[0]) >= 24 ? nodeSqlite() : undefined;
    if (own) return own;
    const Driver = load('better-sqlite3');
    // The binary is loaded only when the first database is opened.
    new (Driver as new (path: string) => { close(): void })(':memory:').close();
    return Driver;
  } catch (error) {
    const Driver = nodeSqlite();
    if (Driver) return Driver;
    throw new DriverError(error);
  }
}
