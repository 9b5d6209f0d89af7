/** A zip archive from a stranger: its members are read as streams, never written, and believed in nothing that can be checked. */
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { crc32 } from '#build/text/crc.ts';
import { refused } from '../result.ts';
import { checkFile, unreadable } from '../source.ts';
import { unzstd } from './zstd.ts';

export interface Archive {
  /** The names of its members. */
  names: readonly string[];
  /** The content of a member. @throws Failure when it is not what the archive says */
  read(name: string): AsyncGenerator<Uint8Array>;
  close(): void;
}

const mostMembers = 250_000;
const longestName = 512;
/** How much larger than the archive its content may be: the factor, and what even a small one may hold. */
const [mostRatio, alwaysAllowed] = [250, 64 * 1024 * 1024];
const help = 'Write the log again with the tool that made it.';

/**
 * Opens an archive. Where several members have one name, the last one counts, which is how Inspect replaces a sample.
 * @throws Failure when it is not an archive, or one that tries something
 */
export async function openArchive(file: string): Promise<Archive> {
  checkFile(file);
  const zip = await orRefused(
    file,
    '',
    openPromise(file, { autoClose: false, lazyEntries: true, strictFileNames: true }),
  );
  try {
    const members = new Map<string, Entry>();
    const places: [number, number][] = [];
    let size = 0;
    for await (const entry of entriesOf(zip, file)) {
      const { fileName, relativeOffsetOfLocalHeader: start, compressedSize, uncompressedSize } = entry;
      size += uncompressedSize;
      const wrong =
        wrongWith(entry) ?? (places.length === mostMembers ? `More than ${mostMembers} members.` : undefined);
      if (wrong !== undefined) throw refused(file, fileName.slice(0, longestName), `${wrong} ${help}`);
      // The header of a member is at least 30 bytes and its name (APPNOTE.TXT, 4.3.7).
      places.push([start, start + 30 + entry.fileNameLength + compressedSize]);
      members.set(fileName, entry);
    }
    if (size > mostRatio * zip.fileSize + alwaysAllowed)
      throw refused(
        file,
        '',
        `It holds ${size} bytes in ${zip.fileSize}, more than ${mostRatio} times as much. ${help}`,
      );
    if (overlaps(places)) throw refused(file, '', `Two members share bytes of the archive. ${help}`);
    return {
      names: [...members.keys()],
      read: name => contentOf(zip, members.get(name)!, file),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function* entriesOf(zip: ZipFile, file: string): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    const next = await orRefused(file, '', entries.next());
    if (next.done) return;
    yield next.value;
  }
}

/** What the file system, or what reads zip, says of an archive becomes a refusal. */
async function orRefused<Result>(file: string, place: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw damaged(file, place, error);
  }
}

function damaged(file: string, place: string, error: unknown): Error {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return unreadable(file, error);
  const said = message.replace(/\.?$/, '.');
  return refused(
    file,
    place,
    `The archive is damaged, or is none: ${said} Copy it again, or write the log again.`,
  );
}

const methods = new Set([0, 8, 93]);

function wrongWith(entry: Entry): string | undefined {
  const mode = entry.externalFileAttributes >>> 16;
  if (entry.isEncrypted()) return 'This member is encrypted.';
  if ((mode & 0o170000) === 0o120000) return 'This member is a symbolic link.';
  if (entry.fileNameLength > longestName)
    return `The name of this member is longer than ${longestName} bytes.`;
  if (!methods.has(entry.compressionMethod))
    return `This member is compressed by method ${entry.compressionMethod}; stored, deflate and Zstandard are read.`;
  return undefined;
}

function overlaps(places: [number, number][]): boolean {
  places.sort(([first], [second]) => first - second);
  return places.some(([start], at) => at > 0 && start < places[at - 1]![1]);
}

async function* contentOf(zip: ZipFile, entry: Entry, file: string): AsyncGenerator<Uint8Array> {
  const refuse = (error: unknown) => damaged(file, entry.fileName, error);
  const raw = await orRefused(
    file,
    entry.fileName,
    zip.openReadStreamPromise(entry, { decodeFileData: false }),
  );
  const decoded = decoders[entry.compressionMethod]!(raw)[Symbol.asyncIterator]();
  let [size, crc] = [0, 0];
  try {
    for (;;) {
      const next = await decoded.next().catch(error => {
        throw refuse(error);
      });
      if (next.done) break;
      size += next.value.length;
      crc = crc32(next.value, crc);
      if (size > entry.uncompressedSize) throw refuse(new Error('a member is larger than it says'));
      yield next.value;
    }
  } finally {
    raw.destroy();
  }
  if (size < entry.uncompressedSize) throw refuse(new Error('a member is smaller than it says'));
  if (crc !== entry.crc32) throw refuse(new Error('a member has another checksum than it says'));
}

const decoders: Record<
  number,
  (raw: NodeJS.ReadableStream & AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>
> = {
  0: raw => raw,
  8: raw => pipeline(raw, createInflateRaw(), () => {}),
  93: unzstd,
};
