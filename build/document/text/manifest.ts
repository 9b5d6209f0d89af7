/**
 * The manifest: the only list of what `dist/` holds. The build writes it, the server and the verifier read it.
 *
 * The file `manifest.json` names packs (`pack.ts`) by their digests; each pack holds the entries of its pages. So who trusts the
 * manifest can trust every byte of the tree, and a change of one page changes one pack and a short manifest.
 */

export const manifestFile = 'manifest.json';

/** The detached signature over the manifest. */
export const manifestSignatureFile = `${manifestFile}.sig`;
export const manifestFormat = 3;

/** Content codings for which a page may have a precompressed variant, best first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** A form in which the bytes of a page are sent. */
export interface Variant {
  /** The SHA-256 of its bytes, 64 hexadecimal digits. */
  digest: string;
  /** Its length in bytes. */
  size: number;
}

/** The subject of a ticket that is issued with a page (docs/use-tickets.md#4). */
export interface TicketSubject {
  kind: 'formation' | 'starter' | 'pattern';
  /** A digest, `name@version` or a slug. */
  subject: string;
}

/** The data of a page for search, beside its title and description. Lists are absent when they would be empty. */
export interface SearchEntry {
  /** Names other than the title. */
  names?: string[];
  /** The family of a pattern. */
  family?: string;
  /** Its purposes, a sentence an item. */
  purpose?: string[];
  /** Further texts that distinguish it. */
  detail?: string[];
  domains?: string[];
  task_classes?: string[];
  /** The patterns that it puts together or is about. */
  patterns?: string[];
  /** The tasks that a domain declares; `begin` is what to begin with, of one that has no page of its own. */
  tasks?: { name: string; description: string; begin?: string }[];
  /** Its texts with links to patterns. */
  mentions?: SearchMention[];
  situations?: SearchSituation[];
  /** Which way the findings of a research record point for which patterns. */
  findings?: SearchFinding[];
  /** The headings of its text. */
  headings?: string[];
  /** The words of its text as they are compared, each once. */
  words?: string[];
  /** Parts that are found by themselves. */
  sections?: SearchSection[];
}

/** A part of a page that answers a question of its own, such as a term of the glossary. */
export interface SearchSection {
  /** The anchor of the part on its page. */
  anchor: string;
  kind: string;
  title: string;
  text: string;
  names?: string[];
}

export interface SearchFinding {
  pattern: string;
  direction: 'supports' | 'mixed' | 'against';
}

export interface SearchMention {
  patterns: string[];
  text: string;
}

/** Phrases of people whose work it fits. */
export interface SearchSituation {
  phrases: string[];
  /** For a pattern: others that fit too, the fittest first. */
  also?: string[] | undefined;
  /** For a domain: the task that they belong to. */
  task?: string;
}

export type ArtifactStatus = 'active' | 'deprecated' | 'superseded' | 'revoked';

/** One page: what a URL answers, ready to be sent. */
export interface PageEntry extends Variant {
  /** Its file, relative to `dist/`, which holds it as it is. The precompressed variants are in its pack alone. */
  file: string;
  /** The path in the URL, with its query where the page is one of a set chosen by a parameter. */
  path: string;
  media_type: string;
  /** The kind of document, or `discovery` for a file that follows a convention of its own. */
  kind: string;
  title?: string;
  description?: string;
  /** How many tokens a reader pays for it (o200k encoding). */
  tokens: number;
  /** The path of its schema reference, for `Link: rel="describedby"`. */
  described_by?: string;
  /** The path of the page that this one repeats, for `Link: rel="canonical"`; absent when it is its own. */
  canonical?: string;
  /** Further `Link` header values, each complete. */
  links?: string[];
  /** Whether the sitemap lists it. */
  listed: boolean;
  /** When its content last changed, RFC 3339, where that is known. */
  last_modified?: string;
  ticket?: TicketSubject;
  /** Absent when search does not find the page. */
  search?: SearchEntry;
  artifact?: { digest: string; status: ArtifactStatus };
  /** The path of a page with the very same bytes: they are packed with that page alone. */
  same_as?: string;
  /** Whether its bytes can never change under this path. */
  immutable?: boolean;
  encodings: Partial<Record<Coding, Variant>>;
  /** For a page of the reading edition: what surrounds the text (`build/edition/beside.ts`). */
  beside?: unknown;
}

/** The contents of `dist/`. */
export interface Manifest {
  /** `static`: a tree for a host of plain files, without what only the server answers (docs/cdn.md#9). Absent: for the server. */
  profile?: 'static';
  /** The address that the pages name as theirs. */
  base_url: string;
  /** Sorted by path. */
  pages: PageEntry[];
  /** Former and other names of pages, answered by 308. Sorted by path. */
  redirects: { path: string; to: string }[];
}

/** Which software made a tree: the same software can make every page again (docs/trust.md#20). */
export interface Builder {
  /** The release, such as `0.1.0`. */
  version: string;
  /** The SHA-256 of its sources, hexadecimal. */
  digest: string;
}

/** The contents of `manifest.json`: those of a `Manifest`, with packs in place of pages. */
export interface ManifestFile extends Omit<Manifest, 'pages'> {
  format: typeof manifestFormat;
  /** Absent in a tree from before builders were named. */
  builder?: Builder;
  /** Sorted by the paths that they hold. */
  packs: PackEntry[];
}

/** A pack as the manifest names it. */
export interface PackEntry extends Variant {
  /** The path of its first page. */
  first: string;
  /** How many pages it has. */
  pages: number;
  /** How many bytes come before those of the pages. */
  head: number;
}

/** Compares texts by UTF-16 code unit, the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The beginning of the names of a build's own files in a folder in which it works alone; they are no part of a tree. */
export const folderLockFile = '.build-lock';

/** A line beside a tree, of the build after it that failed: its time (RFC 3339), and why. The next one that succeeds removes it. */
export const failureFile: string = `${folderLockFile}-failed`;
