/** Reads `dist/` as its manifest describes it, and believes no byte that the digest of its pack does not cover. */
import { closeSync, existsSync, fstatSync, openSync, read, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import {
  type Coding,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
  type PackEntry,
  type PageEntry,
} from '#document/manifest.ts';
import {
  extentOf,
  hasDigests,
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

/** A pack in memory, whose digest was checked. */
class Pack {
  /** The entries of the pack that was asked last: who asks for one page often asks for its neighbours too. */
  static #latest: { of: Pack; entries: Buffer } | undefined;
  readonly bytes: Buffer;
  readonly places: readonly PagePlace[];
  readonly #packed: PackHead['entries'];

  constructor(bytes: Buffer) {
    const { entries, places } = readHead(bytes);
    this.bytes = bytes;
    this.places = places;
    this.#packed = entries;
  }

  get entries(): Buffer {
    if (Pack.#latest?.of !== this)
      Pack.#latest = { of: this, entries: readEntries(this.bytes, this.#packed) };
    return Pack.#latest.entries;
  }
}

/** A page in memory. Its entry is parsed on demand: most pages of a large catalog are rarely requested. */
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
  /** By digest. */
  packs: ReadonlyMap<string, Pack>;
  /** The manifest as it is in its file, and its signature where there is one. */
  manifest: Buffer;
  signature: Buffer | undefined;
}

/** What is known of a catalog before it is read. */
interface Known {
  /** What was read of it already. */
  early?: EarlyPacks | undefined;
  /** The catalog that it takes the place of: what both have in common is not read again. */
  before?: Dist;
}

/**
 * Reads a built catalog into memory.
 * @throws DistError when there is none, or a file that has to be read is missing or was changed
 */
export function readDist(folder: string, { early, before }: Known = {}): Dist {
  const text = readManifestText(folder);
  const { base_url, redirects, packs: listed } = parseManifest(folder, text);
  try {
    const packs =
      early?.of === text ? readPacks(folder, listed, early) : exchangePacks(folder, listed, before);
    const [manifest, signature] = [Buffer.from(text), readSignature(folder)];
    return { base_url, redirects, pages: pagesOf(packs), packs, manifest, signature };
  } catch (error) {
    // A build that just put another manifest in place removed the packs of this one.
    if (readManifestText(folder) !== text) return readDist(folder, before && { before });
    // The manifest is JSON, but says what no build writes.
    throw error instanceof DistError ? error : damagedManifest(folder);
  }
}

/** Packs that were read before somebody asked for the catalog. */
export interface EarlyPacks {
  /** The manifest that names them, as it is in its file. */
  of: string;
  /** As `storeFor` makes it. */
  store: Buffer;
  /** The digests of packs in the store. They are not checked yet. */
  present: ReadonlySet<string>;
}

/** Files that are open at once. Many systems allow a process 1,024. */
const maxOpen = 256;

/**
 * Reads the packs of a catalog in the background, beginning at once: to load the program takes one processor about as long as
 * to read takes another. Whatever is wrong is left for `readDist` to find.
 */
export async function readEarly(folder: string): Promise<EarlyPacks | undefined> {
  try {
    const of = readManifestText(folder);
    const { packs } = parseManifest(folder, of);
    const store = storeFor(packs);
    const present = new Set<string>();
    let offset = 0;
    for (let first = 0; first < packs.length; first += maxOpen) {
      const reads = packs.slice(first, first + maxOpen).map(pack => {
        const into = store.subarray(offset, offset + pack.size);
        offset += pack.size;
        return readWhole(pathOf(pack, folder), into, () => present.add(pack.digest));
      });
      await Promise.all(reads);
    }
    return { of, store, present };
  } catch {
    return undefined;
  }
}

/** Reads a file into a buffer, and says so when it is just as long. */
function readWhole(path: string, into: Buffer, done: () => void): Promise<void> {
  const file = openSync(path, 'r');
  const isOfSize = fstatSync(file).size === into.length;
  return new Promise(resolve => {
    read(file, into, 0, into.length, 0, (error, length) => {
      closeSync(file);
      if (!error && isOfSize && length === into.length) done();
      resolve();
    });
  });
}

/** Of plain parts, and there are hundreds: `join`, which would look for dots in them, is noticed at the start. */
const pathOf = (pack: PackEntry, folder: string): string => `${folder}/${packFile(pack)}`;

/** One allocation for every page, so that thousands of small buffers do not each pay for themselves. */
const storeFor = (packs: readonly PackEntry[]): Buffer => Buffer.allocUnsafeSlow(sizeOf(packs));

/** Reads packs into one store. */
function readPacks(folder: string, packs: readonly PackEntry[], early?: EarlyPacks): Map<string, Pack> {
  const store = early?.store ?? storeFor(packs);
  const read = new Map<string, Pack>();
  let offset = 0;
  for (const pack of packs) {
    const path = pathOf(pack, folder);
    const bytes = store.subarray(offset, offset + pack.size);
    if (!early?.present.has(pack.digest)) readInto(path, bytes);
    if (sha256Hex(bytes) !== pack.digest) throw changed(path);
    offset += pack.size;
    read.set(pack.digest, unpack(bytes, path));
  }
  return read;
}

/** A pack, each of whose pages has the bytes that its entry says. Whoever made it may have been given others. */
function unpack(bytes: Buffer, path: string): Pack {
  try {
    const pack = new Pack(bytes);
    if (pack.places.every(place => isWhole(pack, place))) return pack;
  } catch {
    // Not a pack at all.
  }
  throw new DistError(
    `${path} does not hold the pages that it lists. Remove the folder and run \`npm run build\`.`,
  );
}

function isWhole({ bytes, entries }: Pack, place: PagePlace): boolean {
  const entry = readEntry(entries, place);
  const { path, offset, length } = place;
  return entry.path === path && hasDigests(entry, bytes.subarray(offset, offset + length));
}

/** How much more may be held than is served, since a store goes only with the last of its packs. */
const maxHeld = 1.1;

/** The packs of a catalog: those that the one before has, and the others as they are read. All are read where that holds less. */
function exchangePacks(folder: string, packs: readonly PackEntry[], before?: Dist): Dist['packs'] {
  const missing = packs.filter(({ digest }) => !before?.packs.has(digest));
  const kept = packs.flatMap(({ digest }) => before?.packs.get(digest) ?? []);
  const stores = new Set(kept.map(({ bytes }) => bytes.buffer));
  const held = sizeOf(missing) + [...stores].reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (held > sizeOf(packs) * maxHeld) return readPacks(folder, packs);
  const read = readPacks(folder, missing);
  return new Map(packs.map(({ digest }) => [digest, read.get(digest) ?? before!.packs.get(digest)!]));
}

const sizeOf = (packs: readonly PackEntry[]): number => packs.reduce((sum, { size }) => sum + size, 0);

function pagesOf(packs: Dist['packs']): Dist['pages'] {
  const pages = new Map<string, DistPage>();
  for (const pack of packs.values())
    for (const place of pack.places) pages.set(place.path, new DistPage(pack, place, pages));
  return pages;
}

function readManifestText(folder: string): string {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) throw new DistError(`${folder} holds no catalog. Run \`npm run build\`.`);
  return readFileSync(path, 'utf8');
}

function readSignature(folder: string): Buffer | undefined {
  const path = join(folder, manifestSignatureFile);
  return existsSync(path) ? readFileSync(path) : undefined;
}

function parseManifest(folder: string, text: string): ManifestFile {
  const manifest = readJson(folder, text);
  if (manifest.format === manifestFormat) return manifest;
  throw new DistError(`${folder} was built by another version of this software. Run \`npm run build\`.`);
}

function readJson(folder: string, text: string): ManifestFile {
  try {
    return JSON.parse(text) as ManifestFile;
  } catch {
    throw damagedManifest(folder);
  }
}

const damagedManifest = (folder: string): DistError =>
  new DistError(
    `${join(folder, manifestFile)} is damaged. Remove the folder ${folder} and run \`npm run build\`.`,
  );

const changed = (path: string): DistError =>
  new DistError(
    `${path} does not have the digest that the manifest states. Remove the folder and run \`npm run build\`.`,
  );

/** Fills a buffer from a file, which must be just as long. */
function readInto(path: string, into: Buffer): void {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    if (fstatSync(file).size !== into.length) throw changed(path);
    for (let length = 0; length < into.length; ) {
      const got = readSync(file, into, length, into.length - length, length);
      if (got === 0) throw changed(path);
      length += got;
    }
  } catch (error) {
    if (error instanceof DistError) throw error;
    throw new DistError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Run \`npm run build\`.`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
