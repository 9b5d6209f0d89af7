/** Packs pages: takes their bytes from wherever they lie, and writes them as one file. */
import { closeSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { PackEntry } from '#document/manifest.ts';
import { type Extent, type PackedPage, packFile, packFolder, writePack } from '#document/pack.ts';
import { readExtent } from './append-file.ts';
import { stagedSuffix, writeWhole } from './stage.ts';

/** A part of a file. */
export interface FilePart extends Extent {
  file: string;
}

export interface PageToPack extends Pick<PackedPage, 'path' | 'entry'> {
  /** Where its variants lie. */
  from: FilePart;
}

/** Writes one pack. */
export interface PackJob {
  do: 'pack';
  dist: string;
  /** Sorted by path. */
  pages: PageToPack[];
}

/** Does a job. Nobody reads a pack before the manifest names it, so it is put in its place at once. */
export function packPages({ dist, pages }: PackJob): PackEntry {
  const handles = new Map<string, number>();
  const bytesOf = ({ file, ...extent }: FilePart): Buffer => {
    const handle = handles.get(file) ?? openSync(file, 'r');
    handles.set(file, handle);
    return readExtent(handle, extent);
  };
  try {
    const { entry, bytes } = writePack(pages.map(({ from, ...page }) => ({ ...page, bytes: bytesOf(from) })));
    const path = join(dist, packFile(entry));
    mkdirSync(join(dist, packFolder), { recursive: true });
    // A server may be reading a pack of the same bytes under this name.
    writeWhole(path + stagedSuffix, bytes);
    renameSync(path + stagedSuffix, path);
    return entry;
  } finally {
    for (const handle of handles.values()) closeSync(handle);
  }
}
