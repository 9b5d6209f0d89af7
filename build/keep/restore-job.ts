/** The jobs of putting a kept tree in its place again: packs with the files of their pages, and files that are the same as another. */
import { copyFileSync, linkSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import type { PackEntry } from '#document/manifest.ts';
import { packFile, readEntries, readEntry, readHead } from '#document/pack.ts';
import { makeFolderOf, writeWhole } from '../publish/stage.ts';

/** Puts packs of a kept tree into an empty one, with the files of their pages. */
export interface RestoreJob {
  do: 'restore';
  /** The folder of the kept tree, and of the one to be made. */
  from: string;
  dist: string;
  packs: PackEntry[];
}

/** A page that was met, and the one whose bytes it has when those are not its own. */
export interface RestoredPage {
  path: string;
  file: string;
  sameAs?: string;
}

/** Does a job. The result is undefined when a pack is missing or damaged. */
export function restorePacks({ from, dist, packs }: RestoreJob): RestoredPage[] | undefined {
  const folders = new Set<string>();
  const pages: RestoredPage[] = [];
  for (const entry of packs) {
    const bytes = readIfWhole(join(from, packFile(entry)), entry.digest);
    if (!bytes) return undefined;
    linkOrCopy(join(from, packFile(entry)), join(dist, packFile(entry)));
    const head = readHead(bytes);
    const entries = readEntries(bytes, head.entries);
    for (const place of head.places) {
      const { path, file, size, same_as: sameAs } = readEntry(entries, place);
      makeFolderOf(join(dist, file), folders);
      if (sameAs === undefined)
        writeWhole(join(dist, file), bytes.subarray(place.offset, place.offset + size));
      pages.push({ path, file, ...(sameAs !== undefined && { sameAs }) });
    }
  }
  return pages;
}

/** Copies files within a tree. */
export interface CopyJob {
  do: 'copy';
  dist: string;
  files: { from: string; to: string }[];
}

export function copyFiles({ dist, files }: CopyJob): true {
  for (const { from, to } of files) copyFileSync(join(dist, from), join(dist, to));
  return true;
}

function readIfWhole(path: string, digest: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    return sha256Hex(bytes) === digest ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Gives a file another name; where that cannot be, a copy. No file with such a name is ever changed, only exchanged. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
