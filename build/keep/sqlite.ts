/**
 * The driver of SQLite that this Node.js can run; `server/store/dialect/sqlite-driver.ts` says why there are two. The build uses
 * it to lock folders and to keep things for the next build, and works without it.
 */
import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';

type Driver = typeof SqliteDatabase;

let loaded: Driver | undefined;

/** The driver, or undefined where it is not installed or does not run. */
export function sqliteDriver(): Driver | undefined {
  loaded ??= load();
  return loaded;
}

function load(): Driver | undefined {
  const major = Number(process.versions.node.split('.')[0]);
  try {
    const Database = createRequire(import.meta.url)(
      major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3',
    ) as Driver;
    // Its binary is only loaded with the first database.
    new Database(':memory:').close();
    return Database;
  } catch {
    return undefined;
  }
}
