/**
 * The interface between the store and a database, and the only thing that the store knows of one. Everything that differs between
 * SQLite and PostgreSQL is behind it, in this folder.
 */
import type { Tables } from './tables.ts';

export type Row = Record<string, unknown>;

/**
 * A statement with its parameters, or with a list of rows. A list runs the statement for each row: in one round on PostgreSQL,
 * and again and again on SQLite, which is fastest on each.
 */
export type Statement = (
  | { sql: string; parameters: readonly unknown[] }
  | { sql: string; list: readonly object[] }
) & {
  /** Its rows are not needed: the body goes on before it has run, and ends if it fails. */
  blind?: true;
};

/** A statement, or several that run in order and of which none needs the rows of another. */
export type Query = Statement | { together: readonly Statement[] };

/**
 * The body of a transaction: it yields statements and is given their rows. Written as a generator, one body runs on
 * both databases: at once on SQLite, whose driver answers synchronously, and on PostgreSQL in as few round trips as it
 * has questions. Bodies use the helpers below, which know what type the rows have.
 */
export type Transaction<Result> = Generator<Query, Result, Row[]>;

/** The SQL type of a column, by a name that both databases know. */
type ColumnType = 'text' | 'bigint';

/** The statement that takes a lock. */
export type DatabaseLock = { sql: string; parameters: readonly unknown[] };

/** The connections of a pool. */
export interface ConnectionCounts {
  open: number;
  idle: number;
  /** Callers that wait for one. */
  waiting: number;
}

/** The room of deleted rows, in bytes. */
export interface Reclaimed {
  /** Given back to the disk. */
  returned: number;
  /** Still in the files of the database, which uses it before it grows. */
  reusable: number;
}

/** Told of an outage: with an error when it begins or another one is found, without when it is over. */
export type OutageListener = (error?: unknown) => void;

export interface Backend {
  name: 'sqlite' | 'postgres';
  /** Asks one question outside any transaction, which an index answers. It is prepared when it is first asked. */
  ask<Result extends object>(sql: string, ...parameters: unknown[]): Promise<Result[]>;
  /** Asks one question that may go through a whole table, and which no request of a stranger waits for. */
  survey<Result extends object>(sql: string, ...parameters: unknown[]): Promise<Result[]>;
  /**
   * Runs a body in a transaction. The promise resolves once the change is safe from a loss of power, and rejects when
   * nothing of it was kept. Bodies that wait at the same time may share one commit; each fails alone.
   * @param patience how long it may wait for another process that holds the file of SQLite, or a lock on a server, in milliseconds
   * @throws StoreBusy when the database could not be reached in time
   */
  transact<Result>(body: () => Transaction<Result>, patience?: number): Promise<Result>;
  /**
   * Returns the statement that takes a lock which one transaction holds at a time, over all processes; with `shared`, all
   * transactions that share it. Returns undefined where only one transaction runs anyway.
   */
  lock(name: DatabaseLockName, shared?: 'shared'): DatabaseLock | undefined;
  /**
   * Runs attempts that will lock the same row one after another, where each would hold a connection while it waits for
   * the row and so keep others from theirs; at once where waiting costs nothing.
   */
  inTurn<Result>(row: string, attempt: () => Promise<Result>): Promise<Result>;
  /** The end of a SELECT whose rows nobody else may change until this transaction ends. */
  forUpdate: string;
  /** SQL for a table `listed` with these columns: the rows of the list that the statement comes with. */
  rowsOf(columns: Readonly<Record<string, ColumnType>>): string;
  /**
   * SQL that ends a condition on a column: its value is listed under this name. Where keys are looked up, it leads to
   * their index at once, which a join with the list may not.
   */
  isListed(name: string, type: ColumnType): string;
  /**
   * Whether new rows should have the highest keys of their table: it lies on disk in the order of its key, and rows in between
   * would touch a page each. One transaction adds rows at a time.
   */
  appends: boolean;
  /** The type of a whole number that identifies rows and by which the table is ordered on disk. */
  numberKey: 'integer' | 'bigint';
  /** Copies every row, in a consistent state, to a SQLite file that has the tables already. */
  copyTo(file: string): Promise<void>;
  /** Fills an empty database from such a file, in one transaction; absent where the database is a file itself. */
  copyFrom?(file: string): Promise<void>;
  /**
   * Erases what rows of a small table held before they were replaced or deleted, from all files of the database that can be
   * reached from here. Returns false where others keep that from being done; it may be tried again.
   */
  eraseReplaced(table: keyof Tables): Promise<boolean>;
  /** Gives the room of deleted rows back to the disk, in steps that let others work in between, as far as that goes. */
  reclaim(): Promise<Reclaimed>;
  /** Returns the bytes of the whole database, and of each table with its indexes, as far as the database tells. */
  sizes(): Promise<{ total: number; tables: ReadonlyMap<string, number> }>;
  /** The connections to a server; absent where the database is a file. */
  connections?(): ConnectionCounts;
  close(): Promise<void>;
}

