/** Reads the tree in force, which an earlier build left in `dist/`. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, type ManifestFile, manifestFile } from '#document/text/manifest.ts';
import { readCovered, readManifest, readPart } from '#document/text/tree.ts';
import { readIfPresent } from './file.ts';

export interface Tree extends Manifest {
  /** The names of all files of the tree, other than the manifest and its signature. */
  files: readonly string[];
}

/** Reads the manifest in force; undefined if there is none, it is damaged, or another version of this software wrote it. */
export function readManifestFile(dist: string): ManifestFile | undefined {
  const text = readIfPresent(join(dist, manifestFile));
  const manifest = text === undefined ? undefined : readManifest(Buffer.from(text));
  return manifest?.ok ? manifest.value : undefined;
}

/**
 * Reads the tree in force, without the bytes of its pages; undefined if there is none, or a part of its manifest is missing or
 * damaged.
 */
export async function readTree(dist: string): Promise<Tree | undefined> {
  const manifest = readManifestFile(dist);
  if (!manifest) return undefined;
  const { base_url, profile, redirects, parts } = manifest;
  const read = async (name: string) => {
    const path = join(dist, name);
    return existsSync(path) ? readFile(path) : undefined;
  };
  const pages: Manifest['pages'] = [];
  for (const part of parts) {
    const bytes = await readCovered(read, part.file, part);
    const entries = bytes && readPart(bytes, part);
    if (!entries?.ok) return undefined;
    pages.push(...entries.value);
  }
  const files = [...parts, ...pages].map(({ file }) => file);
  return { base_url, ...(profile && { profile }), pages, redirects, files };
}
