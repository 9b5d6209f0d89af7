/** Brings a database to the schema of this code. Safe when several processes start at once. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { Backend } from './dialect/backend.ts';
import { migrations } from './migration/index.ts';
import type { Tables } from './tables.ts';

/** The database has migrations that this code does not know: a newer version has used it. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}

/**
 * Runs the migrations that are missing, all in one transaction that no other process can enter.
 * @param list the migrations that this code knows; tests leave out the latest
 * @throws NewerDatabase
 */
export async function migrate(backend: Backend, nowSeconds: number, list = migrations): Promise<void> {
  await backend.kysely.transaction().execute(async database => {
    const lock = backend.lock('migration');
    if (lock) await database.executeQuery(CompiledQuery.raw(lock.sql, [...lock.parameters]));
    await createMigrationTable(database);
    const applied = await database.selectFrom('migration').select('number').execute();
    const known = new Set(applied.map(row => row.number));
    refuseNewer(known);
    for (const { number, name, up } of list) {
      if (known.has(number)) continue;
      await up(database as unknown as Kysely<unknown>, backend);
      await database.insertInto('migration').values({ number, name, applied_at: nowSeconds }).execute();
    }
  });
}

async function createMigrationTable(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('number', 'integer', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('applied_at', 'bigint', column => column.notNull())
    .execute();
}

function refuseNewer(applied: ReadonlySet<number>): void {
  const unknown = [...applied].filter(number => !migrations.some(migration => migration.number === number));
  if (unknown.length === 0) return;
  throw new NewerDatabase(
    `the database has migration ${unknown.join(', ')}, which this version does not know. Run a newer version.`,
  );
}
