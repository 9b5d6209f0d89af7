/** What share of a question each of its words is: the rarer a word in the catalog, the more of the question it is. */
import { synonymOf } from './synonyms.ts';
import { distinctTermsOf } from './words.ts';

/**
 * Returns the words of a question with their shares, which add up to 1.
 * @param entries the number of entries in which words are counted
 * @param frequencyOf the number of entries that have a word
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

/** Returns the share of a question that some words make up; a synonym stands for its word. */
export function shareOfWords(words: readonly string[], shares: ReadonlyMap<string, number>): number {
  const said = new Set(words);
  let sum = 0;
  for (const [term, share] of shares) if (said.has(term) || said.has(synonymOf(term) ?? term)) sum += share;
  return sum;
}
