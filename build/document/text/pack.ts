/**
 * A pack: pages that are next to each other in the order of paths, in one file, so that a server reads thousands of pages with
 * a few calls. Its name is the digest of its bytes.
 *
 * Its first line is JSON: how many bytes the entries take, and for each page its path and how many bytes its entry and its
 * variants have. Then come the entries, JSON and a line each, all together compressed (RFC 1951), since few of them are ever
 * read; and then the variants of each page without anything between them: as it is, Brotli, gzip, those that there are. A page
 * that comes in gzip alone is packed in gzip alone, and one that has the bytes of another has none of its own.
 */
import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import { sha256Hex } from './digest.ts';
import { type Coding, codings, type PackEntry, type PageEntry, type Variant } from './manifest.ts';

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
interface Extent {
  offset: number;
  length: number;
}

/** Where a pack has a page. */
export interface PagePlace extends Extent {
  path: string;
  /** The place of its entry within all entries. */
  entryOffset: number;
  entryLength: number;
}

/** The part of a pack before the bytes of pages. */
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
 * Reads the places of the entries and the pages in a pack.
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

type Form = Coding | 'identity';

/**
 * The forms in which a pack has a page, in their order. The build offers in gzip alone what few ask for (`codingsOf` in
 * `build/publish/packing.ts`), which is most of the bytes of a catalog; as it is, that would take up three times as much again.
 */
export const formsOf = ({ encodings }: Pick<PageEntry, 'encodings'>): readonly Form[] =>
  encodings.gzip && !encodings.br
    ? ['gzip']
    : ['identity', ...codings.filter(coding => encodings[coding] !== undefined)];

/**
 * A variant of a page.
 * @param bytes what a pack has of the page
 * @throws Error when the page has no such variant, or the gzip variant holds another page
 */
export function variantOf(bytes: Buffer, entry: PageEntry, form: Form): Buffer {
  let offset = 0;
  for (const packed of formsOf(entry)) {
    const { size } = aboutForm(entry, packed);
    if (packed === form) return bytes.subarray(offset, offset + size);
    offset += size;
  }
  if (form !== 'identity') throw new Error(`${entry.path} has no ${form} variant.`);
  // Bounded: a few bytes can unpack to gigabytes.
  const page = gunzipSync(bytes, { maxOutputLength: Math.max(entry.size, 1) });
  if (page.length === entry.size && sha256Hex(page) === entry.digest) return page;
  throw new Error(`The gzip variant of ${entry.path} holds another page.`);
}

/** Whether the bytes of a page in a pack are what its entry says: those of each form in which it is packed, and no others. */
export function hasDigests(entry: PageEntry, bytes: Buffer): boolean {
  if (entry.same_as !== undefined) return bytes.length === 0;
  let end = 0;
  for (const form of formsOf(entry)) {
    const { digest, size } = aboutForm(entry, form);
    const start = end;
    end += size;
    if (end > bytes.length || sha256Hex(bytes.subarray(start, end)) !== digest) return false;
  }
  return end === bytes.length;
}

const aboutForm = (entry: PageEntry, form: Form): Variant =>
  form === 'identity' ? entry : entry.encodings[form]!;
