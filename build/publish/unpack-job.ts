/** The job of putting a kept tree in place: its packs, with the files of their pages. */
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import type { PackEntry } from '#document/text/manifest.ts';
import { packFile, readEntries, readEntry, readHead, variantOf } from '#document/text/pack.ts';
import { makeFolderOf, writeWhole } from './file.ts';

/** Puts packs into an empty tree, with the files of their pages. */
export interface UnpackJob {
  do: 'unpack';
  dist: string;
  packs: { entry: PackEntry; bytes: Uint8Array }[];
}

/** A page that was met, and the one whose bytes it has when those are not its own. */
export interface UnpackedPage {
  path: string;
  file: string;
  sameAs?: string;
}

/** Does a job. The result is undefined when a pack is damaged. */
export function unpack({ dist, packs }: UnpackJob): UnpackedPage[] | undefined {
  const folders = new Set<string>();
  const pages: UnpackedPage[] = [];
  for (const { entry, bytes: array } of packs) {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    if (sha256Hex(bytes) !== entry.digest) return undefined;
    writeWhole(join(dist, packFile(entry)), bytes);
    const head = readHead(bytes);
    const entries = readEntries(bytes, head.entries);
    for (const place of head.places) {
      const page = readEntry(entries, place);
      const { path, file, same_as: sameAs } = page;
      makeFolderOf(join(dist, file), folders);
      const packed = bytes.subarray(place.offset, place.offset + place.length);
      if (sameAs === undefined) writeWhole(join(dist, file), variantOf(packed, page, 'identity'));
      pages.push({ path, file, ...(sameAs !== undefined && { sameAs }) });
    }
  }
  return pages;
}
