/** The tree to verify: every page of a folder or a live site, read once. Checks read nothing else. */
import type { Builder, Manifest, PageEntry } from '#document/text/manifest.ts';
import type { CheckFault } from '../support/fault.ts';

/** A page as it was read. */
export interface Page {
  /** The path of the page in the URL, with its query if it has one. */
  path: string;
  /** The file or URL from which the page was read, for faults. */
  where: string;
  /** The bytes that the manifest covers, if it lists the page. */
  bytes: Uint8Array;
  mediaType: string;
  /** The entry of the page in the manifest; absent when there is no manifest. */
  entry?: PageEntry;
  /** The bytes of the answer, if the site adds to the signed ones. */
  served?: Uint8Array;
  /** The headers of the answer of a site, with names in lower case; absent for a folder. */
  headers?: Readonly<Record<string, string>>;
}

/** The signed manifest of a tree. */
export interface Proof {
  /** The software that made the tree, with its version and digest, as the manifest states it; undefined if it states none. */
  builder: Builder | undefined;
  manifest: { where: string; bytes: Uint8Array };
  /** The place and bytes of the signature; `bytes` is undefined when there is none. */
  signature: { where: string; bytes: Uint8Array | undefined };
}

/** Everything that was read from a folder or site. */
export interface Tree {
  /** The folder or URL that was asked for. */
  name: string;
  /** The address that the pages state as theirs. */
  baseUrl: string;
  pages: ReadonlyMap<string, Page>;
  /** The former and other names of pages, with the pages to which they lead. */
  redirects: ReadonlyMap<string, string>;
  /** The paths of a site that were requested and gave no page, with their status. */
  refused: ReadonlyMap<string, number>;
  /** Whether the tree is that of a live site rather than a folder. */
  isSite: boolean;
  /** The manifest; absent when there is none. */
  manifest?: Manifest;
  proof?: Proof;
  /** The pages that could not be read or do not match their digest. */
  faults: readonly CheckFault[];
  /** The faults of the answers of a site that contradict the manifest; absent for a folder. */
  answerFaults?: readonly CheckFault[];
  /** Returns the file or URL of a path, whether or not it exists. */
  placeOf(path: string): string;
}

/** Tells whether the tree is for a host of plain files, by its manifest. */
export const isStaticTree = ({ manifest }: { manifest?: Pick<Manifest, 'profile'> }): boolean =>
  manifest?.profile === 'static';

/** Returns the text of a page. The schema check finds bytes that are not UTF-8. */
export const textOf = (page: Page): string => Buffer.from(page.bytes).toString('utf8');

/** Returns a path without its query and anchor. */
export const plainPath = (path: string): string => path.split(/[?#]/)[0]!;

/** Returns the path of an address within a service; undefined when the address leads elsewhere. */
export function localPath(address: string, baseUrl: string): string | undefined {
  if (address === baseUrl) return '/';
  if (address.startsWith(`${baseUrl}/`)) return address.slice(baseUrl.length);
  return address.startsWith('/') && !address.startsWith('//') ? address : undefined;
}
