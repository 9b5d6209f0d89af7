import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import type { KeyPurpose } from '#document/kind/signing-keys.ts';
import { KeyFileError, readKeyFile, readTenantKeys, writeKeyFile } from '#document/proof/key-file.ts';
import { type KeyRing, keysOf, publicKeyPem, type Signer } from '#document/proof/signature.ts';
import { signerOf, testRing, testSigner } from '../../../keys.ts';

const ring: KeyRing = {
  publication: {
    active: testSigner(1, { notBefore: '2026-06-01T00:00:00Z' }),
    retired: [
      testSigner(2, {
        state: 'retired',
        notBefore: '2026-01-01T00:00:00Z',
        notAfter: '2026-06-01T00:00:00Z',
      }),
      testSigner(3, { state: 'revoked' }),
    ],
  },
  tenant: { active: testSigner(4, { purpose: 'tenant' }), retired: [] },
  log: {
    active: testSigner(5, { purpose: 'log' }),
    retired: [testSigner(6, { purpose: 'log', state: 'retired', notAfter: '2026-06-01T00:00:00Z' })],
  },
};
const shown = (of: KeyRing) =>
  keysOf(of).map(({ privateKey, ...key }) => ({ ...key, signs: privateKey !== undefined }));
/** One key as a file of its own, in the form of files from before keys had purposes. */
const single = (signer: Signer) =>
  `State: ${signer.state}\n${signer.privateKey.export({ format: 'pem', type: 'pkcs8' })}`;
const bare = single(testSigner(1)).replace('State: active\n', '');

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
    const [retired] = read.publication.retired;
    assert.equal(retired?.keyId, testSigner(2).keyId);
    assert.equal(retired?.state, 'retired');
    assert.equal(retired?.privateKey, undefined);
  });

  const ofPurpose = (purpose: KeyPurpose, number: number) =>
    `Purpose: ${purpose}\n${single(testSigner(number)).replace('State: active\n', '')}`;

  it('has a key for each purpose that it names none of, the same wherever it is read', () => {
    const [one, again] = [readKeyFile(bare), readKeyFile(bare)];
    assert.deepEqual(shown(one), shown(again));
    assert.equal(new Set(keysOf(one).map(key => key.keyId)).size, 3);
    assert.equal(one.publication.active.keyId, testSigner(1).keyId);
    assert.notEqual(readKeyFile(single(testSigner(2))).log.active.keyId, one.log.active.keyId);
  });

  it('derives a key as HKDF of the seed says, by a computation of its own', () => {
    const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest();
    const extracted = hmac(Buffer.alloc(32), Buffer.alloc(32, 1));
    const seed = hmac(extracted, Buffer.from('formation.key/v0.1 log\x01'));
    assert.deepEqual(readKeyFile(bare).log.active.publicKey, signerOf(seed).publicKey);
  });

  it('retires the derived keys with the key that they come from', () => {
    const { log, tenant } = readKeyFile(
      `${single(testSigner(2))}\nState: retired\nNot-After: 2026-01-01T00:00:00Z\n${bare}`,
    );
    for (const { active, retired } of [log, tenant]) {
      assert.deepEqual(
        retired.map(({ state, notAfter }) => [state, notAfter]),
        [['retired', '2026-01-01T00:00:00Z']],
      );
      assert.equal(retired[0]!.keyId, readKeyFile(bare)[active.purpose].active.keyId);
    }
  });

  it('derives nothing for a purpose that has a key, and needs only the public half of the one for tenants', () => {
    const given = `${bare}\nPurpose: tenant\n${publicKeyPem(testSigner(2).publicKey)}`;
    const { tenant } = readKeyFile(given);
    assert.deepEqual([tenant.active.keyId, tenant.retired.length], [testSigner(2).keyId, 0]);
    assert.throws(() => readTenantKeys(given), KeyFileError);
  });

  it('may hold the key for tenants alone, for a server', () => {
    assert.equal(readTenantKeys(ofPurpose('tenant', 1)).active.keyId, testSigner(1).keyId);
    assert.throws(() => readTenantKeys(ofPurpose('log', 1)), KeyFileError);
  });

  const refusals: [string, string][] = [
    ['an empty file', ''],
    ['a text that is no key', 'correct horse battery staple'],
    ['a public key alone', publicKeyPem(testSigner(1).publicKey)],
    ['an active key behind another', `${bare}\n${single(testSigner(2))}`],
    [
      'two active keys of another purpose',
      `${bare}\n${ofPurpose('log', 2)}\nState: active\n${ofPurpose('log', 3)}`,
    ],
    ['a first key of another purpose that is retired', `${bare}\nState: retired\n${ofPurpose('tenant', 2)}`],
    ['one key for two purposes', `${bare}\n${ofPurpose('tenant', 1)}`],
    ['a log key without its private half', `${bare}\nPurpose: log\n${publicKeyPem(testSigner(2).publicKey)}`],
    ['keys for tenants alone', ofPurpose('tenant', 1)],
    ['an unknown purpose', `Purpose: everything\n${bare}`],
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
