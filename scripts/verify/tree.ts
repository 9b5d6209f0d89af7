/** What is verified: every page of a folder or a live site, read once. Checks see nothing else. */
import type { Manifest, PageEntry } from '#document/manifest.ts';
import type { Fault } from './fault.ts';

/** One page as it was read. */
export interface Page {
  /** Its path in the URL, with its query where it has one. */
  path: string;
  /** The file or URL that it was read from, for faults. */
  where: string;
  bytes: Uint8Array;
  mediaType: string;
  /** What the manifest says of it; for a folder. */
  entry?: PageEntry;
  /** The headers of the answer, names in lower case; for a site. */
  headers?: Readonly<Record<string, string>>;
}

/** All that was read. */
export interface Tree {
  /** The folder or URL that was asked for. */
  name: string;
  /** The address that the pages name as theirs. */
  baseUrl: string;
  pages: ReadonlyMap<string, Page>;
  /** Former and other names of pages. */
  redirects: ReadonlyMap<string, string>;
  /** For a site: paths that were named but did not answer with a page, with their status. */
  refused: ReadonlyMap<string, number>;
  /** For a folder: its manifest as it was read. */
  manifest?: Manifest;
  /** What could not be read, or does not match its digest. */
  faults: readonly Fault[];
  /** The file or URL of a path, whether or not it exists. */
  whereOf(path: string): string;
}

/** The text of a page. What is not UTF-8 is found by the check of schemas. */
export const textOf = (page: Page): string => Buffer.from(page.bytes).toString('utf8');

/** A path without its query and anchor. */
export const plainPath = (path: string): string => path.split(/[?#]/)[0]!;

/** The path within a service of an address, or undefined when it leads elsewhere. */
export function localPath(address: string, baseUrl: string): string | undefined {
  if (address === baseUrl) return '/';
  if (address.startsWith(`${baseUrl}/`)) return address.slice(baseUrl.length);
  return address.startsWith('/') && !address.startsWith('//') ? address : undefined;
}
