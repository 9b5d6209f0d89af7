import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import {
  keyIdOf,
  publicKeyPem,
  rawPublicKey,
  signBytes,
  signedAt,
  signerAt,
  verifyBytes,
} from '#document/proof/signature.ts';
import { signerOf, testSigner } from '../../../keys.ts';

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

describe('signature', () => {
  it('signs as test 3 of RFC 8032, 7.1 does', () => {
    const signer = signerOf(hex('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7'));
    const expected =
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a';
    assert.deepEqual(
      signer.publicKey,
      hex('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025'),
    );
    assert.equal(Buffer.from(signBytes(hex('af82'), signer)).toString('hex'), expected);
  });

  it('names a key by the first 16 digits of the SHA-256 of its raw bytes', () => {
    assert.equal(keyIdOf(new Uint8Array(32)), '66687aadf862bd77');
  });

  it('accepts its own signature and refuses it for other bytes, another key or another length', () => {
    const [one, two] = [testSigner(1), testSigner(2)];
    const signature = signBytes(Buffer.from('artifact'), one);
    assert.equal(verifyBytes(Buffer.from('artifact'), signature, one.publicKey), true);
    assert.equal(verifyBytes(Buffer.from('artifacT'), signature, one.publicKey), false);
    assert.equal(verifyBytes(Buffer.from('artifact'), signature, two.publicKey), false);
    assert.equal(verifyBytes(Buffer.from('artifact'), signature.slice(0, 63), one.publicKey), false);
    assert.equal(verifyBytes(Buffer.from('artifact'), Uint8Array.of(...signature, 0), one.publicKey), false);
  });

  it('writes a public key as PEM on three lines', () => {
    assert.match(
      publicKeyPem(testSigner(1).publicKey),
      /^-----BEGIN PUBLIC KEY-----\n.{60}\n-----END PUBLIC KEY-----\n$/,
    );
  });

  it('refuses a key of another algorithm', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    assert.throws(() => rawPublicKey(publicKey), TypeError);
    assert.throws(() => publicKeyPem(new Uint8Array(31)), TypeError);
  });

  it('shows nothing of the private key when it is printed by mistake', () => {
    const secret = Buffer.alloc(32, 1);
    const shown = inspect(testSigner(1), { depth: 9, showHidden: true }) + JSON.stringify(testSigner(1));
    assert.equal(shown.includes(secret.toString('base64').slice(0, 40)), false);
    assert.equal(shown.includes(secret.toString('hex')), false);
    assert.equal(shown.includes('PRIVATE KEY-----'), false);
  });
});

describe('the key that signs a publication', () => {
  const oldest = testSigner(1, {
    state: 'retired',
    notBefore: '2026-01-01T00:00:00Z',
    notAfter: '2026-03-01T00:00:00Z',
  });
  const older = testSigner(2, {
    state: 'retired',
    notBefore: '2026-03-01T00:00:00Z',
    notAfter: '2026-06-01T00:00:00Z',
  });
  const active = testSigner(3, { notBefore: '2026-06-01T00:00:00Z' });
  const ring = { active, retired: [older, oldest] };

  it('is the one that was active then', () => {
    assert.equal(signerAt(ring, '2026-02-01T00:00:00Z'), oldest);
    assert.equal(signerAt(ring, '2026-03-01T00:00:00Z'), older);
    assert.equal(signerAt(ring, '2026-06-01T00:00:00Z'), active);
  });

  it('is the oldest for what was published before any key', () => {
    assert.equal(signerAt(ring, '2025-12-01T00:00:00Z'), oldest);
    assert.equal(signedAt(oldest, '2025-12-01T00:00:00Z'), '2026-01-01T00:00:00Z');
    assert.equal(signedAt(oldest, '2026-02-01T00:00:00Z'), '2026-02-01T00:00:00Z');
  });

  it('is the next one when that key lost its private half or was revoked', () => {
    const { privateKey: _gone, ...publicHalf } = oldest;
    assert.equal(signerAt({ active, retired: [older, publicHalf] }, '2026-02-01T00:00:00Z'), older);
    const revoked = { ...older, state: 'revoked' as const };
    assert.equal(signerAt({ active, retired: [revoked, publicHalf] }, '2026-02-01T00:00:00Z'), active);
  });
});
