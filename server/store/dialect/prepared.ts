/** Statements of a SQLite handle, prepared when they are first needed. */
import type { Row } from './backend.ts';
import type { Database, Statement } from './sqlite-driver.ts';

const maxPrepared = 200;

export class PreparedStatements {
  readonly #database: Database;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The statement of a text. Only for what SQLite does when it is run: some pragmas take effect as they are prepared. */
  get(sql: string): PreparedStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = new PreparedStatement(this.#database, sql);
      if (this.#statements.size >= maxPrepared) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/**
 * What stands for each row of a list within a statement, and what separates one from the next: a statement that takes many
 * rows at once says it so often.
 */
export const forEachRow = (text: string, separator: string): string => `{{${text}|${separator}}}`;

const repeated = /\{\{([^{|}]*)\|([^{|}]*)\}\}/g;
const parameter = /\$(\w+)/g;

/** How many rows of a list a statement may take at once: most of what one run of a statement costs, it costs once. */
const portions = [16, 4, 1];

/**
 * A statement of ours, in which parameters have numbers (`$1`) or names (`$holder`). The driver is given them by their
 * place, which it binds in half the time that it takes to look for names.
 */
class PreparedStatement {
  readonly #database: Database;
  readonly #sql: string;
  readonly #names: readonly string[];
  /** By the number of rows that it takes. */
  readonly #driven = new Map<number, Statement>();

  constructor(database: Database, sql: string) {
    this.#database = database;
    this.#sql = sql;
    this.#names = [...sql.matchAll(parameter)].map(([, name]) => name!);
  }

  /** The statement as the driver knows it, with `?` for each parameter, for so many rows of a list. */
  driven(rows = 1): Statement {
    let statement = this.#driven.get(rows);
    if (!statement) {
      const whole = this.#sql.replace(repeated, (_, text: string, separator: string) =>
        Array.from({ length: rows }, () => text).join(separator),
      );
      statement = this.#database.prepare(whole.replace(parameter, '?'));
      this.#driven.set(rows, statement);
    }
    return statement;
  }

  /** Runs it with parameters that are numbered from 1, or in their order where it has `?`; gives the rows, if it has any. */
  answer(parameters: readonly unknown[] = []): Row[] {
    const names = this.#names;
    return answerOf(
      this.driven(),
      names.length === 0 ? parameters : names.map(number => parameters[Number(number) - 1]),
    );
  }

  /** Runs it for the rows of a list, whose columns are its parameters; gives all rows, in any order. */
  answerEach(list: readonly object[]): Row[] {
    const found: Row[][] = [];
    let done = 0;
    for (const rows of portions) {
      for (; list.length - done >= rows; done += rows) {
        const values: unknown[] = [];
        for (let index = done; index < done + rows; index += 1)
          for (const name of this.#names) values.push((list[index] as Row)[name]);
        found.push(answerOf(this.driven(rows), values));
      }
    }
    return found.length === 1 ? found[0]! : found.flat();
  }
}

function answerOf(statement: Statement, values: readonly unknown[]): Row[] {
  if (statement.reader) return statement.all(...values) as Row[];
  statement.run(...values);
  return [];
}
