/** The share that each word has of a question. The rarer a word is in the catalog, the greater is its share. */
import { synonymOf } from './synonyms.ts';
import { distinctTermsOf } from './words.ts';

/**
 * Returns the terms of a question with their shares, which add up to 1.
 * @param entries the number of entries in which terms are counted
 * @param frequencyOf returns the number of entries that have a term
 */
export function termShares(
  question: string,
  entries: number,
  frequencyOf: (term: string) => number,
): Map<string, number> {
  const terms = distinctTermsOf(question);
  const rarities = terms.map(term => Math.log(1 + entries / (1 + frequencyOf(term))));
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  return new Map(terms.map((term, at) => [term, rarities[at]! / all]));
}

/** Returns the share of a question that some words have together. A synonym counts as its word. */
export function shareOfWords(words: readonly string[], shares: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, share] of shares)
    if (words.includes(term) || words.includes(synonymOf(term) ?? term)) sum += share;
  return sum;
}
