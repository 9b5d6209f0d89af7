/** Questions that compare two patterns. The answer begins with both patterns, followed by the studies of both. */
import type { PageEntry } from '#document/text/manifest.ts';
import { termsOf } from './words.ts';

/** The words by which a question compares one thing with another, as in `debate versus voting`. */
const versus = /\s(?:versus|vs\.?|compared (?:with|to|against))\s/i;

/** The most terms that one side of a question may have to be taken for the name of a pattern. */
const maxTerms = 12;
/** The most records and comparisons on both patterns that come before other results. */
const maxStudies = 8;
const studies: ReadonlySet<string> = new Set(['research_record', 'comparison']);

/**
 * Returns the two patterns that a question compares by name, followed by records and comparisons on
 * both; none for any other question.
 * @param patternsFor returns the patterns that fit a question, best first
 * @param pages all pages that are searched
 */
export function comparedIn(
  question: string,
  patternsFor: (question: string) => readonly PageEntry[],
  pages: readonly PageEntry[],
): PageEntry[] {
  const sides = question.split(versus);
  // Each side is searched for by itself, so longer ones, which name no pattern, are left alone.
  if (sides.length !== 2 || sides.some(side => termsOf(side).length > maxTerms)) return [];
  const both = [
    ...new Set(sides.flatMap(side => patternsFor(side).find(pattern => isCalled(pattern, side)) ?? [])),
  ];
  if (both.length < 2) return [];
  const slugs = both.map(({ search }) => search?.names?.[0] ?? '');
  const onBoth = pages.filter(
    ({ kind, search }) => studies.has(kind) && slugs.every(slug => search?.patterns?.includes(slug)),
  );
  return [...both, ...onBoth.slice(0, maxStudies)];
}

/** Tells whether the title and names of a page have every term of a text; false for a text without terms. */
function isCalled({ title = '', search }: PageEntry, text: string): boolean {
  const named = new Set(termsOf([title, ...(search?.names ?? [])].join('\n')));
  const asked = termsOf(text);
  return asked.length > 0 && asked.every(term => named.has(term));
}
