/** A backup without keys or log is refused, and so is a restore that would change them silently. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { writeKeyFile, writeTenantKeys } from '#document/proof/key-file.ts';
import type { KeyRing } from '#document/proof/signature.ts';
import { loadKeyRing, rotateSigningKey } from '../../../build/document/proof/disk/signing-key.ts';
import { build } from '../../../build/run/build.ts';
import { operator } from '../../../scripts/operator/program.ts';
import { testRing } from '../../keys.ts';
import { exampleContent, temporaryFolder } from '../../support/folder.ts';
import { reported } from '../../support/operator.ts';
import { call } from '../../support/program.ts';
import { baseUrl } from '../../support/shared.ts';

const now = '2026-11-21T08:00:00Z';
/** The folder of a builder, with its keys and log. */
const builder = join(temporaryFolder(), 'data');
let ring: KeyRing;
before(async () => {
  ring = loadKeyRing({ dataDir: builder, now });
  const distDir = join(temporaryFolder(), 'dist');
  const options = { contentDir: exampleContent, distDir, baseUrl, keys: ring, logDir: join(builder, 'log') };
  assert.ok((await build(options)).ok);
});

const newFile = () => join(temporaryFolder(), 'backup.sqlite');
const backup = (file: string, environment: Record<string, string>, ...words: string[]) =>
  call(operator, ['backup', file, ...words], { DATA_DIR: join(temporaryFolder(), 'data'), ...environment });

describe('a backup', () => {
  const refusals: [string, () => Record<string, string>, string[], RegExp][] = [
    [
      'with keys in SIGNING_KEY and an empty volume lacks the log',
      () => ({ SIGNING_KEY: writeKeyFile(ring) }),
      [],
      /^error: The backup would lack the log, which is not in \S+\/log\. Name the DATA_DIR of the builder/,
    ],
    [
      'of a server with the tenant key alone lacks the other keys and the log',
      () => ({ SIGNING_KEY: writeTenantKeys(ring) }),
      [],
      /lack the publication and the log key, which are not in SIGNING_KEY, and the log/,
    ],
    [
      'of an empty place lacks all of them',
      () => ({}),
      [],
      /lack the keys, which are neither in SIGNING_KEY nor in \S+, and the log/,
    ],
    [
      'of a builder that is not there lacks all of them',
      () => ({}),
      ['--builder', '/nowhere'],
      /lack the keys, .*\/nowhere\/signing-keys/,
    ],
  ];
  for (const [what, environment, words, message] of refusals)
    test(`${what}: it is refused, and no file is left`, async () => {
      const file = newFile();
      const { code, stdout, stderr } = await backup(file, environment(), ...words);
      assert.deepEqual([code, stdout, existsSync(file)], [1, '', false]);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1);
    });

  test('whose log other keys signed is refused', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    cpSync(join(builder, 'log'), join(dataDir, 'log'), { recursive: true });
    const { code, stderr } = await backup(newFile(), {
      DATA_DIR: dataDir,
      SIGNING_KEY: writeKeyFile(testRing()),
    });
    assert.equal(code, 1);
    assert.match(stderr, /None of the known keys signed it/);
  });

  test('takes the private half of the tenant key from the server when the builder has the public one', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    cpSync(builder, dataDir, { recursive: true });
    const { privateKey: _, ...publicHalf } = ring.tenant.active;
    const keys = join(dataDir, 'signing-keys/keys.pem');
    writeFileSync(keys, writeKeyFile({ ...ring, tenant: { active: publicHalf, retired: [] } }));
    const lacking = await backup(newFile(), {}, '--builder', dataDir);
    assert.match(lacking.stderr, /lack the private half of the tenant key \w+, which the servers have/);
    const file = newFile();
    const words = ['backup', file, '--builder', dataDir];
    const made = reported(
      await backup(file, { SIGNING_KEY: writeTenantKeys(ring) }, '--builder', dataDir),
      words,
    );
    assert.deepEqual(made.key_ids, {
      publication: ring.publication.active.keyId,
      tenant: ring.tenant.active.keyId,
      log: ring.log.active.keyId,
    });
    assert.equal(made.log, readFileSync(join(builder, 'log/checkpoint'), 'utf8').split('\n')[0]);
    const place = join(temporaryFolder(), 'data');
    const restored = await call(operator, ['restore', file], { DATA_DIR: place });
    assert.equal(restored.code, 0, restored.stderr);
    assert.equal(readFileSync(join(place, 'signing-keys/keys.pem'), 'utf8'), writeKeyFile(ring));
  });

  test('of the database alone says so', async () => {
    const file = newFile();
    const { code, stdout } = await backup(file, {}, '--database');
    assert.equal(code, 0);
    assert.match(stdout, /files: 0[\s\S]*without keys and log/);
  });
});

describe('a restore', () => {
  const file = newFile();
  before(async () => {
    assert.equal((await backup(file, {}, '--builder', builder)).code, 0);
  });
  const restore = (environment: Record<string, string>, ...words: string[]) => {
    const place = join(temporaryFolder(), 'data');
    mkdirSync(place, { mode: 0o700 });
    return call(operator, ['restore', file, ...words], { DATA_DIR: place, ...environment }).then(outcome => {
      return { ...outcome, left: readdirSync(place) };
    });
  };

  test('with other keys in SIGNING_KEY is refused with the names of both, and changes nothing', async () => {
    for (const [given, purpose] of [
      [writeKeyFile(testRing()), 'publication'],
      [writeTenantKeys(testRing()), 'tenant'],
    ] as const) {
      const { code, stderr, left } = await restore({ SIGNING_KEY: given });
      assert.deepEqual([code, left], [1, []]);
      const [theirs, ours] = [testRing()[purpose].active.keyId, ring[purpose].active.keyId];
      assert.match(
        stderr,
        new RegExp(`^error: SIGNING_KEY has the ${purpose} key ${theirs}, but the backup has ${ours}\\.`),
      );
    }
  });

  test('with the same keys, the tenant key alone, or newer ones that list them writes what the environment lacks', async () => {
    const rotated = join(temporaryFolder(), 'data');
    cpSync(builder, rotated, { recursive: true });
    const newer = rotateSigningKey({ dataDir: rotated, now }, 'publication');
    for (const given of [writeKeyFile(ring), writeTenantKeys(ring), writeKeyFile(newer)]) {
      const { code, stderr, left } = await restore({ SIGNING_KEY: given });
      assert.equal(code, 0, stderr);
      // The environment may have all keys: then none is written into a file. That of the tenants alone is no reason to lose the others.
      assert.equal(left.includes('signing-keys'), given === writeTenantKeys(ring));
    }
  });

  test('under another address is refused, unless the log may take another name', async () => {
    const { code, stderr, left } = await restore({ BASE_URL: 'https://other.test' });
    assert.deepEqual([code, left], [1, []]);
    assert.match(
      stderr,
      /^error: BASE_URL is https:\/\/other\.test, but the log of the backup is named catalog\.test\/log/,
    );
    assert.equal((await restore({ BASE_URL: 'https://other.test' }, '--new-address')).code, 0);
    assert.equal((await restore({ BASE_URL: baseUrl })).code, 0);
  });
});
