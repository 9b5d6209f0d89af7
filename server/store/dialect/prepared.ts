/** Statements of a SQLite handle, prepared when they are first needed. */
import type { Database, Statement } from './sqlite-driver.ts';

const maxPrepared = 200;

export class PreparedStatements {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The statement of a text. Only for what SQLite does when it is run: some pragmas take effect as they are prepared. */
  get(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      if (this.#statements.size >= maxPrepared) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
