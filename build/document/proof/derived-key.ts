/**
 * Derives keys for the purposes for which a deployment was given none, from its publication keys. So every machine with the
 * same SIGNING_KEY, or a copy of the same key file, has the same keys. Anyone who knows a derived key learns nothing about the
 * publication key (HKDF, RFC 5869).
 */
import { createPrivateKey, hkdfSync } from 'node:crypto';
import { type KeyPurpose, keyPurposes } from '../kind/signing-keys.ts';
import { keyIdOf, rawPublicKey, type Signer, type SigningKey } from './signature.ts';

/**
 * Adds keys for each purpose that has none: one for each publication key that has its private half, in the same state and with
 * the same times. So a rotation of the given key rotates them all.
 */
export function withDerivedKeys(keys: readonly SigningKey[]): SigningKey[] {
  const missing = keyPurposes.filter(purpose => !keys.some(key => key.purpose === purpose));
  const origins = keys.filter((key): key is Signer => key.purpose === 'publication' && hasPrivateHalf(key));
  return [...keys, ...missing.flatMap(purpose => origins.map(key => deriveKey(key, purpose)))];
}

const hasPrivateHalf = (key: SigningKey) => key.privateKey !== undefined;

// PKCS #8 of Ed25519 consists of these sixteen bytes and the seed (RFC 8410, 7).
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const seedSize = 32;

/** Derives the key of a purpose from a publication key: its seed is the HKDF-SHA256 of the seed of that key. */
export function deriveKey(origin: Signer, purpose: KeyPurpose): Signer {
  const pkcs8 = origin.privateKey.export({ format: 'der', type: 'pkcs8' });
  const seed = pkcs8.subarray(pkcs8Prefix.length);
  const derived = hkdfSync('sha256', seed, Buffer.alloc(0), `formation.key/v0.1 ${purpose}`, seedSize);
  const der = Buffer.concat([pkcs8Prefix, Buffer.from(derived)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(privateKey);
  const { privateKey: _origin, ...rest } = origin;
  return { ...rest, purpose, keyId: keyIdOf(publicKey), publicKey, privateKey };
}
