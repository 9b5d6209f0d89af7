/**
 * SQLite: one file, in WAL mode with synchronous=FULL, so that what was committed survives a loss of power.
 */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Tables } from '../tables.ts';
import { type Backend, StoreBusy } from './backend.ts';
import { eraseFromFiles } from './erase.ts';
import { GroupWriter, isBusy, patienceMilliseconds, retryMilliseconds } from './group-writer.ts';
import { PreparedStatements } from './prepared.ts';
import { type Database, openFile } from './sqlite-driver.ts';

/** Opens a SQLite file, and makes it and its folder when they are missing. */
export function openSqlite(file: string): Backend {
  makeFolder(resolve(dirname(file)));
  closeSync(openSync(file, 'a', 0o600));
  // Three handles: the hot path must never wait in the middle of a transaction that another handler awaits, and what is
  // asked outside any transaction must not see what one has not committed.
  const hot = connect(file, 0);
  const general = connect(file, patienceMilliseconds);
  const asking = connect(file, patienceMilliseconds);
  const writer = new GroupWriter(hot);
  const questions = new PreparedStatements(asking);
  const kysely = new Kysely<Tables>({ dialect: new ImmediateDialect({ database: preparing(general) }) });
  return {
    name: 'sqlite',
    kysely,
    ask: async <Result extends object>(sql: string, ...parameters: unknown[]) =>
      questions.answer(sql, parameters) as Result[],
    transact: body => writer.transact(body),
    lock: () => undefined,
    inTurn: (_row, attempt) => attempt(),
    // A transaction has the whole file to itself.
    forUpdate: '',
    rowsOf: columns => {
      const picks = Object.keys(columns).map(name => `$${name} AS ${name}`);
      return `(SELECT ${picks.join(', ')}) AS listed`;
    },
    isListed: name => `= $${name}`,
    appends: true,
    numberKey: 'integer',
    copyTo: async target => {
      await general.backup(target);
    },
    eraseReplaced: async table => {
      const own = connect(file, patienceMilliseconds);
      return eraseFromFiles(own, table).finally(() => own.close());
    },
    sizes: async () => sizesOf(asking),
    close: async () => {
      await writer.idle();
      await kysely.destroy();
      asking.close();
      hot.close();
    },
  };
}

/** What the file takes, and each table in it. */
function sizesOf(database: Database): { total: number; tables: Map<string, number> } {
  const pages = database.pragma('page_count', { simple: true }) as number;
  const pageSize = database.pragma('page_size', { simple: true }) as number;
  const each = `
    SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_master ON sqlite_master.name = dbstat.name
    WHERE aggregate = true GROUP BY tbl_name`;
  const found = database.prepare(each).all() as { name: string; bytes: number }[];
  return { total: pages * pageSize, tables: new Map(found.map(({ name, bytes }) => [name, bytes])) };
}

/**
 * Makes a folder and those above it that are missing. What holds a new one is synced, or a loss of power could take the
 * whole folder with all that was committed in it; the entries of its own files SQLite syncs itself.
 */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function connect(file: string, timeout: number): Database {
  const database = openFile(file, { timeout: patienceMilliseconds });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -16000');
  database.pragma('wal_autocheckpoint = 4000');
  // What a savepoint would need to undo its changes is kept in memory, not in a file.
  database.pragma('temp_store = MEMORY');
  database.pragma(`busy_timeout = ${timeout}`);
  return database;
}

/** What Kysely needs of a handle, but each statement is prepared once. */
function preparing(database: Database): SqliteDatabase {
  const statements = new PreparedStatements(database);
  return {
    prepare: sql =>
      (sql.startsWith('pragma') ? database.prepare(sql) : statements.get(sql).statement) as SqliteStatement,
    close: () => database.close(),
  };
}

/** Kysely's dialect, but a transaction takes the write lock as it begins: a later upgrade could fail in the middle. */
class ImmediateDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase };
  constructor(config: { database: SqliteDatabase }) {
    super(config);
    this.#config = config;
  }
  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  /** Waits for the lock without holding up the event loop, on which whoever has it may depend to finish. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
    const giveUpAt = performance.now() + patienceMilliseconds;
    await run('pragma busy_timeout = 0');
    try {
      for (;;) {
        try {
          await run('begin immediate');
          return;
        } catch (error) {
          if (!isBusy(error)) throw error;
          if (performance.now() > giveUpAt) throw new StoreBusy('Another process holds the database.');
          await wait(retryMilliseconds);
        }
      }
    } finally {
      await run(`pragma busy_timeout = ${patienceMilliseconds}`);
    }
  }
}
