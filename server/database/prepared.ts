/** Statements of a SQLite handle, prepared when they are first needed. */
import { BoundedMap } from '../support/bounded.ts';
import type { Row } from './backend.ts';
import type { Database, Statement } from './sqlite-driver.ts';

const maxPrepared = 200;

/** A statement with the names of its parameters in their order: `1` for `$1`, `holder` for `$holder`. */
interface Prepared {
  statement: Statement;
  names: readonly string[];
}

export class PreparedStatements {
  readonly database: Database;
  readonly #known = new BoundedMap<string, Prepared>(maxPrepared);

  constructor(database: Database) {
    this.database = database;
  }

  /**
   * The statement of a text. Only for what SQLite does when it is run: some pragmas take effect as they are prepared. The driver
   * is given parameters by their place, which it binds in half the time that it takes to look for names.
   */
  get(sql: string): Prepared {
    let prepared = this.#known.get(sql);
    if (!prepared) {
      const names = Array.from(sql.matchAll(/\$(\w+)/g), ([, name]) => name!);
      prepared = { names, statement: this.database.prepare(sql.replace(/\$\w+/g, '?')) };
      this.#known.set(sql, prepared);
    }
    return prepared;
  }

  /** Runs a statement with parameters that are numbered from 1; gives the rows, if it has any. */
  answer(sql: string, parameters: readonly unknown[] = []): Row[] {
    const { statement, names } = this.get(sql);
    return answerOf(
      statement,
      names.map(number => parameters[Number(number) - 1]),
    );
  }

  /** Runs a statement for each row of a list, whose columns are its parameters by name; gives all rows. */
  answerEach(sql: string, list: readonly object[]): Row[] {
    const { statement, names } = this.get(sql);
    const found: Row[] = [];
    for (const row of list) {
      const values = names.map(name => (row as Row)[name]);
      if (statement.reader) found.push(...(statement.all(...values) as Row[]));
      else statement.run(...values);
    }
    return found;
  }
}

function answerOf(statement: Statement, values: readonly unknown[]): Row[] {
  if (statement.reader) return statement.all(...values) as Row[];
  statement.run(...values);
  return [];
}
