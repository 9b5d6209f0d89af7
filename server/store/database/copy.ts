/** Copies a database into a SQLite file that a server can open, and such a file into an empty PostgreSQL database. */

import { type Kysely, sql } from 'kysely';
import { insertRows } from './prepared.ts';
import { type Database, openFile } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

const rowsAtOnce = 5000;
/** PostgreSQL takes 65,535 parameters in a statement. */
const maxParameters = 60_000;

/**
 * Copies every row as it was at one moment.
 * @param file a SQLite file whose tables were made by the same migrations
 */
export async function copyInto(file: string, source: Kysely<Tables>): Promise<void> {
  const target = openFile(file);
  try {
    target.pragma('foreign_keys = OFF');
    await source
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async snapshot => {
        for (const table of tablesOf(target)) await copyTable(snapshot, target, table);
      });
  } finally {
    target.close();
  }
}

/**
 * Copies every row of a SQLite file into tables that were made by the same migrations, in one transaction.
 * @param file see `copyInto`
 */
export async function copyFrom(file: string, target: Kysely<Tables>): Promise<void> {
  const source = openFile(file, { readonly: true });
  try {
    await target.transaction().execute(async transaction => {
      const tables = tablesOf(source);
      for (const table of tables.toReversed())
        await sql`DELETE FROM ${sql.table(table)}`.execute(transaction);
      for (const table of tables) await insertTable(source, transaction, table);
    });
  } finally {
    source.close();
  }
}

/** How many rows each table of a SQLite file holds. */
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
 * The tables but those that say which migrations were run, which both databases have alike, and files kept in a backup. Rows of
 * other tables refer to those of the first two.
 */
function tablesOf(database: Database): string[] {
  const found = database.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
     AND name NOT IN ('migration', 'contraction', 'backup_file') ORDER BY name IN ('tenant', 'ticket_key') DESC`,
  );
  return found.pluck().all() as string[];
}

async function copyTable(source: Kysely<Tables>, target: Database, table: string): Promise<void> {
  target.prepare(`DELETE FROM ${table}`).run();
  await sql`DECLARE copied NO SCROLL CURSOR FOR SELECT * FROM ${sql.table(table)}`.execute(source);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`FETCH ${sql.lit(rowsAtOnce)} FROM copied`.execute(
      source,
    );
    if (rows.length === 0) break;
    target.transaction(() => insertRows(target, table, rows))();
  }
  await sql`CLOSE copied`.execute(source);
}

async function insertTable(source: Database, target: Kysely<Tables>, table: string): Promise<void> {
  const all = source.prepare(`SELECT * FROM ${table}`);
  const atOnce = Math.min(rowsAtOnce, Math.floor(maxParameters / all.columns().length));
  const into = target.insertInto(table as keyof Tables);
  let rows: unknown[] = [];
  for (const row of all.iterate()) {
    if (rows.length === atOnce) {
      await into.values(rows as never).execute();
      rows = [];
    }
    rows.push(row);
  }
  if (rows.length > 0) await into.values(rows as never).execute();
}
