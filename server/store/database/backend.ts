/**
 * The interface between the store and its database, which is all that the store knows of the database. This folder has
 * everything that differs between SQLite and PostgreSQL.
 */
import type { Tables } from './tables.ts';

export type Row = Record<string, unknown>;

/**
 * A statement with its parameters, or with a list of rows. With a list, it runs for every row: in one round trip on PostgreSQL,
 * and once for each row on SQLite, which is the fastest way on each.
 */
export type Statement = (
  | { sql: string; parameters: readonly unknown[] }
  | { sql: string; list: readonly object[] }
) & {
  /**
   * The body does not need the rows, so it continues before the statement has run. If the statement fails, so does the
   * transaction.
   */
  blind?: true;
};

/** A statement; or several that run in order, none of which needs the rows of another. */
export type Query = Statement | { together: readonly Statement[] };

/**
 * The body of a transaction, which yields statements and is given their rows. It is a generator, so that one body runs on both
 * databases: on SQLite, whose driver answers synchronously, without waiting, and on PostgreSQL in as few round trips as it has
 * questions. Bodies use the helpers below, which add the types of rows.
 */
export type Transaction<Result> = Generator<Query, Result, Row[]>;

/** The SQL type of a column, by a name that both databases know. */
type ColumnType = 'text' | 'bigint';

/** The statement that takes a lock. */
export type DatabaseLock = { sql: string; parameters: readonly unknown[] };

/** The numbers of connections in a pool, by what they do. */
export interface ConnectionCounts {
  open: number;
  idle: number;
  /** The number of callers that wait for a connection. */
  waiting: number;
}

/** The space of deleted rows, in bytes. */
export interface Reclaimed {
  /** The bytes that were given back to the disk. */
  returned: number;
  /** The bytes that are still in the files of the database, which reuses them before it grows. */
  reusable: number;
}

/** Receives an error when an outage begins or its cause changes, and no argument when it is over. */
export type OutageListener = (error?: unknown) => void;

export interface Backend {
  name: 'sqlite' | 'postgres';
  /** Runs one query outside any transaction. An index must answer it. It is prepared at its first use. */
  ask<Result extends object>(sql: string, ...parameters: unknown[]): Promise<Result[]>;
  /** Runs one query that may read a whole table. No request of a stranger may wait for it. */
  survey<Result extends object>(sql: string, ...parameters: unknown[]): Promise<Result[]>;
  /**
   * Runs a body in a transaction. Resolves once the change survives a loss of power, and rejects if nothing of it was kept.
   * Bodies that wait at the same time may share one commit, but each fails alone.
   * @param patience the milliseconds to wait for another process that holds the SQLite file, or for a lock on a server
   * @throws StoreBusy when the database could not be reached in time
   */
  transact<Result>(body: () => Transaction<Result>, patience?: number): Promise<Result>;
  /**
   * Returns the statement that takes a lock, which one transaction holds at a time over all processes, or all transactions that
   * take it with `shared`. Returns undefined if only one transaction runs at a time anyway.
   */
  lock(name: DatabaseLockName, shared?: 'shared'): DatabaseLock | undefined;
  /**
   * Runs attempts that will lock the same row one after another. Each would otherwise hold a connection while it waits for the
   * row, and so keep others from theirs. Runs them at once if waiting costs nothing.
   */
  inTurn<Result>(row: string, attempt: () => Promise<Result>): Promise<Result>;
  /** The end of a SELECT that locks its rows until the transaction ends. */
  forUpdate: string;
  /** Returns the SQL of a table named `listed`, with the given columns, that has the rows of the list of the statement. */
  rowsOf(columns: Readonly<Record<string, ColumnType>>): string;
  /**
   * Returns the SQL that ends a condition on a column: its value is in the list under the given name. For a key, the condition
   * uses the index at once, which a join with the list may not.
   */
  isListed(name: string, type: ColumnType): string;
  /**
   * Whether new rows should get the highest keys of their table. They should if the table lies on disk in the order of its key,
   * where a row in between would touch a page of its own. Only one transaction adds rows at a time.
   */
  appends: boolean;
  /** The type of a whole number that identifies rows and by which the table is ordered on disk. */
  numberKey: 'integer' | 'bigint';
  /** Copies every row, in a consistent state, to a SQLite file that has the tables already. */
  copyTo(file: string): Promise<void>;
  /**
   * Fills an empty database from a SQLite file that `copyTo` filled, in one transaction; absent for a database that is a file
   * itself.
   */
  copyFrom?(file: string): Promise<void>;
  /**
   * Erases the former content of replaced and deleted rows of a small table, from all files of the database that can be reached
   * from here. Returns false if other users of the database prevent that; the call may be repeated.
   */
  eraseReplaced(table: keyof Tables): Promise<boolean>;
  /** Gives the space of deleted rows back to the disk as far as possible, in steps between which others can work. */
  reclaim(): Promise<Reclaimed>;
  /** Returns the bytes of the whole database, and of each table with its indexes, where the database knows them. */
  sizes(): Promise<{ total: number; tables: ReadonlyMap<string, number> }>;
  /** Returns the connections to a server; absent for a database that is a file. */
  connections?(): ConnectionCounts;
  close(): Promise<void>;
}

