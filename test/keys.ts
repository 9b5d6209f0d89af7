/** Keys for tests, made from seeds so that every run has the same ones. They protect nothing. */
import { createPrivateKey } from 'node:crypto';
import { deriveKey } from '#document/proof/derived-key.ts';
import { type KeyRing, type Keys, keyIdOf, rawPublicKey, type Signer } from '#document/proof/signature.ts';

// RFC 8410, 7: PKCS #8 of Ed25519 is these sixteen bytes, then the seed.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of a 32-byte seed. */
export function signerOf(seed: Uint8Array, fields: Partial<Signer> = {}): Signer {
  const key = Buffer.concat([pkcs8Prefix, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(privateKey);
  const purpose = 'publication';
  return { purpose, keyId: keyIdOf(publicKey), publicKey, state: 'active', privateKey, ...fields };
}

/** A key by a number. */
export const testSigner = (number: number, fields: Partial<Signer> = {}): Signer =>
  signerOf(Buffer.alloc(32, number), fields);

/** The ring of one given key: those of the other purposes follow from it. */
export const testRing = (number = 1): KeyRing => ringOf({ active: testSigner(number), retired: [] });

/** A ring with these publication keys, whose other keys follow from the active one, or are given. */
function ringOf(publication: Keys, given: Partial<KeyRing> = {}): KeyRing {
  const derived = (purpose: 'tenant' | 'log') => {
    return { active: deriveKey(publication.active, purpose), retired: [] };
  };
  return { publication, tenant: derived('tenant'), log: derived('log'), ...given };
}
