import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { writeKeyFile } from '#document/key-file.ts';
import { keyFilePath, loadKeyRing, rotateSigningKey, SigningKeyError } from '../../build/signing-key.ts';
import { testRing, testSigner } from '../keys.ts';

const root = mkdtempSync(join(tmpdir(), 'keys-'));
after(() => rmSync(root, { recursive: true }));
let runs = 0;
let dataDir = root;
beforeEach(() => {
  runs += 1;
  dataDir = join(root, String(runs), 'data');
});
const settings = (now = '2026-01-01T00:00:00Z') => ({ dataDir, now });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the signing key', () => {
  it('is created on the first run, for its owner alone', () => {
    const ring = loadKeyRing(settings());
    assert.equal(ring.active.notBefore, '2026-01-01T00:00:00Z');
    assert.equal(modeOf(keyFilePath(dataDir)), '600');
    assert.equal(modeOf(join(dataDir, 'signing-keys')), '700');
    assert.deepEqual(readdirSync(join(dataDir, 'signing-keys')), ['keys.pem']);
  });

  it('is the same on the next run', () => {
    const first = loadKeyRing(settings());
    assert.equal(loadKeyRing(settings('2027-01-01T00:00:00Z')).active.keyId, first.active.keyId);
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
    assert.equal(ring.active.keyId, testSigner(1).keyId);
    assert.throws(() => statSync(dataDir), { code: 'ENOENT' });
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
    const script = `import { loadKeyRing } from './build/signing-key.ts';
      console.log(loadKeyRing({ dataDir: ${JSON.stringify(dataDir)}, now: '2026-01-01T00:00:00Z' }).active.keyId);`;
    const { promisify } = await import('node:util');
    const { execFile } = await import('node:child_process');
    const runOne = () =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    const ids = await Promise.all(Array.from({ length: 4 }, runOne));
    assert.equal(new Set(ids.map(each => each.stdout)).size, 1);
    assert.deepEqual(readdirSync(join(dataDir, 'signing-keys')), ['keys.pem']);
  });
});

describe('a rotation', () => {
  it('puts a new key first and lists the old one as retired', () => {
    const before = loadKeyRing(settings());
    const after = rotateSigningKey(settings('2026-02-01T00:00:00Z'));
    assert.notEqual(after.active.keyId, before.active.keyId);
    assert.deepEqual(
      after.retired.map(({ keyId, state, notAfter }) => ({ keyId, state, notAfter })),
      [{ keyId: before.active.keyId, state: 'retired', notAfter: '2026-02-01T00:00:00Z' }],
    );
    assert.equal(loadKeyRing(settings()).active.keyId, after.active.keyId);
    assert.equal(modeOf(keyFilePath(dataDir)), '600');
  });

  it('may be repeated', () => {
    for (const month of ['02', '03', '04']) rotateSigningKey(settings(`2026-${month}-01T00:00:00Z`));
    assert.equal(loadKeyRing(settings()).retired.length, 3);
  });

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
