/** Migrations beside servers that use the tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
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
  let held: Promise<unknown> = Promise.resolve();
  const contended = {
    number: 9999,
    name: 'contended',
    up: async (database: Parameters<(typeof migrations)[number]['up']>[0]) => {
      attempts += 1;
      if (attempts === 1) await server.query('BEGIN; LOCK TABLE setting');
      await sql`LOCK TABLE tenant`.execute(database);
      if (attempts === 1) held = server.query('LOCK TABLE tenant').then(() => server.query('COMMIT'));
      await sql`LOCK TABLE setting`.execute(database);
    },
  };
  await migrate(backend, start, [...migrations, contended]);
  await held;
  assert.equal(attempts, 2);
});
