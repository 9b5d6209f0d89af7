/** The kinds of pages that can be cited, and the formats of their citations. */

const citedKinds = new Set(['research_record', 'pattern', 'comparison', 'starter', 'formation']);

/** Tells whether pages of a kind offer a citation. */
export const isCited = (kind: string): boolean => citedKinds.has(kind);

/** The formats of citations, by the extension that replaces `md` in the address of the page. */
export const citationNames = { bib: 'BibTeX', 'csl.json': 'CSL-JSON' } as const;
