/**
 * A pack: pages that stand next to each other in the order of paths, in one file, so that a server reads thousands of pages with
 * a few calls. Its name is the digest of its bytes.
 *
 * Its first line is a JSON list: for each page its path, and how many bytes its entry and its variants have. Then come the
 * entries, JSON and a line each, and then the variants of each page without anything between them: as it is, Brotli, gzip,
 * those that there are. A page that has the bytes of another has none of its own.
 */
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

/** Where a pack has a page: offsets and lengths in bytes, from the beginning of the pack. */
export interface PagePlace {
  path: string;
  entryOffset: number;
  entryLength: number;
  offset: number;
  length: number;
}

export interface Extent {
  offset: number;
  length: number;
}

type Line = [path: string, entryLength: number, length: number];

/** Puts pages together, which must be sorted by path and not none. Gives the bytes of the pack, and what the manifest says of it. */
export function writePack(pages: readonly PackedPage[]): { entry: PackEntry; bytes: Buffer } {
  const entries = pages.map(({ entry }) => Buffer.from(`${entry}\n`));
  const lines = pages.map(({ path, bytes }, at): Line => [path, entries[at]!.length, bytes.length]);
  const head = Buffer.concat([Buffer.from(`${JSON.stringify(lines)}\n`), ...entries]);
  const bytes = Buffer.concat([head, ...pages.map(page => page.bytes)]);
  const entry = { first: pages[0]!.path, pages: pages.length, head: head.length };
  return { entry: { ...entry, digest: sha256Hex(bytes), size: bytes.length }, bytes };
}

/**
 * Where a pack has its pages, in their order.
 * @param pack its bytes, or at least those before the bytes of pages
 * @throws SyntaxError when it is not a pack
 */
export function readPlaces(pack: Buffer): PagePlace[] {
  const end = pack.indexOf('\n') + 1;
  const lines = JSON.parse(pack.toString('utf8', 0, end)) as Line[];
  let entryOffset = end;
  let offset = lines.reduce((sum, [, entryLength]) => sum + entryLength, end);
  return lines.map(([path, entryLength, length]) => {
    const place = { path, entryOffset, entryLength, offset, length };
    entryOffset += entryLength;
    offset += length;
    return place;
  });
}

/** The entry of a page. */
export const readEntry = (pack: Buffer, { entryOffset, entryLength }: PagePlace): PageEntry =>
  JSON.parse(pack.toString('utf8', entryOffset, entryOffset + entryLength)) as PageEntry;

/** Where a variant lies among the bytes of its page; of no length when there is none. */
export function extentOf({ size, encodings }: PageEntry, coding: Coding | 'identity'): Extent {
  if (coding === 'identity') return { offset: 0, length: size };
  const before = codings.slice(0, codings.indexOf(coding));
  const offset = before.reduce((sum, each) => sum + (encodings[each]?.size ?? 0), size);
  return { offset, length: encodings[coding]?.size ?? 0 };
}