/**
 * The locks and their numbers. `migration`: while migrations run. `ticket`: while tickets are issued, so that caps are counted
 * exactly. `redemption`: shared by those who lock the rows of their tickets, against those who change tickets by the range.
 * `discard`: while reports are discarded.
 *
 * A transaction takes locks in this order, and then rows: tickets, holders, counts of reports, each in the order of their keys.
 * So no two transactions wait for each other.
 */
export const databaseLockNames = {
  migration: 7461_0001,
  ticket: 7461_0002,
  redemption: 7461_0003,
  discard: 7461_0004,
} as const;
export type DatabaseLockName = keyof typeof databaseLockNames;

/** Returns the values of a map in the order of their keys, which is the order in which all transactions lock rows. */
export function inLockOrder<Item>(items: ReadonlyMap<string, Item>): Item[] {
  return [...items].sort(([one], [two]) => (one < two ? -1 : 1)).map(([, item]) => item);
}

/** Yields the statement of a lock, if there is one. */
export function* take(lock: DatabaseLock | undefined): Transaction<void> {
  if (lock) yield lock;
}

/**
 * An error for a database that could not be reached, or stayed locked, for too long. Nothing was changed, unless the connection
 * was lost during a commit: whoever tries again must send exactly the same.
 */
export class StoreBusy extends Error {
  override name = 'StoreBusy';
}

/** An error for a pooler that gives each transaction another connection, although the settings do not say so. */
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

/** An error for a database that does not answer. Callers fail at once; the outage was logged when it was detected. */
export class StoreAway extends StoreBusy {
  override name = 'StoreAway';

  constructor(cause?: unknown) {
    super('The database does not answer.', { cause });
  }
}

/** Yields a statement with a list whose rows are not needed. */
export function* writeEach(sql: string, list: readonly object[]): Transaction<void> {
  if (list.length > 0) yield { sql, list, blind: true };
}

/** Yields one statement whose rows are not needed. */
export function* write(sql: string, ...parameters: unknown[]): Transaction<void> {
  yield { sql, parameters, blind: true };
}

/** Returns the statement that inserts a row. The names of its fields are the columns. */
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

/** Yields a statement with a list, and returns the rows that it gives for the whole list. */
export function* forEach<Result extends object>(sql: string, list: readonly object[]): Transaction<Result[]> {
  return list.length === 0 ? [] : ((yield { sql, list }) as Result[]);
}

/** Yields one statement and returns its rows. */
export function* rows<Result extends object>(sql: string, ...parameters: unknown[]): Transaction<Result[]> {
  return (yield { sql, parameters }) as Result[];
}
