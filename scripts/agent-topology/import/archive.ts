/**
 * Reads a zip archive that may be hostile. Its members are read one by one and never written to disk, and none may be larger than
 * the archive says.
 */
import { buffer } from 'node:stream/consumers';
import { Decompress } from 'fzstd';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { crc32 } from '#document/text/crc.ts';
import { refused } from './result.ts';
import { checkFile, mostBytes } from './source.ts';

interface Archive {
  /** The names of the members. */
  names: readonly string[];
  /**
   * Returns the content of a member.
   * @throws Failure when the content differs from what the archive states
   */
  read(name: string): Promise<Buffer>;
  close(): void;
}

/** The most bytes of an archive, and of all its members after unpacking. */
const [mostPacked, mostUnpacked] = [1024 ** 3, 4 * 1024 ** 3];
const mostMembers = 250_000;
const help = 'Copy the file again, or write the log again with the tool that made it.';

/**
 * Opens an archive. If several members have one name, the last one counts, which is how Inspect replaces a sample.
 * @throws Failure when the file is not an archive, is too large, or has paths that lead out of it
 */
export async function openArchive(file: string): Promise<Archive> {
  checkFile(file, mostPacked);
  const fail = (place: string, error: unknown) =>
    refused(
      { file, place },
      `The archive is damaged, or is not an archive: ${(error as Error).message}. ${help}`,
    );
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true, strictFileNames: true }).catch(
    error => {
      throw fail('', error);
    },
  );
  try {
    const members = new Map<string, Entry>();
    let [size, count] = [0, 0];
    for await (const entry of zip.eachEntry()) {
      size += entry.uncompressedSize;
      count += 1;
      if (size > mostUnpacked || count > mostMembers || entry.uncompressedSize > mostBytes)
        throw new Error(`it holds more than ${mostUnpacked} bytes, or ${mostBytes} in a member`);
      members.set(entry.fileName, entry);
    }
    return {
      names: [...members.keys()],
      read: name =>
        contentOf(zip, members.get(name)!).catch(error => {
          throw fail(name, error);
        }),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw fail('', error);
  }
}

const zstandard = 93;

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const isZstandard = entry.compressionMethod === zstandard;
  const options = isZstandard ? { decodeFileData: false } : {};
  const given = await buffer(await zip.openReadStreamPromise(entry, options));
  const content = isZstandard ? unzstd(given, entry.uncompressedSize) : given;
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
    throw new Error('a member has another size or checksum than the archive says');
  return content;
}

/**
 * The byte of a Zstandard frame that states a window of 8 MiB, the largest that every decoder should support (RFC 8878,
 * 3.1.1.1.2).
 */
const largestWindow = 0x68;

/** Decompresses Zstandard data, to `most` bytes at most. */
function unzstd(bytes: Buffer, most: number): Buffer {
  const isSingle = (bytes[4]! & 0x20) !== 0;
  if (isSingle ? bytes[4]! >> 6 > 1 : bytes[5]! > largestWindow)
    throw new Error('its Zstandard coding asks for a window of more than 8 MiB');
  const parts: Uint8Array[] = [];
  let size = 0;
  const decoder = new Decompress(part => {
    size += part.length;
    if (size > most) throw new Error('a member is larger than the archive says');
    parts.push(part);
  });
  decoder.push(bytes, true);
  return Buffer.concat(parts);
}
