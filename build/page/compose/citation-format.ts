/** The formats in which a page offers its citation. Each is written as its readers expect it, and no text can end a field. */

/** A person, or a name that must stay as it is, such as that of an organisation. */
type CitedName = { family: string; given: string } | { literal: string };

/** The fields of a page or a source that is cited. */
export interface Citation {
  /** The key of the entry: letters, digits and hyphens. */
  id: string;
  /** The type of the page or source in the terms of CSL. */
  type: 'article' | 'report' | 'webpage' | 'dataset' | 'document';
  title: string;
  authors: readonly CitedName[];
  /** Whether there are further authors, who are not named; false if absent. */
  andOthers?: boolean;
  /** The date or year of publication: `2026` or `2026-11-21`; absent if it is unknown. */
  date?: string;
  /** The journal or site in which it appeared; absent if it is unknown. */
  within?: string;
  version?: string;
  address: string;
  arxiv?: string;
  note?: string;
}

interface CitationFormat {
  /** The extension that replaces `md` in the address of the page. */
  extension: string;
  mediaType: string;
  write(citation: Citation): string;
}

export const citationFormats: readonly CitationFormat[] = [
  { extension: 'bib', mediaType: 'application/x-bibtex; charset=utf-8', write: bibtex },
  { extension: 'csl.json', mediaType: 'application/vnd.citationstyles.csl+json', write: cslJson },
];

/**
 * Returns the notes of a citation in a format that has no word for further authors: any other word could be taken for a person.
 */
const notesOf = ({ andOthers, note }: Citation): string[] => [
  ...(note === undefined ? [] : [note]),
  ...(andOthers ? ['Further authors are not named.'] : []),
];

/**
 * Writes a citation as CSL-JSON 1.0, a list of one item (https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html).
 */
function cslJson(citation: Citation): string {
  const { id, type, title, authors, date, within, version, address, arxiv } = citation;
  const notes = notesOf(citation);
  const item = {
    ...{ id, type, title },
    author: authors,
    ...(date !== undefined && { issued: { 'date-parts': [date.split('-').map(Number)] } }),
    ...(within !== undefined && { 'container-title': within }),
    ...(version !== undefined && { version }),
    ...(arxiv !== undefined && { number: `arXiv:${arxiv}` }),
    URL: address,
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
  return `${JSON.stringify([item], null, 2)}\n`;
}

const texMarks: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Escapes a text for a field of BibTeX in UTF-8. */
const tex = (text: string): string =>
  text.replace(/[\\~^]|[{}$&#%_]/g, mark => texMarks[mark] ?? `\\${mark}`);

/** Writes a citation as BibTeX. Every entry except an article is `@misc`, which any style prints. */
function bibtex(citation: Citation): string {
  const { id, type, title, authors, andOthers, date, within, version, address, arxiv, note } = citation;
  const names = authors.map(name =>
    'literal' in name ? `{${tex(name.literal)}}` : tex(`${name.family}, ${name.given}`),
  );
  const [year, month] = date?.split('-') ?? [];
  const isArticle = type === 'article' && within !== undefined;
  const fields: Record<string, string | undefined> = {
    title: `{${tex(title)}}`,
    author: [...names, ...(andOthers ? ['others'] : [])].join(' and '),
    year,
    month: month && String(Number(month)),
    [isArticle ? 'journal' : 'howpublished']: within && tex(within),
    version: version && tex(version),
    eprint: arxiv,
    archiveprefix: arxiv && 'arXiv',
    url: address,
    note: note && tex(note),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value ? [`  ${name} = {${value}},\n`] : [],
  );
  return `@${isArticle ? 'article' : 'misc'}{${id},\n${lines.join('')}}\n`;
}
