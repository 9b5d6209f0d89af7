/** Which pages can be cited, and where their citations are. */

const citedKinds = new Set(['research_record', 'pattern', 'comparison', 'starter', 'formation']);

/** Whether pages of a kind are offered as a citation. */
export const isCited = (kind: string): boolean => citedKinds.has(kind);

/** The formats as people call them, by what stands for `md` in the address of the page. */
export const citationNames = { bib: 'BibTeX', 'csl.json': 'CSL-JSON' } as const;
