/**
 * Which driver of SQLite this Node.js can run. It is not part of the document language, but build and server share nothing else.
 *
 * Below Node.js 24 it is better-sqlite3, whose version 12 ends the process from Node.js 24.19 on (its statements are finalized where
 * Node.js asserts that nothing is: https://github.com/nodejs/node/issues/65446). From 24 on it is `node:sqlite`, which needs no binary; so
 * it is from 22.16 on where the other is missing or was made for another version.
 */
import { nodeSqlite } from './node-sqlite.ts';

/** The advice for a machine on which no driver runs. */
export const driverAdvice =
  'Use Node.js 22.16 or later, which has one, or run `npm ci` where there is a compiler.';

/** An error for a driver that is missing or was made for another Node.js. */
export class DriverError extends Error {
  override name = 'DriverError';
  /** Whether reinstalling would help: the binary exists, but this Node.js cannot load it. */
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
 * Loads a driver with the interface of better-sqlite3.
 * @param load requires a package
 * @throws DriverError
 */
export function loadSqlite(load: (name: string) => unknown): unknown {
  try {
    const own = Number(process.versions.node.split('.')[0]) >= 24 ? nodeSqlite() : undefined;
    if (own) return own;
    const Driver = load('better-sqlite3');
    // Its binary is only loaded with the first database.
    new (Driver as new (path: string) => { close(): void })(':memory:').close();
    return Driver;
  } catch (error) {
    const Driver = nodeSqlite();
    if (Driver) return Driver;
    throw new DriverError(error);
  }
}
