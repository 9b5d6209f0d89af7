/** CRC-32 as zip archives use it (ISO 3309, polynomial 0xEDB88320); Node.js has it only from 20.15 on. */

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Continues a checksum with further bytes. @param before 0 at the beginning */
export function crc32(bytes: Uint8Array, before: number): number {
  let value = ~before;
  // By index: a loop over the values themselves takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) value = (value >>> 8) ^ table[(value ^ bytes[at]!) & 0xff]!;
  return ~value >>> 0;
}
