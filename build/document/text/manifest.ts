/**
 * The manifest: the only list of what `dist/` holds. The build writes it; the server and the verifier read it.
 *
 * The file `manifest.json` is signed, and has the digests of the parts of the manifest. A part lists the files of a section,
 * each with its digest. So whoever trusts the manifest can trust every byte of the tree, and whoever wants one page reads two
 * small files.
 */

import { sha256Hex } from './digest.ts';
import { groupBy } from './group.ts';

export const manifestFile = 'manifest.json';

/** The file with the signature of the manifest. */
export const manifestSignatureFile = `${manifestFile}.sig`;
export const manifestFormat = 4;

/** The digest and size of bytes that the manifest vouches for. */
export interface Covered {
  /** The SHA-256 of the bytes, as 64 hexadecimal digits. */
  digest: string;
  /** The number of bytes. */
  size: number;
}

/** The subject of a ticket that may come with a page (docs/use-tickets.md#3). */
export interface TicketSubject {
  kind: 'formation' | 'starter' | 'pattern';
  /** The digest of a formation, `name@version` of a starter, or the slug of a pattern. */
  subject: string;
}

/** The facts that search knows of a page, in addition to its title and description. Empty lists are left out. */
export interface SearchEntry {
  /** Names other than the title. */
  names?: string[];
  /** The family, for a pattern. */
  family?: string;
  /** The purposes of the page, one sentence in each item. */
  purpose?: string[];
  /** Further texts that tell the page from others. */
  detail?: string[];
  domains?: string[];
  task_classes?: string[];
  /** The patterns that the page combines or is about. */
  patterns?: string[];
  /** The tasks that a domain declares. `begin` is what to begin with, for a task that has no page of its own. */
  tasks?: { name: string; description: string; begin?: string }[];
  /** The texts on the page that have links to patterns. */
  mentions?: SearchMention[];
  situations?: SearchSituation[];
  /** The directions of the findings in a research record, by pattern. */
  findings?: SearchFinding[];
  /** The headings of the text. */
  headings?: string[];
  /** The words of the text in the form in which search compares them, each once. */
  words?: string[];
  /** The parts of the page that search finds separately. */
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

/** Phrases of people whose work the page fits. */
export interface SearchSituation {
  phrases: string[];
  /** The task to which the phrases belong; for a domain. */
  task?: string;
}

export type ArtifactStatus = 'active' | 'deprecated' | 'superseded' | 'revoked';

/** A page: the answer to requests for a path. */
export interface PageEntry extends Covered {
  /** The path of its file, relative to `dist/`. */
  file: string;
  /** The path in its URL. It includes the query if the page is one of a set from which a parameter chooses. */
  path: string;
  media_type: string;
  /** The kind of its document, or `discovery` for a file whose form a convention fixes. */
  kind: string;
  title?: string;
  description?: string;
  /** The number of tokens that a model reads for the page (o200k encoding). */
  tokens: number;
  /** The path of the reference of its schema, for `Link: rel="describedby"`; absent for a page that is no document. */
  described_by?: string;
  /** The path of the page that this one repeats, for `Link: rel="canonical"`; absent if it repeats none. */
  canonical?: string;
  /** Further values of the header `Link`, each complete; absent if there are none. */
  links?: string[];
  /** Whether the sitemap lists the page. */
  listed: boolean;
  /** The time at which its content last changed (RFC 3339), if it is known. */
  last_modified?: string;
  ticket?: TicketSubject;
  /** The facts that search knows of the page; absent if search does not find it. */
  search?: SearchEntry;
  artifact?: { digest: string; status: ArtifactStatus };
  /** The path of another page with the same bytes; absent if the page has a file of its own. */
  same_as?: string;
  /** Set if the bytes at its path can never change. */
  immutable?: boolean;
  /**
   * The facts around the text (`build/edition/beside.ts`), for a page that the server renders again with what it knows; absent
   * for others.
   */
  beside?: unknown;
}

/** The contents of `dist/`. */
export interface Manifest {
  /**
   * `static`: a tree for a host of plain files, without what only the server can answer (docs/handbook.md#16). Absent: a tree
   * for the server.
   */
  profile?: 'static';
  /** The address that pages state as theirs. */
  base_url: string;
  /** The pages, sorted by path. */
  pages: PageEntry[];
  /** The former and other paths of pages, which are answered by 308. Sorted by path. */
  redirects: { path: string; to: string }[];
}

/** The software that made a tree. The same software makes exactly the same pages again (docs/trust.md#13). */
export interface Builder {
  /** The release, such as `0.1.0`. */
  version: string;
  /** The SHA-256 of its sources, in hexadecimal digits. */
  digest: string;
}

/** The contents of `manifest.json`: a `Manifest` with its parts in place of the pages. */
export interface ManifestFile extends Omit<Manifest, 'pages'> {
  format: typeof manifestFormat;
  builder: Builder;
  /** The parts, sorted by the paths that they list. */
  parts: ManifestPart[];
}

/**
 * A part of the manifest, which is a file of its own: the entries of the pages of one section, one in each line, sorted by
 * path.
 */
export interface ManifestPart extends Covered {
  /** The path of its file, relative to `dist/`. */
  file: string;
  /** The section of its pages, which is the first part of their paths, or `root` for pages at the top. */
  section: string;
  /** The path of the first page in it. */
  first: string;
  /** The number of pages in it. */
  pages: number;
}

/** The most pages in a part. A larger section is listed in several parts, so that none is long. */
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

/** Returns the section of a path. A dot at its beginning is left out, so that no part is a hidden file. */
const sectionOf = (path: string): string => /^\/\.?([^/?]+)\//.exec(path)?.[1] ?? 'root';

/** Returns the part that would list the page at a path; undefined if there is none. */
export function partWith(parts: readonly ManifestPart[], path: string): ManifestPart | undefined {
  const own = sectionOf(path);
  return parts.findLast(({ section, first }) => section === own && first <= path);
}

/** Compares texts for sorting by UTF-16 code unit, which is the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The beginning of the names of files that a build keeps for itself in a folder. Such files are no part of a tree. */
export const folderLockFile = '.build-lock';

/** The file beside a tree that lists what a build has still to put in place. It is needed if the build is killed. */
export const journalFile = 'publication.json';

/**
 * The file beside a tree with one line about a later build that failed: its time (RFC 3339), and why. The next build that
 * succeeds removes it.
 */
export const failureFile: string = `${folderLockFile}-failed`;
