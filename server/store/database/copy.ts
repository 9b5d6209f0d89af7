/** Copies a database into a SQLite file that a server can open, and such a file into an empty PostgreSQL database. */

import type pg from 'pg';
import type { Row } from './backend.ts';
import { insertRows } from './prepared.ts';
import { type Database, openFile } from './sqlite-driver.ts';

/** The number of rows that are copied at a time. Some hold whole documents. */
const rowsAtOnce = 1000;

/** A connection to a server within a transaction. */
type Session = Pick<pg.PoolClient, 'query'>;

/**
 * Copies every row, unchanged, within a transaction of a server.
 * @param file a SQLite file whose tables were made by the same migrations
 */
export async function copyInto(file: string, source: Session): Promise<void> {
  const target = openFile(file);
  try {
    target.pragma('foreign_keys = OFF');
    for (const table of tablesOf(target)) await copyTable(source, target, table);
  } finally {
    target.close();
  }
}

/**
 * Copies every row of a SQLite file within a transaction of a server, whose tables were made by the same migrations.
 * @param file see `copyInto`
 */
export async function copyFrom(file: string, target: Session): Promise<void> {
  const source = openFile(file, { readonly: true });
  try {
    const tables = tablesOf(source);
    for (const table of tables.toReversed()) await target.query(`DELETE FROM ${table}`);
    for (const table of tables) await insertTable(source, target, table);
  } finally {
    source.close();
  }
}

/** Counts the rows of each table of a SQLite file. */
export function rowCounts(file: string): Map<string, number> {
  const source = openFile(file, { readonly: true });
  try {
    const count = (table: string) => source.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
    return new Map(tablesOf(source).map(table => [table, count(table)]));
  } finally {
    source.close();
  }
}

/**
 * Returns the tables to copy, with those that others refer to first. The tables about migrations are left out, since both
 * databases have them already, and so is the table of files in a backup.
 */
function tablesOf(database: Database): string[] {
  const found = database.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
     AND name NOT IN ('migration', 'contraction', 'backup_file') ORDER BY name IN ('tenant', 'ticket_key') DESC`,
  );
  return found.pluck().all() as string[];
}

async function copyTable(source: Session, target: Database, table: string): Promise<void> {
  target.prepare(`DELETE FROM ${table}`).run();
  await source.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT * FROM ${table}`);
  for (;;) {
    const { rows } = await source.query<Row>(`FETCH ${rowsAtOnce} FROM copied`);
    if (rows.length === 0) break;
    target.transaction(() => insertRows(target, table, rows))();
  }
  await source.query('CLOSE copied');
}

async function insertTable(source: Database, target: Session, table: string): Promise<void> {
  const all = source.prepare(`SELECT * FROM ${table}`);
  const columns = all.columns().map(({ name }) => `"${name}"`);
  const into = `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, $1::json)`;
  let rows: unknown[] = [];
  const insert = async () => {
    if (rows.length > 0) await target.query(into, [JSON.stringify(rows)]);
    rows = [];
  };
  for (const row of all.iterate()) {
    rows.push(row);
    if (rows.length === rowsAtOnce) await insert();
  }
  await insert();
}
