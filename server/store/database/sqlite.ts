/** SQLite as a backend: one file, in WAL mode with synchronous=FULL, so that everything committed survives a loss of power. */
import type { Backend } from './backend.ts';
import { eraseFromFiles } from './erase.ts';
import { GroupWriter } from './group-writer.ts';
import { reclaimFile, sizeOf } from './reclaim.ts';
import { type Database, openFile } from './sqlite-driver.ts';
import { patienceMilliseconds, SqliteFile, type Watch } from './sqlite-file.ts';
import { storeError } from './sqlite-unusable.ts';

/** A backend whose file may become unusable for a time. */
interface SqliteBackend extends Backend {
  /** Refuses all queries until the file can be used; if it can still be read, refuses only those that write. */
  beginOutage(error: unknown): void;
}

/**
 * Opens a SQLite file. Creates it and its folder if they are missing.
 * @param watch turns a fault of the file into an outage, which ends when the file can be used again
 * @throws UnusableFile or StoreBusy as `SqliteFile` does
 */
export function openSqlite(path: string, watch?: Watch): SqliteBackend {
  const file = new SqliteFile(path, watch);
  const writer = new GroupWriter(file);
  const ask = <Result extends object>(sql: string, ...parameters: unknown[]) =>
    file.patiently(() => file.toRead().answer(sql, parameters) as Result[]);
  return {
    name: 'sqlite',
    ask,
    survey: ask,
    transact: (body, patience) => writer.transact(body, patience),
    lock: () => undefined,
    inTurn: (_row, attempt) => attempt(),
    // Nothing to add: a transaction has the whole file to itself.
    forUpdate: '',
    rowsOf: columns => {
      const picks = Object.keys(columns).map(name => `$${name} AS ${name}`);
      return `(SELECT ${picks.join(', ')}) AS listed`;
    },
    isListed: name => `= $${name}`,
    appends: true,
    numberKey: 'integer',
    copyTo: async target => {
      await file.toRead().database.backup(target);
    },
    eraseReplaced: async table => {
      const own = openFile(path, { timeout: patienceMilliseconds });
      try {
        return await eraseFromFiles(own, table);
      } catch (error) {
        throw storeError(path, error);
      } finally {
        own.close();
      }
    },
    reclaim: async () => {
      try {
        return await reclaimFile(file.toWrite().database, path, file.isAlone);
      } catch (error) {
        throw file.fail(error);
      }
    },
    sizes: () => file.patiently(() => sizesOf(file.toRead().database)),
    beginOutage: error => file.beginOutage(error),
    close: async () => {
      await writer.idle();
      file.close();
    },
  };
}

/** Returns the bytes that the file takes, and those of each table in it. */
function sizesOf(database: Database): { total: number; tables: Map<string, number> } {
  const each = `
    SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_master ON sqlite_master.name = dbstat.name
    WHERE aggregate = true GROUP BY tbl_name`;
  const found = database.prepare(each).all() as { name: string; bytes: number }[];
  return { total: sizeOf(database).pages, tables: new Map(found.map(({ name, bytes }) => [name, bytes])) };
}
