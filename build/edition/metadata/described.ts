/** The facts of a page of the reading edition from which the tags in its head are made. */

export interface DescribedPage {
  /** The path of the page as Markdown. */
  path: string;
  kind: string;
  title: string;
  description: string;
  /** The name of the site. */
  site: string;
  /** The address of the site, without a slash at its end. */
  baseUrl: string;
  /** The absolute address of the page. */
  address: string;
  /** The fields of the front matter, which the build has checked. */
  value: Record<string, unknown>;
  /** The SHA-256 of the bytes of a version, hexadecimal; absent for other pages. */
  artifact?: string;
  /** The time at which a version was published, RFC 3339; absent for other pages. */
  published?: string | undefined;
  /** The terms that the page defines; absent for other pages than the glossary. */
  terms?: readonly { name: string; description: string }[];
}

/** Returns the items of a field that is a list, as texts; none for any other field. */
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The citation of the source of a research record. */
export interface CitedSource {
  title: string;
  authors: string[];
  year: number;
  venue?: string;
  url: string;
  arxiv?: string;
}

/** The last entry of a list of authors that is incomplete. */
export const andOthers = 'et al.';
