/** A build with other keys than those of the stored documents stops before anything is lost, on both databases. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { readKeyFile, writeKeyFile } from '#document/proof/key-file.ts';
import { sqliteDriver } from '../../../build/publish/sqlite.ts';
import { buildCommand } from '../../../build/run/command.ts';
import { openStore } from '../../../server/store/store.ts';
import { exampleContent, temporaryFolder } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { call } from '../../support/program.ts';

const columns = {
  ...{ tenant_id: 'acme', digest: 'sha256:1', number: 1, kind: 'suite', title: 'One', content: 'One.\n' },
  ...{
    ...{ size_bytes: 5, signature: 'x', signed_at: '2026-01-01T00:00:00Z', registered_at: 1 },
    registered_by: 'c',
  },
  ...{ status: 'active', reason_code: 'none', status_since: 1 },
};

/** Writes a document that a key signed into a database that servers use. */
async function storeDocument(dataDir: string, databaseUrl: string | undefined, keyId: string): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl }, 1);
  await store.tenants.create('acme', 1);
  await store.close();
  const row = { ...columns, key_id: keyId };
  const values = Object.values(row).map(value => (typeof value === 'number' ? value : `'${value}'`));
  const insert = `INSERT INTO tenant_artifact (${Object.keys(row)}) VALUES (${values})`;
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(insert);
    await client.end();
    return;
  }
  const database = new (sqliteDriver()!)(join(dataDir, 'catalog.sqlite'));
  database.exec(insert);
  database.close();
}

for (const database of ['SQLite', 'PostgreSQL']) {
  describe(`a build beside documents on ${database}`, () => {
    it('stops when its keys are others, names both, and goes on with the former ones', async () => {
      const folder = temporaryFolder();
      const [dataDir, distDir] = [join(folder, 'data'), join(folder, 'dist')];
      const databaseUrl = database === 'SQLite' ? undefined : await freshDatabase();
      const settings = { CONTENT_DIR: exampleContent, DATA_DIR: dataDir, DIST_DIR: distDir, READING: '0' };
      const build = (more: Record<string, string> = {}) =>
        call(buildCommand, [], { ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more });
      assert.equal((await build()).code, 0);
      const file = join(dataDir, 'signing-keys/keys.pem');
      const ring = readKeyFile(readFileSync(file, 'utf8'));
      const former = ring.tenant.active.keyId;
      await storeDocument(dataDir, databaseUrl, former);

      renameSync(file, `${file}.lost`);
      const without = await build();
      assert.equal(without.code, 1);
      assert.match(
        without.stderr,
        new RegExp(`signed with the tenant key ${former}, and \\S*keys\\.pem is missing`),
      );
      assert.equal(existsSync(file), false, 'no key is in the way of those that are put back');

      const elsewhere = join(folder, 'other');
      assert.equal(
        (
          await call(buildCommand, [], {
            ...settings,
            DATA_DIR: elsewhere,
            DIST_DIR: join(folder, 'theirs'),
          })
        ).code,
        0,
      );
      const others = readFileSync(join(elsewhere, 'signing-keys/keys.pem'), 'utf8');
      const { keyId } = readKeyFile(others).tenant.active;
      const manifest = readFileSync(join(distDir, 'manifest.json'));
      const { code, stderr } = await build({ SIGNING_KEY: others });
      assert.equal(code, 1);
      assert.match(
        stderr,
        new RegExp(`tenant key ${former}, and that of this build is ${keyId}: .*\`operator restore\``),
      );
      assert.deepEqual(readFileSync(join(distDir, 'manifest.json')), manifest, 'nothing was published');

      const tenant = { ...ring.tenant.active, state: 'retired' as const, notAfter: '2026-01-02T00:00:00Z' };
      const next = readKeyFile(others);
      const both = { ...ring, tenant: { active: next.tenant.active, retired: [tenant] } };
      assert.equal((await build({ SIGNING_KEY: writeKeyFile(both) })).code, 0);
    });
  });
}

large('a build does not wait for a database that does not answer', async () => {
  const folder = temporaryFolder();
  const settings = {
    CONTENT_DIR: exampleContent,
    DATA_DIR: folder,
    DIST_DIR: join(folder, 'dist'),
    READING: '0',
  };
  writeFileSync(join(folder, 'catalog.sqlite'), 'no database');
  for (const url of ['postgres://127.0.0.1:9/none', undefined])
    assert.equal((await call(buildCommand, [], { ...settings, ...(url && { DATABASE_URL: url }) })).code, 0);
});
