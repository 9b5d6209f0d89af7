/** Zip archives for tests, honest ones and others: each field can be made to lie (PKWARE APPNOTE.TXT, 4.3). */
import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../../build/document/text/crc.ts';

export interface ZipMember {
  name: string;
  content: Uint8Array | string;
  /** 0 stored, 8 deflate; with any other, `content` is taken as it is. */
  method?: number;
  flags?: number;
  /** The size and checksum of the content, as the archive states them. */
  size?: number;
  crc?: number;
  /** The Unix mode. */
  mode?: number;
  /** Has no bytes of its own: those of the first member. */
  sharesFirst?: boolean;
}

/** Writes an archive. @param disk the number of the disk that it says it ends on */
export function zipOf(members: readonly ZipMember[], disk = 0): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { name, content, method = 8, flags = 0, mode = 0o100644, sharesFirst = false } = member;
    const plain = Buffer.from(content);
    const data = method === 8 ? deflateRawSync(plain) : plain;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(member.crc ?? crc32(plain), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(member.size ?? plain.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(sharesFirst ? 0 : offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), fields, tail, Buffer.from(name));
    if (sharesFirst) continue;
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(disk, 4);
  for (const at of [8, 10]) end.writeUInt16LE(members.length, at);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
