/** Reads `dist/` as its manifest describes it, and believes no byte that the digest of its pack does not cover. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256Hex } from '#document/text/digest.ts';
import {
  type Coding,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
  type PackEntry,
  type PageEntry,
} from '#document/text/manifest.ts';
import {
  formsOf,
  hasDigests,
  type PackHead,
  type PagePlace,
  packFile,
  readEntries,
  readEntry,
  readHead,
  variantOf,
} from '#document/text/pack.ts';

/** Why a catalog cannot be served, with what to do about it. */
export class DistError extends Error {
  override name = 'DistError';
}

/** A pack in memory, whose digest was checked. */
class Pack {
  /** The entries of the pack that was read last: a client that asks for one page often asks for its neighbours too. */
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

  /** Reads the entry of the page; parses it on every call. */
  readEntry(): PageEntry {
    return readEntry(this.#pack.entries, this.#place);
  }

  /**
   * The bytes of a variant that the entry has.
   * @throws Error when the page has to be unpacked and turns out to be another one
   */
  bytes(entry: PageEntry, coding: Coding | 'identity'): Buffer {
    if (entry.same_as !== undefined) return this.#others.get(entry.same_as)!.#variant(entry, coding);
    return this.#variant(entry, coding);
  }

  #variant(entry: PageEntry, coding: Coding | 'identity'): Buffer {
    const { offset, length } = this.#place;
    return variantOf(this.#pack.bytes.subarray(offset, offset + length), entry, coding);
  }
}

/** Whether a variant is in memory. Any other is made each time that it is asked for. */
export const isHeld = (entry: PageEntry, coding: Coding | 'identity'): boolean =>
  formsOf(entry).includes(coding);

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

const ofFiles =
  'was built with PROFILE=static, for a host of plain files. Run `npm run build` without PROFILE, and serve that.';

/**
 * Reads a built catalog into memory, pack by pack, between which a server answers requests.
 * @param before the one that it takes the place of: what both have in common is not read again
 * @throws DistError when there is none, or a file that has to be read is missing or was changed
 */
export async function readDist(folder: string, before?: Dist): Promise<Dist> {
  const text = readManifestText(folder);
  const { base_url, profile, redirects, packs: listed } = parseManifest(folder, text);
  if (profile === 'static') throw new DistError(`${folder} ${ofFiles}`);
  try {
    const packs = new Map<string, Pack>();
    for (const entry of listed)
      packs.set(entry.digest, before?.packs.get(entry.digest) ?? (await readPack(folder, entry)));
    const [manifest, signature] = [Buffer.from(text), readSignature(folder)];
    return { base_url, redirects, pages: pagesOf(packs), packs, manifest, signature };
  } catch (error) {
    // A build that just put another manifest in place removed the packs of this one.
    if (readManifestText(folder) !== text) return readDist(folder, before);
    // The manifest is JSON, but says what no build writes.
    throw error instanceof DistError ? error : damagedManifest(folder);
  }
}

/** Reads a pack, each of whose pages has the bytes that its entry says. The builder may have been given other bytes. */
async function readPack(folder: string, entry: PackEntry): Promise<Pack> {
  await nextTurn();
  const path = join(folder, packFile(entry));
  const bytes = Buffer.allocUnsafeSlow(entry.size);
  readInto(path, bytes);
  if (sha256Hex(bytes) !== entry.digest) throw changed(path);
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
