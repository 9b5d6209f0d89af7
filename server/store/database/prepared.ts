/** Statements of a SQLite handle, prepared when they are first needed. */
import { memo } from '../../support/bounded.ts';
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
  /**
   * The statement of a text. Only for what SQLite does when the statement runs: some pragmas take effect when they are prepared. The driver
   * is given parameters by their place, which it binds in half the time that it takes to look for names.
   */
  readonly get: (sql: string) => Prepared;

  constructor(database: Database) {
    this.database = database;
    const prepare = (sql: string): Prepared => ({
      names: Array.from(sql.matchAll(/\$(\w+)/g), ([, name]) => name!),
      statement: database.prepare(sql.replace(/\$\w+/g, '?')),
    });
    this.get = memo(maxPrepared, prepare, Number.POSITIVE_INFINITY);
  }

  /** Runs a statement with parameters that are numbered from 1; gives the rows, if it has any. */
  answer(sql: string, parameters: readonly unknown[] = []): Row[] {
    const { statement, names } = this.get(sql);
    const values = names.map(number => parameters[Number(number) - 1]);
    return answerOf(statement, values);
  }

  /** Runs a statement for each row of a list, whose columns are its parameters by name; gives all rows. */
  answerEach(sql: string, list: readonly object[]): Row[] {
    const { statement, names } = this.get(sql);
    const found: Row[] = [];
    for (const row of list) {
      const values = names.map(name => (row as Row)[name]);
      found.push(...answerOf(statement, values));
    }
    return found;
  }
}

function answerOf(statement: Statement, values: readonly unknown[]): Row[] {
  if (statement.reader) return statement.all(...values) as Row[];
  statement.run(...values);
  return [];
}

/** Inserts rows into a table. All have the columns of the first. */
export function insertRows(database: Database, table: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = columns.map(() => '?');
  const insert = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`,
  );
  for (const row of rows) insert.run(...columns.map(column => row[column]));
}
