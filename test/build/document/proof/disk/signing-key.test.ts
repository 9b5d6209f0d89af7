import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { keyPurposes } from '#document/kind/signing-keys.ts';
import { deriveKey } from '#document/proof/derived-key.ts';
import { KeyFileError, readKeyFile, readTenantKeys, writeKeyFile } from '#document/proof/key-file.ts';
import { keysOf, type SigningKey } from '#document/proof/signature.ts';
import {
  keepTenantKey,
  keyFilePath,
  loadKeyRing,
  rotateSigningKey,
  SigningKeyError,
} from '../../../../../build/document/proof/disk/signing-key.ts';
import { testRing, testSigner } from '../../../../keys.ts';
import { run } from '../../../../support/program.ts';

const root = mkdtempSync(join(tmpdir(), 'keys-'));
after(() => rmSync(root, { recursive: true }));
let runs = 0;
let dataDir = root;
beforeEach(() => {
  runs += 1;
  dataDir = join(root, String(runs), 'data');
});
const settings = (now = '2026-01-01T00:00:00Z') => ({ dataDir, now });
const shownKey = ({ purpose, keyId, state, notBefore, notAfter }: SigningKey) =>
  [purpose, keyId, state, notBefore, notAfter].join(' ');
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Returns the outputs of four processes that load the keys at once, each with another date. */
async function loadedByFour(): Promise<Set<string>> {
  const loaded = await Promise.all(
    [1, 2, 3, 4].map(day => run('test/support/load-keys.ts', [dataDir, `2026-01-0${day}T00:00:00Z`])),
  );
  for (const { code, stderr } of loaded) assert.equal(code, 0, stderr);
  return new Set(loaded.map(({ stdout }) => stdout));
}

describe('the signing key', () => {
  it('is created on the first run, for its owner alone', () => {
    const ring = loadKeyRing(settings());
    assert.equal(ring.publication.active.notBefore, '2026-01-01T00:00:00Z');
    assert.equal(modeOf(keyFilePath(dataDir)), '600');
    assert.equal(modeOf(join(dataDir, 'signing-keys')), '700');
    assert.deepEqual(readdirSync(join(dataDir, 'signing-keys')), ['keys.pem']);
  });

  it('is the same on the next run', () => {
    const first = loadKeyRing(settings());
    assert.equal(
      loadKeyRing(settings('2027-01-01T00:00:00Z')).publication.active.keyId,
      first.publication.active.keyId,
    );
  });

  it('is a file that OpenSSL reads', () => {
    loadKeyRing(settings());
    const text = execFileSync('openssl', ['pkey', '-in', keyFilePath(dataDir), '-noout', '-text'], {
      encoding: 'utf8',
    });
    assert.match(text, /ED25519 Private-Key/);
  });

  it('comes from SIGNING_KEY when that is set, and then nothing is written', () => {
    const ring = loadKeyRing({ ...settings(), signingKey: writeKeyFile(testRing()) });
    assert.equal(ring.publication.active.keyId, testSigner(1).keyId);
    assert.throws(() => statSync(dataDir), { code: 'ENOENT' });
  });

  it('is kept alone for servers when it signs for tenants, also after a rotation', () => {
    const path = join(dataDir, 'tenant-key/keys.pem');
    for (const ring of [
      loadKeyRing(settings()),
      rotateSigningKey(settings('2027-01-01T00:00:00Z'), 'tenant'),
    ]) {
      keepTenantKey(dataDir, ring);
      const text = readFileSync(path, 'utf8');
      assert.equal(readTenantKeys(text).active.keyId, ring.tenant.active.keyId);
      assert.throws(() => readKeyFile(text), KeyFileError);
      for (const other of [ring.publication, ring.log])
        assert.ok(!text.includes(other.active.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string));
      assert.equal(statSync(path).mode & 0o777, 0o600);
    }
  });

  it('is refused with its source and without its text when it is damaged', () => {
    const damaged = writeKeyFile(testRing()).replace('MC4C', 'MC4D');
    const named = (source: string) => (error: unknown) =>
      error instanceof SigningKeyError && error.message.startsWith(source) && !error.message.includes('MC4D');
    assert.throws(() => loadKeyRing({ ...settings(), signingKey: damaged }), named('SIGNING_KEY'));
    loadKeyRing(settings());
    writeFileSync(keyFilePath(dataDir), damaged);
    assert.throws(() => loadKeyRing(settings()), named(keyFilePath(dataDir)));
  });

  it('is refused when others may read its file', () => {
    loadKeyRing(settings());
    chmodSync(keyFilePath(dataDir), 0o640);
    assert.throws(() => loadKeyRing(settings()), /chmod 600/);
  });

  it('is one and the same for builds that run at once', async () => {
    assert.equal((await loadedByFour()).size, 1);
    assert.deepEqual(readdirSync(join(dataDir, 'signing-keys')), ['keys.pem']);
  });

  it('is one of three, each for a purpose of its own', () => {
    const ring = loadKeyRing(settings());
    assert.deepEqual(
      keysOf(ring).map(({ purpose, state, notBefore }) => [purpose, state, notBefore]),
      keyPurposes.map(purpose => [purpose, 'active', '2026-01-01T00:00:00Z']),
    );
    assert.equal(new Set(keysOf(ring).map(key => key.keyId)).size, 3);
    // Created independently: the publication key tells nothing of the others.
    assert.notEqual(ring.log.active.keyId, deriveKey(ring.publication.active, 'log').keyId);
  });
});

