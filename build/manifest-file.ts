/** The manifest as a file: JSON with one page a line, so that one page can be exchanged without reading all others. */
import type { Manifest, PageEntry } from '#document/manifest.ts';

/** The bytes of a manifest; the same manifest gives the same bytes. */
export function writeManifest({ pages, redirects, ...head }: Manifest): Buffer {
  const begin = JSON.stringify(head).slice(0, -1);
  return Buffer.from(`${begin},"pages":${lines(pages)},"redirects":${lines(redirects)}}\n`);
}

const lines = (items: readonly object[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map(item => JSON.stringify(item)).join(',\n')}\n]`;

/** A page in the bytes of a manifest. */
export interface FoundEntry {
  entry: PageEntry;
  start: number;
  end: number;
}

/** Finds the page of a path; undefined when there is none, or the manifest was not written by `writeManifest`. */
export function findEntry(manifest: Buffer, path: string): FoundEntry | undefined {
  const start = manifest.indexOf(`${opening}${JSON.stringify(path)},`) + 1;
  if (start === 0) return undefined;
  const line = manifest.indexOf('\n', start);
  const end = manifest[line - 1] === comma ? line - 1 : line;
  return { entry: JSON.parse(manifest.toString('utf8', start, end)) as PageEntry, start, end };
}

/** How many pages the bytes of a manifest have. */
export function countEntries(manifest: Buffer): number {
  const end = manifest.lastIndexOf('"redirects":');
  let count = 0;
  for (let at = manifest.indexOf(opening); at >= 0 && at < end; at = manifest.indexOf(opening, at + 1))
    count += 1;
  return count;
}

const opening = '\n{"path":';
const comma = ','.charCodeAt(0);

/** The manifest with other entries in the place of those that were found. */
export function replaceEntries(
  manifest: Buffer,
  replacements: readonly { found: FoundEntry; entry: PageEntry }[],
): Buffer {
  const sorted = [...replacements].sort((a, b) => a.found.start - b.found.start);
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { found, entry } of sorted) {
    parts.push(manifest.subarray(done, found.start), Buffer.from(JSON.stringify(entry)));
    done = found.end;
  }
  return Buffer.concat([...parts, manifest.subarray(done)]);
}