/**
 * The numbers of the locks: of the migrations; of the issue of tickets, so that caps are counted exactly; of the redemption of
 * tickets, which those share who lock the rows of their tickets, against those who change tickets by the range; of the discard of
 * reports.
 *
 * A transaction takes locks in this order, and rows after them: tickets, then holders, then counts of reports, each in the order
 * of their keys. So none waits for another that waits for it.
 */
export const databaseLockNames = {
  migration: 7461_0001,
  ticket: 7461_0002,
  redemption: 7461_0003,
  discard: 7461_0004,
} as const;
export type DatabaseLockName = keyof typeof databaseLockNames;

/** Returns the rows of a map in the order of their keys, in which all transactions lock them. */
export function inLockOrder<Item>(items: ReadonlyMap<string, Item>): Item[] {
  return [...items].sort(([one], [two]) => (one < two ? -1 : 1)).map(([, item]) => item);
}

/** Yields a lock, where there is one to take. */
export function* take(lock: DatabaseLock | undefined): Transaction<void> {
  if (lock) yield lock;
}

/**
 * The database could not be reached, or stayed locked, for too long. Nothing was changed, unless the connection was lost while
 * a commit was under way: anyone who asks again must ask for just the same.
 */
export class StoreBusy extends Error {
  override name = 'StoreBusy';
}

/** A pooler gives each transaction another connection, and this process was not told so. */
export class PoolerMismatch extends StoreBusy {
  override name = 'PoolerMismatch';

  constructor(cause: unknown) {
    super(
      'DATABASE_POOLER: a pooler gives each transaction another connection to the database. Set it to `transaction`, or let the pooler ' +
        'keep sessions.',
      { cause },
    );
  }
}

/** The database does not answer. Callers fail at once; the outage was logged when it was detected. */
export class StoreAway extends StoreBusy {
  override name = 'StoreAway';

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause });
  }
}

/** Yields a statement with a list that gives no rows. */
export function* writeEach(sql: string, list: readonly object[]): Transaction<void> {
  if (list.length > 0) yield { sql, list, blind: true };
}

/** Yields one statement that gives no rows. */
export function* write(sql: string, ...parameters: unknown[]): Transaction<void> {
  yield { sql, parameters, blind: true };
}

/** Returns the statement that inserts a row, whose names are the columns. */
export function insertion(table: keyof Tables, row: object): { sql: string; parameters: unknown[] } {
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`;
  return { sql, parameters: Object.values(row) };
}

/** Yields the statement that inserts a row. */
export function* insertRow(table: keyof Tables, row: object): Transaction<void> {
  yield { ...insertion(table, row), blind: true };
}

/** Yields statements in one round trip, and returns the rows of each. */
export function* together<Results extends object[]>(
  ...statements: { [Index in keyof Results]: Statement }
): Transaction<{ [Index in keyof Results]: Results[Index][] }> {
  const answers = yield { together: statements };
  return answers.map(({ rows }) => rows) as { [Index in keyof Results]: Results[Index][] };
}

/** Yields a statement with a list, and returns all rows that it gives. */
export function* forEach<Result extends object>(sql: string, list: readonly object[]): Transaction<Result[]> {
  return list.length === 0 ? [] : ((yield { sql, list }) as Result[]);
}

/** Yields one statement and returns its rows. */
export function* rows<Result extends object>(sql: string, ...parameters: unknown[]): Transaction<Result[]> {
  return (yield { sql, parameters }) as Result[];
}
