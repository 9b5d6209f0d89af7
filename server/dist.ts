/** Reads `dist/` as its manifest describes it, and believes no byte that the digest of its pack does not cover. */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import {
  type Coding,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  type PackEntry,
  type PageEntry,
} from '#document/manifest.ts';
import {
  extentOf,
  type PackHead,
  type PagePlace,
  packFile,
  readEntries,
  readEntry,
  readHead,
} from '#document/pack.ts';

/** Why a catalog cannot be served, with what to do about it. */
export class DistError extends Error {
  override name = 'DistError';
}

/** A pack in memory. */
class Pack {
  /** The entries of the pack that was asked last: who asks for one page often asks for its neighbours too. */
  static #latest: { of: Pack; entries: Buffer } | undefined;
  readonly bytes: Buffer;
  readonly #packed: PackHead['entries'];

  constructor(bytes: Buffer, packed: PackHead['entries']) {
    this.bytes = bytes;
    this.#packed = packed;
  }

  get entries(): Buffer {
    if (Pack.#latest?.of !== this)
      Pack.#latest = { of: this, entries: readEntries(this.bytes, this.#packed) };
    return Pack.#latest.entries;
  }
}

/** A page as it lies in memory. Its entry is read from there when somebody asks: most pages of a large catalog seldom are. */
export class DistPage {
  readonly #pack: Pack;
  readonly #place: PagePlace;
  readonly #others: ReadonlyMap<string, DistPage>;

  /** @param others all pages of the catalog by path, of which one may have the bytes of this one */
  constructor(pack: Pack, place: PagePlace, others: ReadonlyMap<string, DistPage>) {
    this.#pack = pack;
    this.#place = place;
    this.#others = others;
  }

  /** What is known of the page; parsed on every call. */
  readEntry(): PageEntry {
    return readEntry(this.#pack.entries, this.#place);
  }

  /** The bytes of a variant that the entry has. */
  bytes(entry: PageEntry, coding: Coding | 'identity'): Buffer {
    if (entry.same_as !== undefined) return this.#others.get(entry.same_as)!.#variant(entry, coding);
    return this.#variant(entry, coding);
  }

  #variant(entry: PageEntry, coding: Coding | 'identity'): Buffer {
    const { offset, length } = extentOf(entry, coding);
    const start = this.#place.offset + offset;
    return this.#pack.bytes.subarray(start, start + length);
  }
}

/** A catalog as read. */
export interface Dist extends Pick<ManifestFile, 'base_url' | 'redirects'> {
  /** By path, in the order of paths. */
  pages: ReadonlyMap<string, DistPage>;
}

/**
 * Reads a built catalog into memory.
 * @throws DistError when there is none, or a file is missing or was changed
 */
export function readDist(folder: string): Dist {
  const manifest = readManifest(folder);
  const { base_url, redirects } = manifest;
  try {
    return { base_url, redirects, pages: readPacks(folder, manifest.packs) };
  } catch (error) {
    // A build that just put another manifest in place removed the packs of this one.
    const isNew = JSON.stringify(readManifest(folder)) !== JSON.stringify(manifest);
    if (isNew) return readDist(folder);
    throw error;
  }
}

function readPacks(folder: string, packs: readonly PackEntry[]): Dist['pages'] {
  const pages = new Map<string, DistPage>();
  const size = packs.reduce((sum, pack) => sum + pack.size, 0);
  // One allocation holds every page, so that thousands of small buffers do not each pay for themselves. It has room for
  // one byte more, by which a file that is too long gives itself away.
  const store = Buffer.allocUnsafeSlow(size + 1);
  let offset = 0;
  for (const pack of packs) {
    readVerified(join(folder, packFile(pack)), pack, store.subarray(offset, offset + pack.size + 1));
    const bytes = store.subarray(offset, offset + pack.size);
    offset += pack.size;
    const { entries, places } = readHead(bytes);
    const loaded = new Pack(bytes, entries);
    for (const place of places) pages.set(place.path, new DistPage(loaded, place, pages));
  }
  return pages;
}

function readManifest(folder: string): ManifestFile {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) throw new DistError(`${folder} holds no catalog. Run \`npm run build\`.`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as ManifestFile;
  if (manifest.format === manifestFormat) return manifest;
  throw new DistError(`${folder} was built by another version of this software. Run \`npm run build\`.`);
}

/** Reads a pack into its place, which is one byte larger than it should be. */
function readVerified(path: string, pack: PackEntry, into: Buffer): void {
  const length = readInto(path, into);
  if (length === pack.size && sha256Hex(into.subarray(0, length)) === pack.digest) return;
  throw new DistError(
    `${path} does not have the digest that the manifest states. Remove the folder and run \`npm run build\`.`,
  );
}

/** Fills a buffer from the beginning of a file, and gives the number of bytes that there were. */
function readInto(path: string, into: Buffer): number {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    let length = 0;
    for (let read = -1; read !== 0 && length < into.length; length += read)
      read = readSync(file, into, length, into.length - length, null);
    return length;
  } catch (error) {
    throw new DistError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Run \`npm run build\`.`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
