/** Entry bundles: files of up to 256 entries, each with its length before it (C2SP tlog-tiles, Log entries). */

/** The largest size of an entry in bytes. Its length is written as a number of 16 bits. */
const maxEntrySize = 0xffff;

/**
 * Writes entries, each with its length before it as a big-endian number of 16 bits.
 * @throws RangeError for an entry that is too long
 */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(entries.flatMap(entry => [lengthOf(entry), entry])));
}

function lengthOf(entry: Uint8Array): Buffer {
  if (entry.length > maxEntrySize) throw new RangeError(`An entry of ${entry.length} bytes is too long.`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(entry.length);
  return length;
}

/** Returns the entries in a bundle; undefined if the bundle ends within one. */
export function readBundle(bytes: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length) return undefined;
    const end = at + 2 + view.getUint16(at);
    if (end > bytes.length) return undefined;
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  return entries;
}
