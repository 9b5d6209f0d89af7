/** The tree in force: what a former build left in `dist/`, and where the bytes of its pages lie. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import {
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  type PackEntry,
  type PageEntry,
} from '#document/text/manifest.ts';
import { hasDigests, packFile, readEntries, readEntry, readHead } from '#document/text/pack.ts';
import { readIfPresent } from './file.ts';

export interface Tree {
  manifest: ManifestFile;
  packs: Pack[];
}

/** A pack with the entries of its pages, sorted by path. */
interface Pack {
  entry: PackEntry;
  pages: PageEntry[];
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

/** Reads a pack and checks its digest, but keeps no bytes of its pages; undefined when it is missing or damaged. */
function readPack(dist: string, entry: PackEntry): Pack | undefined {
  const file = join(dist, packFile(entry));
  try {
    const bytes = readFileSync(file);
    if (sha256Hex(bytes) !== entry.digest) return undefined;
    const head = readHead(bytes);
    const entries = readEntries(bytes, head.entries);
    // The digest says that the pack is as it was written; these, that it was written of the right bytes.
    const isRight = head.places.every(place => {
      const { offset, length } = place;
      return hasDigests(readEntry(entries, place), bytes.subarray(offset, offset + length));
    });
    const pages = head.places.map(place => readEntry(entries, place));
    return isRight ? { entry, pages } : undefined;
  } catch {
    // It is made again like one that was never there.
    return undefined;
  }
}

/** Returns the manifest of a tree with the entries of the pages in all its packs. */
export const manifestOf = ({ manifest: { base_url, profile, redirects }, packs }: Tree): Manifest => {
  const pages = packs.flatMap(pack => pack.pages);
  return { base_url, ...(profile && { profile }), pages, redirects };
};
