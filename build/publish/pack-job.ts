/** Packs pages: takes their bytes from wherever they lie, and writes them as one file. */
import { closeSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { PackEntry, PageEntry } from '#document/manifest.ts';
import { type Extent, hasDigests, type PackedPage, packFile, packFolder, writePack } from '#document/pack.ts';
import { readExtent } from '../keep/append-file.ts';
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

/**
 * Does a job. Nobody reads a pack before the manifest names it, so it is put in its place at once. The result is undefined when
 * a page does not have the bytes that its entry says: what it was taken from is damaged.
 */
export function packPages({ dist, pages }: PackJob): PackEntry | undefined {
  const handles = new Map<string, number>();
  const bytesOf = ({ file, ...extent }: FilePart): Buffer => {
    const handle = handles.get(file) ?? openSync(file, 'r');
    handles.set(file, handle);
    return readExtent(handle, extent);
  };
  try {
    const packed = pages.map(({ from, ...page }) => ({ ...page, bytes: bytesOf(from) }));
    if (!packed.every(({ entry, bytes }) => hasDigests(JSON.parse(entry) as PageEntry, bytes)))
      return undefined;
    const { entry, bytes } = writePack(packed);
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
