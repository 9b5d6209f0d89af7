/** The tree to verify: every page of a folder or a live site, read once. Checks see nothing else. */
import type { Builder, Manifest, PageEntry } from '#document/text/manifest.ts';
import type { CheckFault } from '../support/fault.ts';

/** One page as it was read. */
export interface Page {
  /** Its path in the URL, with its query where it has one. */
  path: string;
  /** The file or URL that it was read from, for faults. */
  where: string;
  /** As the manifest covers them, where it lists the page. */
  bytes: Uint8Array;
  mediaType: string;
  /** The entry of the page in the manifest; absent when there is no manifest. */
  entry?: PageEntry;
  /** The bytes of the answer, where a site adds to what was signed. */
  served?: Uint8Array;
  /** The headers of the answer, names in lower case; for a site. */
  headers?: Readonly<Record<string, string>>;
}

/** The signed manifest of a tree. */
export interface Proof {
  /** Who made the tree, as the manifest says. */
  builder: Builder | undefined;
  manifest: { where: string; bytes: Uint8Array };
  /** `bytes` is undefined when there is none. */
  signature: { where: string; bytes: Uint8Array | undefined };
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
  /** Whether it is a live site, and not a folder. */
  isSite: boolean;
  /** Its manifest as it was read; absent when there is none. */
  manifest?: Manifest;
  proof?: Proof;
  /** The pages that could not be read or do not match their digest. */
  faults: readonly CheckFault[];
  /** For a site: answers that are not what the manifest says of the page. */
  answerFaults?: readonly CheckFault[];
  /** The file or URL of a path, whether or not it exists. */
  placeOf(path: string): string;
}

/** Whether the tree is for a host of plain files, as its manifest says. */
export const isStaticTree = ({ manifest }: { manifest?: Pick<Manifest, 'profile'> }): boolean =>
  manifest?.profile === 'static';

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
