import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { KeyFileError, readKeyFile, writeKeyFile } from '#document/key-file.ts';
import { type KeyRing, keysOf, publicKeyPem } from '#document/signature.ts';
import { testRing, testSigner } from '../../keys.ts';

const ring: KeyRing = {
  active: testSigner(1, { notBefore: '2026-06-01T00:00:00Z' }),
  retired: [
    testSigner(2, { state: 'retired', notBefore: '2026-01-01T00:00:00Z', notAfter: '2026-06-01T00:00:00Z' }),
    testSigner(3, { state: 'revoked' }),
  ],
};
const shown = (of: KeyRing) =>
  keysOf(of).map(({ privateKey, ...key }) => ({ ...key, signs: privateKey !== undefined }));
const bare = writeKeyFile(testRing()).replace('State: active\n', '');

describe('a key file', () => {
  it('gives back the ring that was written', () => {
    assert.deepEqual(shown(readKeyFile(writeKeyFile(ring))), shown(ring));
  });

  it('may be a bare PEM, also with line ends written as in environment files', () => {
    assert.deepEqual(shown(readKeyFile(bare)), shown(testRing()));
    assert.deepEqual(shown(readKeyFile(bare.replaceAll('\n', '\\n'))), shown(testRing()));
  });

  it('may hold only the public half of a retired key', () => {
    const read = readKeyFile(
      `${bare}Not-After: 2026-01-01T00:00:00Z\n${publicKeyPem(testSigner(2).publicKey)}`,
    );
    assert.equal(read.retired[0]?.keyId, testSigner(2).keyId);
    assert.equal(read.retired[0]?.state, 'retired');
    assert.equal(read.retired[0]?.privateKey, undefined);
  });

  const refusals: [string, string][] = [
    ['an empty file', ''],
    ['a text that is no key', 'correct horse battery staple'],
    ['a public key alone', publicKeyPem(testSigner(1).publicKey)],
    ['an active key behind another', `${bare}\n${writeKeyFile(testRing(2))}`],
    ['a first key that is retired', `State: retired\n${bare}`],
    ['the same key twice', `${bare}\n${bare}`],
    ['an unknown state', `State: asleep\n${bare}`],
    ['an unknown field', `Owner: me\n${bare}`],
    ['a time that is none', `Not-Before: yesterday\n${bare}`],
    ['text behind the last key', `${bare}secret words`],
    ['a damaged key', bare.replace('MC4C', 'MC4D')],
  ];
  for (const [what, text] of refusals) {
    it(`is refused as ${what}, without a word of its text`, () => {
      assert.throws(
        () => readKeyFile(text),
        (error: unknown) => {
          assert.ok(error instanceof KeyFileError);
          const secrets = text.split(/\s+/).filter(word => word.length > 11 && !word.startsWith('-'));
          assert.ok(
            secrets.every(word => !error.message.includes(word)),
            error.message,
          );
          return true;
        },
      );
    });
  }

  it('is refused for a key of another algorithm', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    assert.throws(
      () => readKeyFile(privateKey.export({ format: 'pem', type: 'pkcs8' }) as string),
      KeyFileError,
    );
  });
});
