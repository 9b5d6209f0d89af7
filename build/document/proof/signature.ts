/** Ed25519 signatures over exact bytes, and the ring of keys with which a deployment signs (docs/trust.md#1). */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type KeyPurpose, type KeyState, keyPurposes } from '../kind/signing-keys.ts';

/** The public half of a signing key. */
export interface PublicSigningKey {
  purpose: KeyPurpose;
  /** The first 16 hexadecimal digits of the SHA-256 of the raw public key. */
  keyId: string;
  /** The 32 bytes of the public key (RFC 8032). */
  publicKey: Uint8Array;
  state: KeyState;
  /** The time from which the key is valid (RFC 3339); absent if it is unknown. */
  notBefore?: string;
  /** The time at which the key stopped signing; absent while it signs. */
  notAfter?: string;
}

/** A key of the ring. A retired key may lack its private half, and then only verifies. */
export interface SigningKey extends PublicSigningKey {
  // Unlike a PEM text, a KeyObject reveals nothing if it is logged by mistake.
  privateKey?: KeyObject;
}

/** A key with its private half, which can sign. */
export type Signer = SigningKey & { privateKey: KeyObject };

/** The keys of one purpose: the key that signs now, and those that signed before, the newest first. */
export interface Keys<Active extends SigningKey = Signer> {
  active: Active;
  retired: readonly SigningKey[];
}

/**
 * The keys of a deployment by purpose. A build signs nothing for tenants, so it may have only the public half of the `tenant`
 * key.
 */
export interface KeyRing {
  publication: Keys;
  tenant: Keys<SigningKey>;
  log: Keys;
}

/** Returns all keys of a ring by purpose, the active one of each purpose first. */
export const keysOf = (ring: KeyRing): SigningKey[] =>
  keyPurposes.flatMap(purpose => [ring[purpose].active, ...ring[purpose].retired]);

/** Returns the id of a key: the first 16 hexadecimal digits of the SHA-256 of its 32 raw bytes (docs/trust.md#1). */
export function keyIdOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

// SubjectPublicKeyInfo of Ed25519 consists of these twelve bytes and the key (RFC 8410, 4).
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Returns the 32 raw bytes of the public half of a key.
 * @throws TypeError when the key is not an Ed25519 key
 */
export function rawPublicKey(key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('Expected an Ed25519 key.');
  const half = key.type === 'private' ? createPublicKey(key) : key;
  const spki = half.export({ format: 'der', type: 'spki' });
  return new Uint8Array(spki.subarray(spkiPrefix.length));
}

/**
 * Returns the key object that verifies with a raw public key.
 * @throws TypeError unless the key has 32 bytes
 */
export function publicKeyObject(publicKey: Uint8Array): KeyObject {
  if (publicKey.length !== 32) throw new TypeError('An Ed25519 public key has 32 bytes.');
  return createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' });
}

/** Writes a raw public key as PEM, the form that OpenSSL reads (RFC 8410, RFC 7468, 13). */
export function publicKeyPem(publicKey: Uint8Array): string {
  return publicKeyObject(publicKey).export({ format: 'pem', type: 'spki' }) as string;
}

/** Signs bytes, and returns the 64 bytes of the signature. The same key and bytes always give the same signature (RFC 8032). */
export function signBytes(bytes: Uint8Array, signer: Signer): Uint8Array {
  return new Uint8Array(sign(null, bytes, signer.privateKey));
}

/** Tells whether a signature over exactly these bytes was made with the private half of a raw public key. */
export function verifyBytes(bytes: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return signature.length === 64 && verify(null, bytes, publicKeyObject(publicKey), signature);
}

/**
 * Returns the key that signs what was published at a time: the first one, in order of retirement, that was not retired then. So
 * a receipt stays the same after a rotation, because a retired key makes its old signatures again and no others. If its private
 * half is gone, the next key signs.
 */
export function signerAt({ active, retired }: Keys, publishedAt: string): Signer {
  const candidates = retired
    .filter((key): key is Signer & { notAfter: string } => canStillSign(key) && publishedAt < key.notAfter!)
    .sort((a, b) => (a.notAfter < b.notAfter ? -1 : 1));
  return candidates[0] ?? active;
}

const canStillSign = (key: SigningKey) =>
  key.state === 'retired' && key.privateKey !== undefined && key.notAfter !== undefined;

/**
 * Returns the time at which a signature counts as made: the publication, or the first moment of its key if that is later. It
 * follows from records and not from a clock, so every build of the same content writes the same receipt.
 */
export function signedAt(key: PublicSigningKey, publishedAt: string): string {
  return key.notBefore !== undefined && key.notBefore > publishedAt ? key.notBefore : publishedAt;
}
