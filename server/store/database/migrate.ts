/** Brings a database to the schema of this code. Safe when several processes start at once. */
import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { migrations } from '../migration/index.ts';
import type { Backend } from './backend.ts';
import type { Tables } from './tables.ts';

/** Another version has left the database in a state that this code cannot work with. */
export class OtherVersion extends Error {
  override name = 'OtherVersion';
}

/**
 * Runs the migrations that are missing, all in one transaction that no other process can enter. During a rolling upgrade older
 * servers share the database: they start as long as no migration that they do not know has taken away something that they use.
 * @param list the migrations that this code knows; tests add to them
 * @throws OtherVersion when such a migration was run, or the database is older than the first migration
 */
export async function migrate(backend: Backend, nowSeconds: number, list = migrations): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(backend, nowSeconds, list);
    } catch (error) {
      if (attempt === maxAttempts || !isDeadlock(error)) throw error;
      await wait(attempt * 100);
    }
  }
}

/** PostgreSQL ends one of those that wait for each other: a migration that changes tables which older servers use. */
const maxAttempts = 10;
const isDeadlock = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === '40P01' ||
  (error instanceof Error && error.cause !== undefined && isDeadlock(error.cause));

async function migrateOnce(backend: Backend, nowSeconds: number, list: typeof migrations): Promise<void> {
  await backend.kysely.transaction().execute(async database => {
    const lock = backend.lock('migration');
    if (lock) await database.executeQuery(CompiledQuery.raw(lock.sql, [...lock.parameters]));
    await createMigrationTables(database);
    const applied = await database.selectFrom('migration').select(['number', 'name']).execute();
    const contracting = await database.selectFrom('contraction').select('number').execute();
    refuseContracted(contracting.map(row => row.number));
    refuseEarlier(applied);
    const known = new Set(applied.map(row => row.number));
    for (const { number, name, up, contracts } of list) {
      if (known.has(number)) continue;
      await up(database as unknown as Kysely<unknown>, backend);
      await database.insertInto('migration').values({ number, name, applied_at: nowSeconds }).execute();
      if (contracts) await database.insertInto('contraction').values({ number }).execute();
    }
  });
}

/** `contraction` lists the migrations that an older server cannot work with. */
async function createMigrationTables(database: Kysely<Tables>): Promise<void> {
  await database.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('number', 'integer', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('applied_at', 'bigint', column => column.notNull())
    .execute();
  await database.schema
    .createTable('contraction')
    .ifNotExists()
    .addColumn('number', 'integer', column => column.primaryKey())
    .execute();
}

function refuseContracted(contracting: readonly number[]): void {
  const unknown = contracting.filter(number => !migrations.some(migration => migration.number === number));
  if (unknown.length === 0) return;
  throw new OtherVersion(
    `migration ${unknown.join(', ')} of a newer version has removed what this version needs. Run the newer version.`,
  );
}

/** Before the numbering of this code began, other migrations had its numbers. */
function refuseEarlier(applied: readonly { number: number; name: string }[]): void {
  const [first] = migrations;
  if (applied.every(({ number, name }) => number !== first!.number || name === first!.name)) return;
  throw new OtherVersion(
    'it was made by a version whose databases this version cannot read. Begin with an empty one.',
  );
}
