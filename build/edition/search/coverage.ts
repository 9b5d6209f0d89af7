/** The coverage of a question: the share of it that a page has. The rarer a word is in the catalog, the greater is its share. */
import type { SearchResult } from 'minisearch';
import type { Engine, Field } from './engine.ts';
import { synonymOf } from './synonyms.ts';
import { distinctTermsOf } from './words.ts';

/** The worth of a word by the field in which it occurs. */
const worths: Partial<Record<string, number>> = {
  ...{ names: 1, title: 1, about: 0.85, asked: 0.6, detail: 0.7, words: 0.55 },
} satisfies Partial<Record<Field, number>>;
/** The worth of a synonym, and of a word that resembles a word of the question, compared with the word itself. */
const synonymShare = 0.4;
const nearShare = 0.6;

/** The most terms of a question to which the floor applies. A longer question is specific enough by its many words. */
const maxTerms = 2;
/** The least share of such a question that a page must have to be a result, compared with the page that has most of it. */
const leastShare = 0.5;

/** Returns the terms of a question with their shares, which add up to 1. */
export function termShares(question: string, engine: Engine): Map<string, number> {
  const terms = distinctTermsOf(question);
  const rarities = terms.map(term => Math.log(1 + engine.documentCount / (1 + engine.frequencyOf(term))));
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  return new Map(terms.map((term, at) => [term, rarities[at]! / all]));
}

/** Returns the matches that have more of a short question than its common words. */
export function withoutFaint(
  matches: readonly SearchResult[],
  shares: ReadonlyMap<string, number>,
): readonly SearchResult[] {
  if (shares.size > maxTerms) return matches;
  const had = matches.map(({ queryTerms }) => shareOf(queryTerms, shares));
  const least = leastShare * Math.max(...had);
  return matches.filter((_, at) => had[at]! >= least);
}

/** Returns the share of a question that some words have together. A synonym counts as its word. */
function shareOf(words: readonly string[], shares: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, share] of shares)
    if (words.includes(term) || words.includes(synonymOf(term) ?? term)) sum += share;
  return sum;
}

/** Returns the share of a question that a match has, from 0 to 1. A word counts by the best field in which the page has it. */
export function coverageOf({ match, queryTerms }: SearchResult, shares: ReadonlyMap<string, number>): number {
  const worthOf = (term: string): number =>
    Math.max(0, ...(match[term] ?? []).map(field => worths[field] ?? 0));
  // The engine finds similar words only in place of words that no page has.
  const nearWorth = () => {
    const near = Object.keys(match).filter(term => !shares.has(term) && /^[^= ]+$/.test(term));
    return nearShare * Math.max(0, ...near.map(worthOf));
  };
  let sum = 0;
  for (const [term, share] of shares) {
    const isNear = !(term in match) && queryTerms.includes(term);
    const synonym = synonymOf(term);
    const bySynonym = synonym === undefined ? 0 : synonymShare * worthOf(synonym);
    sum += share * Math.max(worthOf(term), bySynonym, isNear ? nearWorth() : 0);
  }
  return sum;
}
