/** The store as a whole: migrations, settings, tenants and credentials, backups. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { openDatabase } from '../../../server/store/database/database.ts';
import { migrations } from '../../../server/store/migration/index.ts';
import { openStore } from '../../../server/store/store.ts';
import { temporaryFolder, write } from '../../support/folder.ts';
import { onBothDatabases, openTestStore, start } from '../../support/store.ts';

onBothDatabases('the store', database => {
  test('migrates once when several processes start together', async context => {
    const place = await database.emptyPlace();
    const backends = await Promise.all([1, 2, 3, 4].map(() => openDatabase(place, start)));
    context.after(() => Promise.all(backends.map(backend => backend.close())));
    const rows = await backends[0]!.survey<{ number: number }>(
      'SELECT number FROM migration ORDER BY number',
    );
    assert.deepEqual(
      rows.map(row => row.number),
      migrations.map(migration => migration.number),
    );
  });

  test('shares a database with a newer version, until that takes away what this one needs', async () => {
    const place = await database.emptyPlace();
    const newer = await openDatabase(place, start);
    await newer.survey(`INSERT INTO migration VALUES (999, 'later', 0)`);
    const shared = await openDatabase(place, start);
    await shared.close();
    await newer.survey('INSERT INTO contraction VALUES (999)');
    await newer.close();
    const message =
      /: migration 999 of a newer version has removed what this version needs\. Run the newer version\.$/;
    await assert.rejects(openDatabase(place, start), message);
  });

  test('refuses a database of before the numbering of migrations, in one sentence', async () => {
    const place = await database.emptyPlace();
    const earlier = await openDatabase(place, start);
    await earlier.survey(`UPDATE migration SET name = 'settings-and-access'`);
    await earlier.close();
    const message =
      /: it was made by a version whose databases this version cannot read\. Begin with an empty one\.$/;
    await assert.rejects(openDatabase(place, start), message);
  });

  test('puts one key in force when several processes start together', async context => {
    const place = await database.emptyPlace();
    const stores = await Promise.all([1, 2, 3].map(() => openTestStore(context, place)));
    const keys = await Promise.all(stores.map(store => store.keys.read()));
    assert.equal(new Set(keys.map(({ inForce }) => inForce!.id)).size, 1);
    assert.deepEqual(keys[0]!.rotated, []);
  });

  test('keeps settings, and forgets those that return to their default', async context => {
    const store = await openTestStore(context, await database.emptyPlace());
    await store.settings.write(
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    );
    await store.settings.write(
      new Map([
        ['a', undefined],
        ['b', '3'],
      ]),
    );
    assert.deepEqual([...(await store.settings.read())], [['b', '3']]);
  });

  test('creates a tenant once', async context => {
    const store = await openTestStore(context, await database.emptyPlace());
    assert.deepEqual(
      [await store.tenants.create('acme', start), await store.tenants.create('acme', start)],
      [true, false],
    );
  });

  test('stores, finds, invites and revokes credentials of tenants that exist', async context => {
    const store = await openTestStore(context, await database.emptyPlace());
    const credential = {
      id: 'c1',
      tenantId: 'acme',
      secretSha256: '00',
      scopes: ['account:read'],
      ...{ runner: false, invited: false, createdAt: start, expiresAt: null, revokedAt: null },
    };
    assert.equal(await store.credentials.create(credential), false);
    await store.tenants.create('acme', start);
    assert.equal(await store.credentials.create(credential), true);
    assert.deepEqual(await store.credentials.find('c1'), { ...credential, limits: {}, suspendedAt: null });
    assert.equal((await store.credentials.invite('c1', true))!.invited, true);
    assert.equal((await store.credentials.invite('c1', false))!.invited, false);
    assert.equal((await store.credentials.revoke('c1', start + 5))!.revokedAt, start + 5);
    assert.equal((await store.credentials.revoke('c1', start + 9))!.revokedAt, start + 5);
    assert.equal(await store.credentials.revoke('c2', start), undefined);
    assert.equal(await store.credentials.find('c2'), undefined);
  });

  test('writes a backup that a server can open, readable by its owner alone, and overwrites nothing', async context => {
    const store = await openTestStore(context, await database.emptyPlace());
    await store.tenants.create('acme', start);
    await store.settings.write(new Map([['a', 'ü']]));
    const file = join(temporaryFolder(context), 'catalog.sqlite');
    await store.backUp(file, start);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await assert.rejects(store.backUp(file, start), { code: 'EEXIST' });
    const copy = await openStore({ dataDir: dirname(file) }, start);
    context.after(() => copy.close());
    assert.deepEqual(await copy.keys.read(), await store.keys.read());
    assert.deepEqual([...(await copy.settings.read())], [['a', 'ü']]);
    assert.equal(await copy.tenants.create('acme', start), false);
  });
});

describe('a database that cannot be used', () => {
  test('is told in one line by the variable that names it, without its address', async () => {
    const databaseUrl = 'postgres://someone:secret@127.0.0.1:1/none';
    await assert.rejects(openStore({ dataDir: temporaryFolder(), databaseUrl }, start), {
      name: 'DatabaseError',
      message: 'DATABASE_URL: the database cannot be used (ECONNREFUSED).',
    });
  });

  test('such as a file that is none, is left as it is', async context => {
    const dataDir = temporaryFolder(context);
    write(
      dataDir,
      'catalog.sqlite',
      'This is no database, and longer than a header of one would be: '.repeat(9),
    );
    await assert.rejects(openStore({ dataDir }, start), {
      message:
        /^\S+\/catalog\.sqlite is damaged \(SQLITE_NOTADB\)\. Move it away with .* run `operator restore [^\n]*$/,
    });
  });
});
