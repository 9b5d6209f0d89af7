/** The tree in force: what a former build left in `dist/`, and where the bytes of its pages lie. */
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
  type PackEntry,
  type PageEntry,
} from '#document/manifest.ts';
import { packFile, readEntries, readEntry, readHead } from '#document/pack.ts';
import { readExtent } from './append-file.ts';
import type { FilePart } from './pack-job.ts';
import { readIfPresent } from './staged-writer.ts';

export interface Tree {
  manifest: ManifestFile;
  packs: Pack[];
}

/** A pack with its pages, sorted by path. */
export interface Pack {
  entry: PackEntry;
  pages: PublishedPage[];
}

/** A page with the place where its variants lie. */
export interface PublishedPage {
  entry: PageEntry;
  from: FilePart;
}

/** The signature of the manifest that is in force; undefined when there is none. */
export function readSignature(dist: string): Buffer | undefined {
  const path = join(dist, manifestSignatureFile);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** The bytes of a manifest with those that sign them. */
export interface SignedManifest {
  signature: Buffer;
  manifest: Buffer;
}

/** The manifest in force, whatever it says; undefined when there is none. */
export function readSignedManifest(dist: string): SignedManifest | undefined {
  const signature = readSignature(dist);
  const path = join(dist, manifestFile);
  return signature && existsSync(path) ? { signature, manifest: readFileSync(path) } : undefined;
}

/** The manifest in force; undefined when there is none, it is damaged, or another version of this software wrote it. */
export function readManifestFile(dist: string): ManifestFile | undefined {
  const text = readIfPresent(join(dist, manifestFile));
  if (text === undefined) return undefined;
  try {
    const manifest = JSON.parse(text) as ManifestFile;
    return manifest.format === manifestFormat ? manifest : undefined;
  } catch {
    // It is made again like one that was never there.
    return undefined;
  }
}

/** Reads the tree, without the bytes of its pages; undefined when there is none, or something of it is missing or damaged. */
export function readTree(dist: string): Tree | undefined {
  const manifest = readManifestFile(dist);
  const packs = manifest?.packs.map(entry => readPack(dist, entry));
  return packs?.every(pack => pack !== undefined) ? { manifest: manifest!, packs } : undefined;
}

/** Reads a pack, without the bytes of its pages; undefined when it is missing or damaged. */
export function readPack(dist: string, entry: PackEntry): Pack | undefined {
  const file = join(dist, packFile(entry));
  try {
    const start = readStart(file, entry.head);
    const head = readHead(start);
    const entries = readEntries(start, head.entries);
    const pages = head.places.map(place => {
      const { offset, length } = place;
      return { entry: readEntry(entries, place), from: { file, offset, length } };
    });
    return { entry, pages };
  } catch {
    // It is made again like one that was never there.
    return undefined;
  }
}

function readStart(file: string, length: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    return readExtent(handle, { offset: 0, length });
  } finally {
    closeSync(handle);
  }
}

/** What the tree holds, as its manifest and all its packs say. */
export const manifestOf = ({ manifest: { base_url, redirects }, packs }: Tree): Manifest => {
  return { base_url, pages: packs.flatMap(pack => pack.pages.map(({ entry }) => entry)), redirects };
};
