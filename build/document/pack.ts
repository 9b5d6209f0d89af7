/**
 * A pack: pages that are next to each other in the order of paths, in one file, so that a server reads thousands of pages with
 * a few calls. Its name is the digest of its bytes.
 *
 * Its first line is JSON: how many bytes the entries take, and for each page its path and how many bytes its entry and its
 * variants have. Then come the entries, JSON and a line each, all together compressed (RFC 1951), since few of them are ever
 * read; and then the variants of each page without anything between them: as it is, Brotli, gzip, those that there are. A page
 * that has the bytes of another has none of its own.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sha256Hex } from './digest.ts';
import { type Coding, codings, type PackEntry, type PageEntry } from './manifest.ts';

/** The folder of all packs, in `dist/`. */
export const packFolder = 'packs';

/** The file of a pack, relative to `dist/`. */
export const packFile = ({ digest }: Pick<PackEntry, 'digest'>): string => `${packFolder}/${digest}.pack`;

/** A page to be packed. */
export interface PackedPage {
  path: string;
  /** Its entry, JSON. */
  entry: string;
  /** Its variants, each right after the one before; none of a page whose bytes are packed with another. */
  bytes: Uint8Array;
}

/** A part of a file or buffer, in bytes. */
export interface Extent {
  offset: number;
  length: number;
}

/** Where a pack has a page. */
export interface PagePlace extends Extent {
  path: string;
  /** Of its entry, within all entries. */
  entryOffset: number;
  entryLength: number;
}

/** What comes before the bytes of pages. */
export interface PackHead {
  /** Where the entries are, compressed, and how many bytes they have when they are not. */
  entries: Extent & { plainLength: number };
  places: PagePlace[];
}

type FirstLine = [entriesLength: number, pages: [path: string, entryLength: number, length: number][]];

/** Fast rather than small: level 6 takes three times as long and saves a quarter. */
const entriesLevel = 1;

/** Puts pages together, which must be sorted by path and not none. Gives the bytes of the pack, and what the manifest says of it. */
export function writePack(pages: readonly PackedPage[]): { entry: PackEntry; bytes: Buffer } {
  const lines = pages.map(({ entry }) => Buffer.from(`${entry}\n`));
  const entries = deflateRawSync(Buffer.concat(lines), { level: entriesLevel });
  const places = pages.map(({ path, bytes }, at) => [path, lines[at]!.length, bytes.length] as const);
  const head = Buffer.concat([Buffer.from(`${JSON.stringify([entries.length, places])}\n`), entries]);
  const bytes = Buffer.concat([head, ...pages.map(page => page.bytes)]);
  const entry = { first: pages[0]!.path, pages: pages.length, head: head.length };
  return { entry: { ...entry, digest: sha256Hex(bytes), size: bytes.length }, bytes };
}

/**
 * What a pack has, and where.
 * @param pack its bytes, or at least those before the bytes of pages
 * @throws SyntaxError, TypeError when it is not a pack
 */
export function readHead(pack: Buffer): PackHead {
  const start = pack.indexOf('\n') + 1;
  const [length, pages] = JSON.parse(pack.toString('utf8', 0, start)) as FirstLine;
  let entryOffset = 0;
  let offset = start + length;
  const places = pages.map(([path, entryLength, pageLength]) => {
    const place = { path, entryOffset, entryLength, offset, length: pageLength };
    entryOffset += entryLength;
    offset += pageLength;
    return place;
  });
  return { entries: { offset: start, length, plainLength: entryOffset }, places };
}

/**
 * The entries of a pack, in which `readEntry` finds those of its pages.
 * @throws Error when they are not what the first line says
 */
export function readEntries(pack: Buffer, { offset, length, plainLength }: PackHead['entries']): Buffer {
  // Bounded: a few bytes can unpack to gigabytes.
  return inflateRawSync(pack.subarray(offset, offset + length), { maxOutputLength: plainLength });
}

/** The entry of a page. */
export const readEntry = (
  entries: Buffer,
  { entryOffset, entryLength }: Pick<PagePlace, 'entryOffset' | 'entryLength'>,
): PageEntry => JSON.parse(entries.toString('utf8', entryOffset, entryOffset + entryLength)) as PageEntry;

/** Where a variant lies among the bytes of its page; of no length when there is none. */
export function extentOf({ size, encodings }: PageEntry, coding: Coding | 'identity'): Extent {
  if (coding === 'identity') return { offset: 0, length: size };
  const before = codings.slice(0, codings.indexOf(coding));
  const offset = before.reduce((sum, each) => sum + (encodings[each]?.size ?? 0), size);
  return { offset, length: encodings[coding]?.size ?? 0 };
}

/** Whether the bytes of a page in a pack are what its entry says: those of each variant, and no others. */
export function hasDigests(entry: PageEntry, bytes: Buffer): boolean {
  if (entry.same_as !== undefined) return bytes.length === 0;
  let end = 0;
  for (const coding of ['identity', ...codings] as const) {
    const digest = coding === 'identity' ? entry.digest : entry.encodings[coding]?.digest;
    if (digest === undefined) continue;
    const { offset, length } = extentOf(entry, coding);
    end = offset + length;
    if (end > bytes.length || sha256Hex(bytes.subarray(offset, end)) !== digest) return false;
  }
  return end === bytes.length;
}