describe('a key file from before keys had purposes', () => {
  const former = ['Not-Before: 2025-01-01T00:00:00Z', 'Not-After: 2025-01-01T00:00:00Z'];
  const writeFormer = () => {
    const keys = [testSigner(1), testSigner(2, { state: 'retired' })].map(({ state, privateKey }, at) =>
      [`State: ${state}`, former[at], privateKey.export({ format: 'pem', type: 'pkcs8' })].join('\n'),
    );
    mkdirSync(join(dataDir, 'signing-keys'), { recursive: true });
    writeFileSync(keyFilePath(dataDir), keys.join('\n'), { mode: 0o600 });
  };

  it('gets a key for each other purpose on the next run, and keeps them', () => {
    writeFormer();
    const { active } = readTenantKeys(readFileSync(keyFilePath(dataDir), 'utf8'));
    const ring = loadKeyRing(settings('2026-05-05T00:00:00Z'));
    assert.deepEqual(
      keysOf(ring).map(({ purpose, state, notBefore }) => [purpose, state, notBefore]),
      [
        ['publication', 'active', '2025-01-01T00:00:00Z'],
        ['publication', 'retired', undefined],
        ['tenant', 'active', '2026-05-05T00:00:00Z'],
        ['log', 'active', '2026-05-05T00:00:00Z'],
      ],
    );
    assert.equal(ring.tenant.active.keyId, active.keyId, 'the key of servers that read the file before');
    const again = loadKeyRing(settings('2027-01-01T00:00:00Z'));
    assert.deepEqual(keysOf(again).map(shownKey), keysOf(ring).map(shownKey));
    assert.deepEqual(readdirSync(join(dataDir, 'signing-keys')), ['keys.pem']);
    assert.equal(modeOf(keyFilePath(dataDir)), '600');
  });

  it('gets them before its publication key is rotated, so that no other key changes with it', () => {
    writeFormer();
    const rotated = rotateSigningKey(settings('2026-05-05T00:00:00Z'));
    assert.equal(rotated.log.active.keyId, deriveKey(testSigner(1), 'log').keyId);
    assert.deepEqual([rotated.log.retired.length, rotated.publication.retired.length], [0, 2]);
  });

  it('is completed by one of several builds that run at once', async () => {
    writeFormer();
    assert.equal((await loadedByFour()).size, 1);
    assert.deepEqual(readdirSync(join(dataDir, 'signing-keys')), ['keys.pem']);
  });
});

describe('a rotation', () => {
  it('puts a new key first and lists the old one as retired', () => {
    const before = loadKeyRing(settings());
    const after = rotateSigningKey(settings('2026-02-01T00:00:00Z'));
    assert.notEqual(after.publication.active.keyId, before.publication.active.keyId);
    assert.deepEqual(
      after.publication.retired.map(({ keyId, state, notAfter }) => ({ keyId, state, notAfter })),
      [{ keyId: before.publication.active.keyId, state: 'retired', notAfter: '2026-02-01T00:00:00Z' }],
    );
    assert.equal(loadKeyRing(settings()).publication.active.keyId, after.publication.active.keyId);
    assert.equal(modeOf(keyFilePath(dataDir)), '600');
  });

  it('may be repeated', () => {
    for (const month of ['02', '03', '04']) rotateSigningKey(settings(`2026-${month}-01T00:00:00Z`));
    assert.equal(loadKeyRing(settings()).publication.retired.length, 3);
  });

  for (const purpose of keyPurposes) {
    it(`of the ${purpose} key leaves the keys of other purposes as they are`, () => {
      const before = loadKeyRing(settings());
      const after = rotateSigningKey(settings('2026-02-01T00:00:00Z'), purpose);
      for (const each of keyPurposes) {
        const ids = [after[each].active, ...after[each].retired].map(key => key.keyId);
        const old = before[each].active.keyId;
        assert.deepEqual(ids, each === purpose ? [after[each].active.keyId, old] : [old]);
        assert.equal(ids[0] === old, each !== purpose);
      }
    });
  }

  it('is refused when the key comes from SIGNING_KEY, and says how to do it there', () => {
    assert.throws(
      () => rotateSigningKey({ ...settings(), signingKey: writeKeyFile(testRing()) }),
      /State: retired/,
    );
  });

  it('is refused while another is under way, and changes nothing', () => {
    loadKeyRing(settings());
    const before = readFileSync(keyFilePath(dataDir), 'utf8');
    writeFileSync(`${keyFilePath(dataDir)}.lock`, '');
    assert.throws(() => rotateSigningKey(settings()), /Another rotation/);
    assert.equal(readFileSync(keyFilePath(dataDir), 'utf8'), before);
  });
});
