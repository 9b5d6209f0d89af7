/** Databases as an older version left them: the tables that its migrations made, with rows of that time. */
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Backend } from '../../server/database/backend.ts';
import { type DatabasePlace, openDatabase } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { migrations } from '../../server/migration/index.ts';
import { start } from './store.ts';

type Row = Record<string, unknown>;

/** Opens an empty place and makes the tables that the migrations up to a number give. */
async function openLayout({ dataDir, databaseUrl }: DatabasePlace, last: number): Promise<Backend> {
  const backend = databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'catalog.sqlite'));
  await migrate(
    backend,
    start,
    migrations.filter(({ number }) => number <= last),
  );
  return backend;
}

/** Makes a database of the layout that the migrations up to a number give, and runs statements on it. */
export async function makeLayout(
  place: DatabasePlace,
  last: number,
  statements: readonly string[],
): Promise<void> {
  const backend = await openLayout(place, last);
  for (const statement of statements) await sql.raw(statement).execute(backend.kysely);
  await backend.close();
}

/** The statement that inserts a row, whose texts are plain. */
export function insertion(table: string, row: Readonly<Record<string, string | number | null>>): string {
  const values = Object.values(row).map(value => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}

/**
 * Fills an empty place with the rows of another, as far as the migrations up to a number know their columns.
 * @param change what a row was then, from what it is today
 */
export async function copyToLayout(
  from: DatabasePlace,
  to: DatabasePlace,
  last: number,
  change: (table: string, row: Row) => Row,
): Promise<void> {
  const [source, target] = [await openDatabase(from, start), await openLayout(to, last)];
  const database = target.kysely as unknown as Kysely<Record<string, Row>>;
  const tables = await target.kysely.introspection.getTables();
  // Others refer to tenants.
  tables.sort((a, b) => Number(b.name === 'tenant') - Number(a.name === 'tenant'));
  for (const { name, columns } of tables) {
    if (name === 'migration') continue;
    const rows = await (source.kysely as unknown as typeof database).selectFrom(name).selectAll().execute();
    for (const row of rows) {
      const known = Object.entries(change(name, row)).filter(([key]) =>
        columns.some(each => each.name === key),
      );
      const insert = database.insertInto(name).values(Object.fromEntries(known));
      await insert.onConflict(conflict => conflict.doNothing()).execute();
    }
  }
  await Promise.all([source.close(), target.close()]);
}
