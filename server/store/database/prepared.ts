/** The statements of a SQLite handle, each prepared when it is first needed. */
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
   * Returns the prepared statement of an SQL text. Not for pragmas that take effect when they are prepared. Parameters are
   * bound by their place, which takes half as long as by name.
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

  /** Runs a statement with parameters that are numbered from 1. Returns its rows, if it gives any. */
  answer(sql: string, parameters: readonly unknown[] = []): Row[] {
    const { statement, names } = this.get(sql);
    const values = names.map(number => parameters[Number(number) - 1]);
    return answerOf(statement, values);
  }

  /** Runs a statement for each row of a list, whose fields are its parameters by name. Returns all rows. */
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

/** Inserts rows into a table. All rows must have the fields of the first. */
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
