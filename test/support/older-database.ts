/** A database as an older version left it: its tables by the migrations of then, its rows taken from one of today. */
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { DatabasePlace } from '../../server/store/database.ts';
import { openDatabase } from '../../server/store/database.ts';
import type { Backend } from '../../server/store/dialect/backend.ts';
import { openPostgres } from '../../server/store/dialect/postgres.ts';
import { openSqlite } from '../../server/store/dialect/sqlite.ts';
import { migrations } from '../../server/store/migration/index.ts';
import { start } from './store.ts';

type Row = Record<string, unknown>;

const openBare = ({ dataDir, databaseUrl }: DatabasePlace): Backend =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'catalog.sqlite'));

/**
 * Fills an empty place with the rows of another, as far as the migrations up to a number know their columns.
 * @param change what a row was then, from what it is today
 */
export async function writeOlder(
  from: DatabasePlace,
  to: DatabasePlace,
  last: number,
  change: (table: string, row: Row) => Row,
): Promise<void> {
  const [source, target] = [await openDatabase(from, start), openBare(to)];
  const database = target.kysely as unknown as Kysely<Record<string, Row>>;
  await makeTables(target, last);
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

async function makeTables(backend: Backend, last: number): Promise<void> {
  await backend.kysely.schema
    .createTable('migration')
    .addColumn('number', 'integer', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('applied_at', 'bigint', column => column.notNull())
    .execute();
  for (const { number, name, up } of migrations.filter(each => each.number <= last)) {
    await up(backend.kysely as unknown as Kysely<unknown>, backend);
    await backend.kysely.insertInto('migration').values({ number, name, applied_at: start }).execute();
  }
}
