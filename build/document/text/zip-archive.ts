/** Writes zip archives whose bytes follow from their files alone: stored, without times, so that every build makes the same (PKWARE 4.3). */
import { crc32 } from './crc.ts';

/** The first day that the format knows, 1980-01-01. */
const firstDay = 0x21;
const version = 20;
const plainFile = 0o100644;

/** An archive of files, by their paths, in their order. */
export function zipArchive(files: readonly { path: string; text: string }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, text } of files) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(version, 0);
    fields.writeUInt16LE(firstDay, 8);
    fields.writeUInt32LE(crc32(bytes, 0), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((plainFile << 16) >>> 0, 6);
    attributes.writeUInt32LE(offset, 10);
    // 3: made on Unix, where attributes are a mode.
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), fields, attributes, name);
    parts.push(Buffer.from('PK\x03\x04'), fields, name, bytes);
    offset += 30 + name.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
