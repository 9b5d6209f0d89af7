/** Reads a built folder: every file that the manifest names, and whether there are others. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256Hex } from '#document/digest.ts';
import {
  type Coding,
  type Manifest,
  manifestFile,
  type PageEntry,
  type Variant,
} from '#document/manifest.ts';
import type { Fault } from './fault.ts';
import { readManifest } from './manifest.ts';
import type { Progress } from './progress.ts';
import type { Page, Tree } from './tree.ts';

/** The detached signature over the manifest. */
export const manifestSignatureFile = `${manifestFile}.sig`;

/** Reads a folder. Whatever is missing, different from its digest, or not in the manifest is a fault of the tree. */
export function readFolder(folder: string, progress: Progress): Tree {
  const faults: Fault[] = [];
  const manifest = loadManifest(folder, faults);
  const pages = new Map<string, Page>();
  for (const [at, entry] of (manifest?.pages ?? []).entries()) {
    progress.step('reading files', at + 1, manifest!.pages.length);
    if (pages.has(entry.path)) faults.push(inManifest(folder, `The path ${entry.path} stands twice.`));
    const page = readPage(folder, entry, faults);
    if (page) pages.set(entry.path, page);
  }
  if (manifest) faults.push(...strayFiles(folder, manifest));
  return {
    name: folder,
    baseUrl: manifest?.base_url ?? '',
    pages,
    redirects: new Map(manifest?.redirects.map(({ path, to }) => [path, to])),
    refused: new Map(),
    ...(manifest && { manifest }),
    faults,
    whereOf: path => join(folder, path.slice(1)),
  };
}

const inManifest = (folder: string, message: string): Fault => ({
  where: join(folder, manifestFile),
  message,
});

function loadManifest(folder: string, faults: Fault[]): Manifest | undefined {
  const bytes = readRegular(join(folder, manifestFile), faults);
  if (bytes === undefined) return undefined;
  const reading = readManifest(bytes);
  if (reading.ok) return reading.manifest;
  faults.push(inManifest(folder, reading.message));
  return undefined;
}

/** The bytes of a file, or undefined and a fault when it is absent or not a file: a link could lead anywhere. */
function readRegular(path: string, faults: Fault[]): Buffer | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return readFileSync(path);
  faults.push({ where: path, message: found ? 'It is not a regular file.' : 'The file is missing.' });
  return undefined;
}

function readPage(folder: string, entry: PageEntry, faults: Fault[]): Page | undefined {
  const bytes = readVariant(folder, entry, faults);
  for (const [coding, variant] of Object.entries(entry.encodings) as [Coding, Variant][]) {
    const packed = readVariant(folder, variant, faults);
    if (bytes && packed && !isPackedOf(coding, packed, bytes)) {
      const message = `It is not the ${coding} coding of ${entry.file}.`;
      faults.push({ where: join(folder, variant.file), message });
    }
  }
  if (bytes === undefined) return undefined;
  const { path, media_type: mediaType } = entry;
  return { path, where: join(folder, entry.file), bytes, mediaType, entry };
}

/** The bytes of a file of the manifest; when they differ from their digest that is a fault, and they are read on. */
function readVariant(folder: string, { file, digest, size }: Variant, faults: Fault[]): Buffer | undefined {
  const where = join(folder, file);
  const bytes = readRegular(where, faults);
  if (bytes && (bytes.length !== size || sha256Hex(bytes) !== digest)) {
    const message = `The manifest says ${size} bytes with SHA-256 ${digest}; found ${bytes.length} with ${sha256Hex(bytes)}.`;
    faults.push({ where, message });
  }
  return bytes;
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

/** Files that the manifest does not name. Only it and its signature may stand beside those it names. */
function strayFiles(folder: string, manifest: Manifest): Fault[] {
  const known = new Set([manifestFile, manifestSignatureFile]);
  for (const { file, encodings } of manifest.pages) {
    for (const each of [file, ...Object.values(encodings).map(variant => variant.file)]) known.add(each);
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !known.has(relative(folder, path).split(sep).join('/')))
    .sort()
    .map(where => ({ where, message: 'The manifest does not name this file.' }));
}
