/** Commands that root runs on the folder of a service: what they replace or make belongs to the user of the service. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';
import { build } from '../../build/run/build.ts';
import { operator } from '../../scripts/operator/program.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { call, program } from '../support/program.ts';
import { baseUrl } from '../support/shared.ts';

/** The user of the service: another one where this is root, who can give files away. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? 12_345 : process.getuid!();
const now = '2026-01-01T00:00:00Z';

/** A data folder of the service, with its keys. */
function serviceFolder(context: TestContext): string {
  const dataDir = temporaryFolder(context);
  if (isRoot) chownSync(dataDir, user, user);
  loadKeyRing({ dataDir, now });
  return dataDir;
}

/** The files of others, or with permissions for others, below a folder of the service. The log is public. */
const foreign = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const { uid, mode } = statSync(join(folder, name));
    return uid !== user || (!name.startsWith('log') && (mode & 0o077) !== 0);
  });

test('keys that root makes and rotates keep the owner of the service, and their permissions', async context => {
  const dataDir = serviceFolder(context);
  assert.deepEqual(foreign(dataDir), []);
  const file = join(dataDir, 'signing-keys/keys.pem');
  chmodSync(file, 0o400);
  const before = readFileSync(file, 'utf8');
  const { code, stderr } = await call(operator, ['signing-key', 'rotate'], { DATA_DIR: dataDir });
  assert.equal(code, 0, stderr);
  assert.notEqual(readFileSync(file, 'utf8'), before);
  assert.equal(statSync(file).mode & 0o777, 0o400);
  assert.deepEqual(foreign(dataDir), []);
});

test('a database that root makes, and all that root restores, belongs to the service', async context => {
  const dataDir = serviceFolder(context);
  const made = await call(operator, ['tenant', 'create', 'acme'], { DATA_DIR: dataDir });
  assert.equal(made.code, 0, made.stderr);
  assert.deepEqual(foreign(dataDir), []);
  const keys = loadKeyRing({ dataDir, now });
  const distDir = join(temporaryFolder(context), 'dist');
  assert.ok(
    (await build({ contentDir: exampleContent, distDir, baseUrl, keys, logDir: join(dataDir, 'log') })).ok,
  );
  const backup = join(temporaryFolder(context), 'backup.sqlite');
  assert.equal((await call(operator, ['backup', backup], { DATA_DIR: dataDir })).code, 0);
  const place = temporaryFolder(context);
  if (isRoot) chownSync(place, user, user);
  const restored = await call(operator, ['restore', backup], { DATA_DIR: place });
  assert.equal(restored.code, 0, restored.stderr);
  assert.deepEqual(foreign(place), []);
  assert.ok(readdirSync(place).includes('signing-keys'));
});

test('a user who may not write the keys is told so in one line, and so is a build that may not read them', async context => {
  // Nothing is forbidden to root, who must therefore be somebody else here.
  if (!isRoot) return;
  const stranger = 23_456;
  const said = async (dataDir: string, entry: string, ...words: string[]) => {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DIST_DIR: join(dataDir, 'dist'),
      TMPDIR: '/tmp',
    };
    const { status, stderr } = spawnSync(process.execPath, [await program(entry), ...words], {
      ...{ env, encoding: 'utf8', uid: stranger, gid: stranger },
    });
    assert.equal(status, 1);
    return stderr;
  };
  const ofService = serviceFolder(context);
  for (const name of ['', 'signing-keys']) chmodSync(join(ofService, name), 0o755);
  const line =
    /^[^\n]*keys\.pem\S* cannot be read and written \(EACCES\)\. Run this as the user who owns it[^\n]*\n$/;
  assert.match(await said(ofService, 'scripts/catalog.ts', 'operator', 'signing-key', 'rotate'), line);
  const ofRoot = serviceFolder(context);
  for (const name of ['', 'signing-keys']) chownSync(join(ofRoot, name), stranger, stranger);
  chownSync(join(ofRoot, 'signing-keys/keys.pem'), 0, 0);
  assert.match(await said(ofRoot, 'build/main.ts'), line);
});
