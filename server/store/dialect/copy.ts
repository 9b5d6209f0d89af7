/** Copies a PostgreSQL database to a SQLite file that a server can open. */

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { type Database, openFile } from './sqlite-driver.ts';

const rowsAtOnce = 5000;

/**
 * Copies every row in one consistent state.
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

/** The tables of the target except the list of migrations, which is the same in both. */
function tablesOf(target: Database): string[] {
  const found = target.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migration'`,
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
    insertAll(target, table, rows);
  }
  await sql`CLOSE copied`.execute(source);
}

function insertAll(target: Database, table: string, rows: Record<string, unknown>[]): void {
  const columns = Object.keys(rows[0]!);
  const insert = target.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  target.transaction(() => {
    for (const row of rows) insert.run(...columns.map(column => row[column]));
  })();
}
