/** Migrations beside servers that use the tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../../../server/store/database/migrate.ts';
import { openPostgres } from '../../../../server/store/database/postgres.ts';
import { migrations } from '../../../../server/store/migration/index.ts';
import { freshDatabase } from '../../../support/postgres.ts';
import { start } from '../../../support/store.ts';

test('a migration that PostgreSQL ends for a deadlock with a server is run again', async context => {
  const url = await freshDatabase();
  const backend = openPostgres(url);
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  context.after(() => Promise.all([backend.close(), server.end()]));
  await migrate(backend, start);
  // The one that looks for a deadlock first is ended: the migration, since the server looks late.
  await server.query("SET deadlock_timeout = '20s'");
  let attempts = 0;
  const contended = {
    number: 9999,
    name: 'contended',
    statements: () => {
      attempts += 1;
      return ['LOCK TABLE tenant', 'LOCK TABLE setting'];
    },
  };
  await server.query('BEGIN');
  await server.query('LOCK TABLE setting');
  const migrated = migrate(backend, start, [...migrations, contended]);
  // Other tests wait for locks in other databases of the same server.
  const waiting =
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0';
  while ((await server.query(waiting)).rowCount === 0) await wait(10);
  await server.query('LOCK TABLE tenant');
  await server.query('COMMIT');
  await migrated;
  assert.equal(attempts, 2);
});
