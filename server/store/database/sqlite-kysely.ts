/** Kysely over a file of SQLite that may go away. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { StoreAway } from './backend.ts';
import type { Handles, SqliteFile } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

/** Kysely's own way to a database has nowhere to lead: the file is asked instead. */
const nowhere = { database: () => Promise.reject(new StoreAway()) };

export function kyselyOver(file: SqliteFile): Kysely<Tables> {
  const dialect = new SqliteDialect(nowhere);
  dialect.createDriver = () => new FileDriver(file);
  return new Kysely<Tables>({ dialect });
}

/** Kysely's driver lets its users take turns. The one connection that it gives them asks the file as it is now. */
class FileDriver extends SqliteDriver implements DatabaseConnection {
  readonly #file: SqliteFile;
  /** What a transaction began with: it ends with it too. */
  #transaction: Handles | undefined;

  constructor(file: SqliteFile) {
    super(nowhere);
    this.#file = file;
  }

  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    await super.acquireConnection();
    return this;
  }

  /** Takes the write lock at once: a later upgrade could fail in the middle. */
  override async beginTransaction(): Promise<void> {
    this.#transaction = await this.#file.patiently(() => {
      const handles = this.#file.toWrite();
      handles.general.answer('BEGIN IMMEDIATE');
      return handles;
    });
  }

  override async commitTransaction(): Promise<void> {
    this.#within(handles => handles.general.answer('COMMIT'));
    this.#transaction = undefined;
    this.#file.requireInPlace();
  }

  override async rollbackTransaction(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (!transaction || transaction !== this.#file.handles) return;
    const { database } = transaction.general;
    if (database.inTransaction) database.exec('ROLLBACK');
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    if (this.#transaction) return this.#within(handles => execute(handles, query));
    const result = await this.#file.patiently(() => execute<Result>(this.#file.toRead(), query));
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

function execute<Result>({ general }: Handles, { sql, parameters }: CompiledQuery): QueryResult<Result> {
  const { statement } = general.get(sql);
  if (statement.reader) return { rows: statement.all(...parameters) as Result[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
