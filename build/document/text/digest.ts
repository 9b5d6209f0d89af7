/** SHA-256 digests in the forms that paths, fields and headers have. */
import { hash } from 'node:crypto';

/** Returns the SHA-256 of bytes or UTF-8 text, as 64 lowercase hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return hash('sha256', bytes);
}

/** Returns a digest as the fields of documents have it: `sha256:` and its hexadecimal digits (docs/documents.md#6). */
export const digestField = (hex: string): string => `sha256:${hex}`;

/** Returns a digest as the header `Repr-Digest` has it: as a byte sequence of Structured Fields (RFC 9530, RFC 9651). */
export const digestHeader = (hex: string): string =>
  `sha-256=:${Buffer.from(hex, 'hex').toString('base64')}:`;

/** Writes a digest as a name that is valid on every host (RFC 6920). */
export const hashName = (hex: string): string =>
  `ni:///sha-256;${Buffer.from(hex, 'hex').toString('base64url')}`;
