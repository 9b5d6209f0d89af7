/** Databases as an older version left them: made by the migrations up to a number, and filled by statements of that time. */
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DatabasePlace } from '../../server/store/database.ts';
import { openPostgres } from '../../server/store/dialect/postgres.ts';
import { openSqlite } from '../../server/store/dialect/sqlite.ts';
import { migrate } from '../../server/store/migrate.ts';
import { migrations } from '../../server/store/migration/index.ts';
import { start } from './store.ts';

/** Makes a database of the layout that the migrations up to a number give, and runs statements on it. */
export async function makeLayout(
  { dataDir, databaseUrl }: DatabasePlace,
  lastMigration: number,
  statements: readonly string[],
): Promise<void> {
  const backend = databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'catalog.sqlite'));
  const list = migrations.filter(({ number }) => number <= lastMigration);
  await migrate(backend, start, list);
  for (const statement of statements) await sql.raw(statement).execute(backend.kysely);
  await backend.close();
}

/** The statement that inserts a row, whose texts are plain. */
export function insertion(table: string, row: Readonly<Record<string, string | number | null>>): string {
  const values = Object.values(row).map(value => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}
