/**
 * The manifest: the only list of what `dist/` holds. The build writes it, the server and the verifier read it.
 *
 * The file `manifest.json` is signed and names the parts of the manifest by their digests; a part lists the files of a section, each
 * with its digest. So who trusts the manifest can trust every byte of the tree, and who wants one page reads two small files.
 */

import { sha256Hex } from './digest.ts';
import { groupBy } from './group.ts';

export const manifestFile = 'manifest.json';

/** The detached signature over the manifest. */
export const manifestSignatureFile = `${manifestFile}.sig`;
export const manifestFormat = 4;

/** The digest and size of bytes that the manifest covers. */
export interface Covered {
  /** The SHA-256 of its bytes, 64 hexadecimal digits. */
  digest: string;
  /** Its length in bytes. */
  size: number;
}

/** The subject of a ticket that is issued with a page (docs/use-tickets.md#3). */
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
  /** The directions in which the findings of a research record point, by pattern. */
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
  /** The other patterns that fit too, for a pattern, best first. */
  also?: string[] | undefined;
  /** The task to which the words belong, for a domain. */
  task?: string;
}

export type ArtifactStatus = 'active' | 'deprecated' | 'superseded' | 'revoked';

/** A page: the answer to a URL, ready to be sent. */
export interface PageEntry extends Covered {
  /** Its file, relative to `dist/`. */
  file: string;
  /** The path in the URL, with its query where the page is one of a set chosen by a parameter. */
  path: string;
  media_type: string;
  /** The kind of document, or `discovery` for a file that follows a convention of its own. */
  kind: string;
  title?: string;
  description?: string;
  /** The tokens that a reader pays for the page (o200k encoding). */
  tokens: number;
  /** The path of its schema reference, for `Link: rel="describedby"`. */
  described_by?: string;
  /** The path of the page that this one repeats, for `Link: rel="canonical"`; absent when it is its own. */
  canonical?: string;
  /** Further `Link` header values, each complete. */
  links?: string[];
  /** Whether the sitemap lists it. */
  listed: boolean;
  /** The time at which its content last changed (RFC 3339), if it is known. */
  last_modified?: string;
  ticket?: TicketSubject;
  /** Absent when search does not find the page. */
  search?: SearchEntry;
  artifact?: { digest: string; status: ArtifactStatus };
  /** The path of a page with the very same bytes. */
  same_as?: string;
  /** Whether its bytes can never change under this path. */
  immutable?: boolean;
  /** The surroundings of the text (`build/edition/beside.ts`), for a page that the server renders again with what it knows. */
  beside?: unknown;
}

/** The contents of `dist/`. */
export interface Manifest {
  /** `static`: a tree for a host of plain files, without what only the server answers (docs/handbook.md#16). Absent: for the server. */
  profile?: 'static';
  /** The address that the pages name as theirs. */
  base_url: string;
  /** Sorted by path. */
  pages: PageEntry[];
  /** Former and other names of pages, answered by 308. Sorted by path. */
  redirects: { path: string; to: string }[];
}

/** The software that made a tree. The same software can make every page again (docs/trust.md#13). */
export interface Builder {
  /** The release, such as `0.1.0`. */
  version: string;
  /** The SHA-256 of its sources, hexadecimal. */
  digest: string;
}

/** The contents of `manifest.json`: a `Manifest` with its parts in place of the pages. */
export interface ManifestFile extends Omit<Manifest, 'pages'> {
  format: typeof manifestFormat;
  builder: Builder;
  /** Sorted by the paths that they list. */
  parts: ManifestPart[];
}

/** A part of the manifest, a file of its own: the entries of pages of one section, one a line, sorted by path. */
export interface ManifestPart extends Covered {
  /** Its file, relative to `dist/`. */
  file: string;
  /** The section of its pages: the first part of their paths, and `root` for those at the top. */
  section: string;
  /** The path of its first page. */
  first: string;
  /** The number of pages that it lists. */
  pages: number;
}

/** A section with more pages than this is listed in several parts, so that none is long. */
const pagesPerPart = 1000;

/**
 * Divides the entries of pages into parts.
 * @param entries sorted by path
 * @returns each part as the manifest names it, with its bytes
 */
export function partsOf(entries: readonly PageEntry[]): { part: ManifestPart; bytes: Buffer }[] {
  const sections = groupBy(entries, ({ path }) => sectionOf(path));
  return [...sections]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([section, all]) => {
      const starts = Array.from(
        { length: Math.ceil(all.length / pagesPerPart) },
        (_, at) => at * pagesPerPart,
      );
      return starts.map((start, at) => {
        const some = all.slice(start, start + pagesPerPart);
        const bytes = Buffer.from(`[\n${some.map(entry => JSON.stringify(entry)).join(',\n')}\n]\n`);
        const file = `manifest/${section}${at === 0 ? '' : `-${at + 1}`}.json`;
        const part = { file, section, first: some[0]!.path, pages: some.length };
        return { part: { ...part, digest: sha256Hex(bytes), size: bytes.length }, bytes };
      });
    });
}

/** Returns the section of a path, without a dot at its beginning, so that no part is a hidden file. */
const sectionOf = (path: string): string => /^\/\.?([^/?]+)\//.exec(path)?.[1] ?? 'root';

/** Returns the part that lists the page at a path, if any does. */
export function partWith(parts: readonly ManifestPart[], path: string): ManifestPart | undefined {
  const own = sectionOf(path);
  return parts.findLast(({ section, first }) => section === own && first <= path);
}

/** Compares texts by UTF-16 code unit, the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The beginning of the names of a build's own files in a folder in which it works alone; they are no part of a tree. */
export const folderLockFile = '.build-lock';

/** A list beside a tree, of the files that a build which was killed has still to put in place. */
export const journalFile = 'publication.json';

/** A line beside a tree, of the build after it that failed: its time (RFC 3339), and why. The next one that succeeds removes it. */
export const failureFile: string = `${folderLockFile}-failed`;
