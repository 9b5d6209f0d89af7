/** Brings the tables of a database to the state that this code needs. Several processes may start at once. */
import { setTimeout as wait } from 'node:timers/promises';
import { migrations } from '../migration/index.ts';
import { type Backend, insertRow, rows, type Transaction, take, write } from './backend.ts';

/** An error for a database that another version has left in a state that this version cannot work with. */
export class OtherVersion extends Error {
  override name = 'OtherVersion';
}

/**
 * Runs the missing migrations in one transaction that no other process can enter. During a rolling upgrade, older servers share
 * the database: they start unless a migration that they do not know has removed something that they use.
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

/**
 * The most attempts to migrate. A migration that changes tables of older servers may wait for a server that waits for it, and
 * then PostgreSQL ends one of the two.
 */
const maxAttempts = 10;
const isDeadlock = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === '40P01' ||
  (error instanceof Error && error.cause !== undefined && isDeadlock(error.cause));

function migrateOnce(backend: Backend, nowSeconds: number, list: typeof migrations): Promise<void> {
  return backend.transact(function* (): Transaction<void> {
    yield* take(backend.lock('migration'));
    for (const statement of ownTables) yield* write(statement);
    const applied = yield* rows<{ number: number; name: string }>('SELECT number, name FROM migration');
    const contracting = yield* rows<{ number: number }>('SELECT number FROM contraction');
    refuseContracted(contracting.map(row => row.number));
    refuseEarlier(applied);
    const known = new Set(applied.map(row => row.number));
    for (const { number, name, statements, contracts } of list) {
      if (known.has(number)) continue;
      for (const statement of statements(backend)) yield* write(statement);
      yield* insertRow('migration', { number, name, applied_at: nowSeconds });
      if (contracts) yield* insertRow('contraction', { number });
    }
  });
}

/** The tables about migrations. `contraction` lists the migrations that older servers cannot work with. */
const ownTables = [
  `CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS contraction (number integer PRIMARY KEY)`,
];

function refuseContracted(contracting: readonly number[]): void {
  const unknown = contracting.filter(number => !migrations.some(migration => migration.number === number));
  if (unknown.length === 0) return;
  throw new OtherVersion(
    `migration ${unknown.join(', ')} of a newer version has removed what this version needs. Run the newer version.`,
  );
}

/**
 * Refuses a database from before the present numbering of migrations, when other migrations had these numbers.
 * @throws OtherVersion
 */
function refuseEarlier(applied: readonly { number: number; name: string }[]): void {
  const [first] = migrations;
  if (applied.every(({ number, name }) => number !== first!.number || name === first!.name)) return;
  throw new OtherVersion(
    'it was made by a version whose databases this version cannot read. Begin with an empty one.',
  );
}
