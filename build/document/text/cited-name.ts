/** The names by which people cite sources: the authors and the year. */

import { groupBy } from './group.ts';

/** The fields of a research record from which its name is made. */
export interface CitedSource {
  slug: string;
  source_type: string;
  citation: { authors: readonly string[]; year: number; venue?: string | undefined };
}

/** The words in a name that belong to the family name behind them. */
const particles = new Set([
  'van',
  'von',
  'de',
  'der',
  'den',
  'di',
  'da',
  'la',
  'le',
  'al',
  'el',
  'bin',
  'ter',
]);

/** Divides the name of a person into family name and given name. A name of one word is taken for an organisation. */
export function personOf(name: string): { family: string; given: string } | { literal: string } {
  const words = name.split(' ');
  let start = words.length - 1;
  while (start > 1 && particles.has(words[start - 1]!)) start -= 1;
  if (start < 1) return { literal: name };
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' ') };
}

/**
 * Returns the names of sources by slug: authors and year, such as `Yang et al., 2024`. Sources that would have the same name
 * get a letter each, in the order of their slugs.
 */
export function citedNames(sources: readonly CitedSource[]): Map<string, string> {
  const sorted = [...sources].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const groups = groupBy(sorted, source => `${authorOf(source)}, ${source.citation.year}`);
  return new Map(
    [...groups].flatMap(([name, same]) =>
      same.map(({ slug }, at) => [slug, name + (same.length > 1 ? letterAt(at) : '')] as const),
    ),
  );
}

/** Returns the letters for a number from 0: `a` to `z`, then `aa`. */
const letterAt = (at: number): string =>
  (at < 26 ? '' : letterAt(Math.floor(at / 26) - 1)) + String.fromCharCode(97 + (at % 26));

/** Returns the authors as a name cites them. An engineering report is cited by its organisation, whoever wrote it. */
function authorOf({ source_type, citation: { authors, venue = '' } }: CitedSource): string {
  if (source_type === 'engineering_report') return publisherIn(venue) ?? authors[0]!;
  const [first, second, third] = authors.map(familyOf);
  if (second === undefined) return first!;
  return third === undefined && second !== 'et al.' ? `${first} and ${second}` : `${first} et al.`;
}

function familyOf(name: string): string {
  if (name === 'et al.' || /(?: team| AI| project)$/i.test(name)) return name;
  const person = personOf(name);
  return 'family' in person ? person.family : person.literal;
}

/**
 * Returns the organisation in the name of a blog, such as `Cognition` in `Cognition blog, 12 June 2025`; undefined if there is
 * none.
 */
function publisherIn(venue: string): string | undefined {
  const [, name] = /^([A-Z]\w+(?: [A-Z]{2,})?)(?: [Ee]ngineering)? (?:blog|article|guide)/.exec(venue) ?? [];
  return name === 'Claude' ? 'Anthropic' : name;
}
