/** Gives `node:sqlite` the interface of better-sqlite3, as far as the project uses it. */

type Row = Record<string, unknown>;

interface NodeStatement {
  all(...values: unknown[]): Row[];
  get(...values: unknown[]): Row | undefined;
  run(...values: unknown[]): { changes: number; lastInsertRowid: number };
  iterate(...values: unknown[]): IterableIterator<Row>;
  columns(): { name: string }[];
  setReturnArrays(on: boolean): void;
}

interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NodeStatement;
  close(): void;
  readonly isTransaction: boolean;
}

interface NodeSqlite {
  DatabaseSync: new (path: string, options: object) => NodeDatabase;
  backup(source: NodeDatabase, path: string): Promise<number>;
}

interface Options {
  readonly?: boolean;
  fileMustExist?: boolean;
  timeout?: number;
}

/** An error of SQLite, with its name in the C interface as the code, such as `SQLITE_BUSY`. */
class SqliteError extends Error {
  override name = 'SqliteError';
  readonly code: string;

  constructor(message: string, number: number) {
    super(message);
    this.code = `SQLITE_${codes[number & 0xff] ?? 'ERROR'}`;
  }
}

/** The primary result codes, by their numbers from 0 (https://www.sqlite.org/rescode.html). */
const codes = (
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY ' +
  'SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'
).split(' ');

function named(error: unknown): unknown {
  const { errcode, message } = error as { errcode?: number; message: string };
  return errcode === undefined ? error : new SqliteError(message, errcode);
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw named(error);
  }
}

const bufferOf = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

class Statement {
  readonly reader: boolean;
  readonly #statement: NodeStatement;
  #form: 'row' | 'values' | 'value' = 'row';

  constructor(statement: NodeStatement) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  /** Makes the statement return only the first value of each row. */
  pluck(): this {
    this.#form = 'value';
    return this;
  }

  /** Makes the statement return the values of each row, without their names. */
  raw(): this {
    this.#form = 'values';
    this.#statement.setReturnArrays(true);
    return this;
  }

  columns(): { name: string }[] {
    return this.#statement.columns();
  }

  all(...values: unknown[]): unknown[] {
    return attempt(() => this.#statement.all(...values)).map(row => this.#shaped(row));
  }

  get(...values: unknown[]): unknown {
    const row = attempt(() => this.#statement.get(...values));
    return row && this.#shaped(row);
  }

  run(...values: unknown[]): { changes: number; lastInsertRowid: number } {
    return attempt(() => this.#statement.run(...values));
  }

  *iterate(...values: unknown[]): IterableIterator<unknown> {
    for (const row of this.#statement.iterate(...values)) yield this.#shaped(row);
  }

  #shaped(row: Row): unknown {
    if (this.#form === 'values') return (row as unknown as unknown[]).map(bufferOf);
    if (this.#form === 'value') return bufferOf(Object.values(row)[0]);
    const shaped: Row = {};
    for (const name in row) shaped[name] = bufferOf(row[name]);
    return shaped;
  }
}

class Database {
  readonly #database: NodeDatabase;
  readonly #backup: NodeSqlite['backup'];

  constructor({ DatabaseSync, backup }: NodeSqlite, path: string, options: Options = {}) {
    const { readonly: readOnly = false, fileMustExist = false, timeout = 5000 } = options;
    // Only a URL can say that a file must exist.
    const place =
      fileMustExist && !readOnly ? `file:${path.split('/').map(encodeURIComponent).join('/')}?mode=rw` : path;
    this.#database = attempt(() => new DatabaseSync(place, { readOnly }));
    this.#backup = backup;
    this.#database.exec(`PRAGMA busy_timeout = ${timeout}`);
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare(sql: string): Statement {
    return attempt(() => new Statement(this.#database.prepare(sql)));
  }

  exec(sql: string): void {
    attempt(() => this.#database.exec(sql));
  }

  pragma(text: string, { simple = false } = {}): unknown {
    const statement = this.prepare(`PRAGMA ${text}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  /**
   * Makes a function that runs a body in a transaction, and rolls the transaction back if the body throws. Its `immediate` begins
   * with `BEGIN IMMEDIATE`.
   */
  transaction(body: () => void): { (): void; immediate(): void } {
    const run = (begin: string) => () => {
      this.exec(begin);
      try {
        body();
        this.exec('COMMIT');
      } catch (error) {
        if (this.inTransaction) this.exec('ROLLBACK');
        throw error;
      }
    };
    return Object.assign(run('BEGIN'), { immediate: run('BEGIN IMMEDIATE') });
  }

  backup(path: string): Promise<number> {
    return this.#backup(this.#database, path).catch(error => {
      throw named(error);
    });
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Loads the SQLite driver of Node.js. Returns undefined if there is none, or if it cannot make backups (Node.js before 22.16).
 */
export function nodeSqlite(): (new (path: string, options?: Options) => unknown) | undefined {
  const { emitWarning } = process;
  // Node.js would write a warning, each time, that the module is experimental.
  process.emitWarning = () => {};
  try {
    const builtin = process as { getBuiltinModule?(name: string): unknown };
    const module = builtin.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined;
    if (!module?.backup) return undefined;
    const loaded = module;
    return class extends Database {
      constructor(path: string, options?: Options) {
        super(loaded, path, options);
      }
    };
  } finally {
    process.emitWarning = emitWarning;
  }
}
