/** Reads a built folder: every file that the manifest names, and whether there are others. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256Hex } from '#document/digest.ts';
import {
  type Coding,
  lockFile,
  type ManifestFile,
  manifestFile,
  manifestSignatureFile,
  type PackEntry,
  type PageEntry,
  type Variant,
} from '#document/manifest.ts';
import { formsOf, type PagePlace, packFile, readEntries, readHead, variantOf } from '#document/pack.ts';
import type { Fault } from './fault.ts';
import { readManifest, readPageEntry } from './manifest.ts';
import type { Progress } from './progress.ts';
import type { Page, Tree } from './tree.ts';

/** Reads a folder. Anything missing, different from its digest, or not in the manifest is a fault of the tree. */
export function readFolder(folder: string, progress: Progress): Tree {
  const faults: Fault[] = [];
  const file = loadManifest(folder, faults);
  const packed = (file?.packs ?? []).flatMap((pack, at) => {
    progress.step('reading packs', at + 1, file!.packs.length);
    return readPack(folder, pack, faults);
  });
  const bytesOf = new Map(packed.map(({ entry, bytes }) => [entry.path, bytes]));
  const pages = new Map<string, Page>();
  for (const [at, each] of packed.entries()) {
    progress.step('reading files', at + 1, packed.length);
    const { entry } = each;
    if (pages.has(entry.path)) faults.push(inManifest(folder, `The path ${entry.path} appears twice.`));
    const { same_as: other } = entry;
    const bytes = other === undefined ? each.bytes : (bytesOf.get(other) ?? Buffer.alloc(0));
    const page = readPage(folder, { ...each, bytes }, faults);
    if (page) pages.set(entry.path, page);
  }
  const entries = packed.map(({ entry }) => entry);
  // Either may be wrong: a pack that is gone, or a manifest that names another.
  if (file && packed.length === 0) faults.push(inManifest(folder, 'No pack that it names can be read.'));
  if (file) faults.push(...strayFiles(folder, file, entries));
  return {
    name: folder,
    baseUrl: file?.base_url ?? '',
    pages,
    redirects: new Map(file?.redirects.map(({ path, to }) => [path, to])),
    refused: new Map(),
    ...(file && { manifest: { base_url: file.base_url, pages: entries, redirects: file.redirects } }),
    faults,
    whereOf: path => join(folder, path.slice(1)),
  };
}

const inManifest = (folder: string, message: string): Fault => ({
  where: join(folder, manifestFile),
  message,
});

function loadManifest(folder: string, faults: Fault[]): ManifestFile | undefined {
  const bytes = readRegular(join(folder, manifestFile), faults);
  if (bytes === undefined) return undefined;
  const reading = readManifest(bytes);
  if (reading.ok) return reading.value;
  faults.push(inManifest(folder, reading.message));
  return undefined;
}

/** A page as its pack has it. */
interface PackedPage {
  entry: PageEntry;
  /** The file of the pack. */
  where: string;
  bytes: Buffer;
}

function readPack(folder: string, pack: PackEntry, faults: Fault[]): PackedPage[] {
  const where = join(folder, packFile(pack));
  const bytes = readRegular(where, faults);
  if (bytes === undefined) return [];
  checkDigest(bytes, pack, where, faults);
  const { places, entries } = partsOf(bytes);
  if (places.length !== pack.pages || places[0]?.path !== pack.first) {
    faults.push({ where, message: 'It does not begin with a list of the pages that the manifest says.' });
    return [];
  }
  return places.flatMap(place => {
    const { path, entryOffset, entryLength } = place;
    const reading = readPageEntry(entries.subarray(entryOffset, entryOffset + entryLength));
    if (reading.ok && reading.value.path === path)
      return [{ entry: reading.value, where, bytes: partOf(bytes, place) }];
    const message = reading.ok ? `Its entry of ${path} is that of another page.` : reading.message;
    faults.push({ where, message });
    return [];
  });
}

/** The pages of a pack. None if it is not a pack, or its length is not what it says. */
function partsOf(pack: Buffer): { places: PagePlace[]; entries: Buffer } {
  try {
    const { places, entries } = readHead(pack);
    const last = places.at(-1)!;
    if (last.offset + last.length === pack.length) return { places, entries: readEntries(pack, entries) };
  } catch {
    // Damaged, or not a pack at all.
  }
  return { places: [], entries: Buffer.alloc(0) };
}

const partOf = (bytes: Buffer, { offset, length }: { offset: number; length: number }): Buffer =>
  bytes.subarray(offset, offset + length);

/** The bytes of a file, or undefined and a fault when it is absent or not a file: a link could lead anywhere. */
function readRegular(path: string, faults: Fault[]): Buffer | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return readFileSync(path);
  faults.push({ where: path, message: found ? 'It is not a regular file.' : 'The file is missing.' });
  return undefined;
}

/** The page as its file has it. If that differs from the pack, it is a fault, and reading continues. */
function readPage(folder: string, { entry, where: pack, bytes: packed }: PackedPage, faults: Fault[]) {
  const where = join(folder, entry.file);
  const bytes = readRegular(where, faults);
  if (bytes) checkDigest(bytes, entry, where, faults);
  // A page that is packed in gzip alone is compared with its file.
  const own = formsOf(entry).includes('identity') ? variantOf(packed, entry, 'identity') : undefined;
  const text = own ?? bytes;
  const encodings = Object.entries(entry.encodings) as [Coding, Variant][];
  if (own) checkDigest(own, entry, pack, faults);
  for (const [coding, variant] of encodings) {
    const variantBytes = variantOf(packed, entry, coding);
    checkDigest(variantBytes, variant, pack, faults);
    if (text && !isPackedOf(coding, variantBytes, text))
      faults.push({ where: pack, message: `It has another text in the ${coding} coding of ${entry.file}.` });
  }
  const { path, media_type: mediaType } = entry;
  return bytes && { path, where, bytes, mediaType, entry };
}

function checkDigest(bytes: Buffer, { digest, size }: Variant, where: string, faults: Fault[]): void {
  if (bytes.length === size && sha256Hex(bytes) === digest) return;
  const message = `The manifest says ${size} bytes with SHA-256 ${digest}; found ${bytes.length} with ${sha256Hex(bytes)}.`;
  faults.push({ where, message });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

function isPackedOf(coding: Coding, packed: Buffer, bytes: Buffer): boolean {
  try {
    // Bounded: a few bytes can unpack to gigabytes.
    return unpack[coding](packed, { maxOutputLength: bytes.length + 1 }).equals(bytes);
  } catch {
    return false;
  }
}

/** Files that the manifest does not list, other than itself and its signature. */
function strayFiles(folder: string, manifest: ManifestFile, pages: readonly PageEntry[]): Fault[] {
  const named = [...manifest.packs.map(packFile), ...pages.map(({ file }) => file)];
  const known = new Set([manifestFile, manifestSignatureFile, ...named]);
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => !entry.isDirectory())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => ({ path, name: relative(folder, path).split(sep).join('/') }))
      // A killed build leaves its lock behind. It says nothing about the catalog, and the next build removes it.
      .filter(({ name }) => !known.has(name) && !name.startsWith(lockFile))
      .map(({ path }) => path)
      .sort()
      .map(where => ({ where, message: 'The manifest does not name this file.' }))
  );
}
