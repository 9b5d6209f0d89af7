/** Kysely over a file of SQLite that may go away: one connection, whose users take turns. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StoreAway } from './backend.ts';
import type { Handles, SqliteFile } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

export const kyselyOver = (file: SqliteFile): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new FileDriver(file),
      createIntrospector: database => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });

class FileDriver implements Driver {
  readonly #file: SqliteFile;
  #last: Promise<void> = Promise.resolve();

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<FileConnection> {
    const former = this.#last;
    const connection = new FileConnection(this.#file);
    this.#last = connection.released;
    await former;
    return connection;
  }

  beginTransaction(connection: FileConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: FileConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: FileConnection): Promise<void> {
    return connection.rollBack();
  }

  async releaseConnection(connection: FileConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {}
}

class FileConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  /** What a transaction began with: it ends with it too. */
  #transaction: Handles | undefined;
  readonly released: Promise<void>;
  release: () => void = () => {};

  constructor(file: SqliteFile) {
    this.#file = file;
    this.released = new Promise(resolve => {
      this.release = resolve;
    });
  }

  /** Takes the write lock at once: a later upgrade could fail in the middle. */
  async begin(): Promise<void> {
    this.#transaction = await this.#file.patiently(() => {
      const handles = this.#file.toWrite();
      handles.general.answer('BEGIN IMMEDIATE');
      return handles;
    });
  }

  async commit(): Promise<void> {
    this.#within(handles => handles.general.answer('COMMIT'));
    this.#transaction = undefined;
    this.#file.requireInPlace();
  }

  async rollBack(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (!transaction || transaction !== this.#file.handles) return;
    const { database } = transaction.general;
    if (database.inTransaction) database.exec('ROLLBACK');
  }

  async executeQuery<Result>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Result>> {
    if (this.#transaction) return this.#within(handles => execute(handles, sql, parameters));
    const result = await this.#file.patiently(() => execute<Result>(this.#file.toRead(), sql, parameters));
    if (result.numAffectedRows !== undefined) this.#file.requireInPlace();
    return result;
  }

  // biome-ignore lint/correctness/useYield: nobody asks for rows one by one
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed.');
  }

  /** Does something in the transaction, if the file was not lost since it began. */
  #within<Result>(work: (handles: Handles) => Result): Result {
    if (!this.#transaction || this.#transaction !== this.#file.handles) throw new StoreAway();
    try {
      return work(this.#transaction);
    } catch (error) {
      throw this.#file.fail(error);
    }
  }
}

function execute<Result>(
  { general }: Handles,
  sql: string,
  parameters: readonly unknown[],
): QueryResult<Result> {
  const { statement } = general.get(sql);
  if (statement.reader) return { rows: statement.all(...parameters) as Result[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
