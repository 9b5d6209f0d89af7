/** Backup and restore as operators run them, from either database onto either, and the doctor that looks at the result. */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';
import { build } from '../../build/run/build.ts';
import { operator } from '../../scripts/operator/program.ts';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { openStore } from '../../server/store/store.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { operate, reported, run, start as startOperator } from '../support/operator.ts';
import { freshDatabase } from '../support/postgres.ts';
import { call, type Outcome } from '../support/program.ts';
import { baseUrl } from '../support/shared.ts';
import { onBothDatabases, start } from '../support/store.ts';
import { fields, formationText, get, issue, post, serveTenants } from '../support/tenant.ts';

const T = '/v1/tenants/acme';
const now = '2026-11-21T08:00:00Z';

const published = temporaryFolder();
/** A build of the small catalog, made once: keys and log in `data`, and `dist`. */
before(async () => {
  const dataDir = join(published, 'data');
  const [distDir, logDir] = [join(published, 'dist'), join(dataDir, 'log')];
  const keys = loadKeyRing({ dataDir, now });
  assert.ok((await build({ contentDir: exampleContent, distDir, baseUrl, keys, logDir })).ok);
});

/** Puts keys and log into a place, as a build does. */
const publish = ({ dataDir }: DatabasePlace): void =>
  cpSync(join(published, 'data'), dataDir, { recursive: true });

const files = (folder: string): Map<string, string> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  );
  const paths = entries.map(entry => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map(path => [path.slice(folder.length), readFileSync(path, 'base64')]));
};

onBothDatabases('a backup', database => {
  for (const target of ['sqlite', 'postgres'] as const) {
    test(`made while tenants register is restored onto ${target}, with keys and log`, async context => {
      const place = await database.emptyPlace();
      mkdirSync(place.dataDir, { recursive: true });
      publish(place);
      const { server, store } = await serveTenants(context, place);
      const acme = await issue(store, 'acme');
      let registered = 0;
      const register = async () => {
        const answer = await post(server, `${T}/formations`, formationText(`n${registered}`), acme);
        assert.equal(answer.status, 201);
        registered += 1;
      };
      await register();
      const file = join(temporaryFolder(), 'backup.sqlite');
      const words = ['backup', file];
      let backup: Outcome | undefined;
      const backingUp = startOperator(place, ...words).then(outcome => {
        backup = outcome;
      });
      while (!backup && registered < 40) await Promise.all([register(), wait(10)]);
      await backingUp;
      const made = reported(backup!, words);
      assert.ok(Number(made.files) >= 3);

      const empty = {
        dataDir: join(temporaryFolder(), 'data'),
        ...(target === 'postgres' && { databaseUrl: await freshDatabase() }),
      };
      const restored = await operate(empty, 'restore', file);
      assert.deepEqual([restored.database, restored.files], [target, made.files]);
      for (const folder of ['signing-keys', 'log'])
        assert.deepEqual(files(join(empty.dataDir, folder)), files(join(place.dataDir, folder)));
      const again = await serveTenants(context, empty);
      const list = fields(await get(again.server, `${T}/formations/index.md?limit=100`, acme))
        .items as object[];
      const { events } = fields(await get(again.server, `${T}/events.md?limit=500`, acme)) as {
        events: object[];
      };
      // What was registered meanwhile is there whole or not at all.
      assert.ok(list.length >= 1 && list.length <= registered, String(list.length));
      assert.equal(events.length, list.length);
      const { stdout } = await run(empty, 'restore', file);
      assert.equal(stdout, '');
    });
  }
});

