/** The tree in force: what a former build left in `dist/`, and where the bytes of its pages lie. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import {
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
  type PackEntry,
  type PageEntry,
} from '#document/text/manifest.ts';
import { hasDigests, packFile, readEntries, readEntry, readHead } from '#document/text/pack.ts';
import { stampOf } from '../catalog/source/read.ts';
import { readIfPresent } from './file.ts';
import type { FilePart } from './pack-job.ts';

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

/** The bytes of a manifest with those that sign them. */
interface SignedManifest {
  signature: Buffer;
  manifest: Buffer;
}

/** The manifest in force, whatever it says; undefined when there is none. */
export function readSignedManifest(dist: string): SignedManifest | undefined {
  const [signature, manifest] = [manifestSignatureFile, manifestFile].map(name => join(dist, name));
  if (!existsSync(signature!) || !existsSync(manifest!)) return undefined;
  return { signature: readFileSync(signature!), manifest: readFileSync(manifest!) };
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
export function readPack(dist: string, entry: PackEntry): Pack | undefined {
  const file = join(dist, packFile(entry));
  try {
    const bytes = readFileSync(file);
    if (sha256Hex(bytes) !== entry.digest) return undefined;
    const head = readHead(bytes);
    const entries = readEntries(bytes, head.entries);
    const pages = head.places.map(place => {
      const { offset, length } = place;
      return { entry: readEntry(entries, place), from: { file, offset, length } };
    });
    // The digest says that the pack is as it was written; these, that it was written of the right bytes.
    const isRight = pages.every(({ entry: page, from: { offset, length } }) =>
      hasDigests(page, bytes.subarray(offset, offset + length)),
    );
    return isRight ? { entry, pages } : undefined;
  } catch {
    // It is made again like one that was never there.
    return undefined;
  }
}

/**
 * Whether every pack of a manifest is in its folder, as it was written.
 * @param stamps what `stampsOf` gave when they were; packs that were touched since are read
 */
export const hasWholePacks = (dist: string, { packs }: ManifestFile, stamps: string): boolean =>
  stampsOf(dist, packs) === stamps || packs.every(pack => isWholePack(dist, pack));

/** The states of the files of packs, as a text. */
export const stampsOf = (dist: string, packs: readonly PackEntry[]): string =>
  packs
    .map(pack => {
      const stats = statSync(join(dist, packFile(pack)), { throwIfNoEntry: false });
      return stats ? Object.values(stampOf(stats)).join(' ') : '';
    })
    .join('\n');

function isWholePack(dist: string, entry: PackEntry): boolean {
  try {
    return sha256Hex(readFileSync(join(dist, packFile(entry)))) === entry.digest;
  } catch {
    return false;
  }
}

/** Returns the manifest of a tree with the entries of the pages in all its packs. */
export const manifestOf = ({ manifest: { base_url, profile, redirects }, packs }: Tree): Manifest => {
  const pages = packs.flatMap(pack => pack.pages.map(({ entry }) => entry));
  return { base_url, ...(profile && { profile }), pages, redirects };
};
