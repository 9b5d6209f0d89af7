/** The two hashes of a Merkle tree (RFC 6962, 2.1). */
import { createHash } from 'node:crypto';

/** The length of a hash in bytes. */
export const hashSize = 32;

// An entry and a node never have the same hash, since each is hashed with another first byte.
const leafPrefix = Uint8Array.of(0x00);
const nodePrefix = Uint8Array.of(0x01);

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

/** Returns the hash of an entry (RFC 6962, 2.1: `SHA-256(0x00 || d(0))`). */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(leafPrefix, entry);

/** Returns the hash of a node over its two children (RFC 6962, 2.1: `SHA-256(0x01 || left || right)`). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(nodePrefix, left, right);

/** Returns the root of a tree without entries (RFC 6962, 2.1: the hash of the empty string). */
export const emptyRoot = (): Uint8Array => sha256();

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Decodes base64. Returns undefined unless the text has the one canonical form (RFC 4648, 3.5). */
export function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}
