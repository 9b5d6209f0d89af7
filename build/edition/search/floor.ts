/** The floor of search: a page that has only the common words of a question is not a result. */
import type { SearchResult } from 'minisearch';
import type { Engine } from './engine.ts';
import { shareOfWords, termShares } from './term-shares.ts';

/** The most terms of a question to which the floor applies. A longer question is specific enough by its many words. */
const maxTerms = 2;
/** The least share of a question that a page must have. The rarer a word, the greater is its share. */
const leastShare = 0.5;

/**
 * Returns a function that tells whether a match has a large enough share of a question; it is always
 * true for a question of many terms.
 */
export function saysEnough(question: string, engine: Engine): (match: SearchResult) => boolean {
  const shares = termShares(question, engine.documentCount, term => engine.frequencyOf(term));
  return shares.size > maxTerms
    ? () => true
    : ({ queryTerms }) => shareOfWords(queryTerms, shares) >= leastShare;
}