describe('restore', () => {
  const place = { dataDir: join(temporaryFolder(), 'data') };
  const file = join(temporaryFolder(), 'backup.sqlite');

  test('refuses a place that is not empty, a damaged file and another file, and changes nothing', async () => {
    await (await openStore(place, start)).close();
    publish(place);
    await operate(place, 'backup', file);
    const occupied = await run(place, 'restore', file);
    assert.equal(occupied.code, 1);
    assert.match(
      occupied.stderr,
      /^error: .*(?:signing-keys|log|catalog\.sqlite) exists, and a restore overwrites nothing/,
    );
    const bad = join(temporaryFolder(), 'bad.sqlite');
    cpSync(file, bad);
    truncateSync(bad, 40_000);
    const note = join(temporaryFolder(), 'note.txt');
    writeFileSync(note, 'no database');
    for (const [name, message] of [
      [bad, /cannot be restored: .*Nothing was changed\.\n$/],
      [note, /cannot be restored: it cannot be read \(SQLITE_NOTADB\)\. Nothing was changed\.\n$/],
      [
        join(place.dataDir, 'catalog.sqlite'),
        /it is not a backup that `operator backup` made\. Nothing was changed\.\n$/,
      ],
      [join(place.dataDir, 'none'), /^error: There is no file /],
    ] as const) {
      const empty = join(temporaryFolder(), 'data');
      const { code, stderr } = await run({ dataDir: empty }, 'restore', name);
      assert.equal(code, 1, stderr);
      assert.match(stderr, message);
      assert.ok(!existsSync(empty));
    }
  });

  test('refuses a database that holds anything', async () => {
    const databaseUrl = await freshDatabase();
    const taken = { dataDir: join(temporaryFolder(), 'data'), databaseUrl };
    const store = await openStore(taken, start);
    await store.tenants.create('acme', start);
    await store.close();
    const { code, stderr } = await run(taken, 'restore', file);
    assert.equal(code, 1);
    assert.match(stderr, /^error: The database of DATABASE_URL is not empty: the table tenant has rows\./);
    assert.deepEqual(readdirSync(taken.dataDir), []);
  });
});

test('a database that cannot be used is told in one line, and restored beside keys and log', async () => {
  const place = { dataDir: join(temporaryFolder(), 'data') };
  const store = await openStore(place, start);
  await store.tenants.create('acme', start);
  await store.close();
  publish(place);
  const backup = join(temporaryFolder(), 'backup.sqlite');
  await operate(place, 'backup', backup);
  const file = join(place.dataDir, 'catalog.sqlite');
  const keys = files(join(place.dataDir, 'signing-keys'));
  rmSync(file);
  for (const [line, make] of [
    ['is empty, which no database is', () => writeFileSync(file, '')],
    ['is damaged (SQLITE_NOTADB)', () => writeFileSync(file, 'x'.repeat(9000))],
    ['cannot be opened and written (SQLITE_CANTOPEN)', () => mkdirSync(file)],
  ] as const) {
    make();
    for (const command of [['tenant', 'list'], ['stats']]) {
      const { code, stdout, stderr } = await run(place, ...command);
      assert.deepEqual([code, stdout, stderr.split('. ')[0]], [1, '', `error: ${file} ${line}`]);
      assert.equal(stderr.split('\n').length, 2);
    }
    rmSync(file, { recursive: true });
  }
  await operate(place, 'restore', backup, '--database');
  assert.deepEqual(files(join(place.dataDir, 'signing-keys')), keys);
  const { tenants } = await operate(place, 'tenant', 'list');
  assert.equal((tenants as unknown[]).length, 1);
});

describe('the doctor', () => {
  test('finds a sound place sound, and says how to fix each thing that is wrong', async () => {
    const place = { dataDir: join(temporaryFolder(), 'data') };
    publish(place);
    const distDir = join(published, 'dist');
    await (await openStore(place, start)).close();
    const doctor = async (...words: string[]) => {
      const { code, stdout, stderr } = await call(operator, ['doctor', ...words], {
        DATA_DIR: place.dataDir,
        DIST_DIR: distDir,
      });
      assert.equal(stderr, '');
      return { code, stdout };
    };
    const sound = await doctor();
    assert.equal(sound.code, 0, sound.stdout);
    writeFileSync(join(distDir, 'patterns', 'gate.md'), 'changed');
    writeFileSync(join(place.dataDir, 'catalog.sqlite'), '');
    const { code, stdout } = await doctor('--full');
    assert.equal(code, 1);
    assert.match(stdout, /- dist: \*\*.* has \d+ faults; the first: .*gate\.md/);
    assert.match(stdout, /- database: \*\*.*catalog\.sqlite is empty\.\*\* Restore a backup\./);
    assert.ok(!/^\s+at /m.test(stdout));
    writeFileSync(join(distDir, 'manifest/patterns.json'), 'damaged');
    assert.match((await doctor()).stdout, /- dist: \*\*.*manifest.patterns\.json.*npm run build/);
  });
});
