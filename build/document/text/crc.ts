/** Computes CRC-32 as in zip archives (ISO 3309, polynomial 0xEDB88320). Node.js has it only from version 20.15 on. */

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of bytes as a number from 0 to 2^32 - 1. */
export function crc32(bytes: Uint8Array): number {
  let value = ~0;
  // A loop over the values themselves, rather than by index, takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) value = (value >>> 8) ^ table[(value ^ bytes[at]!) & 0xff]!;
  return ~value >>> 0;
}
