/** The floor of search: a page that has only the common words of a question is no result. */
import type { SearchResult } from 'minisearch';
import type { Engine } from './engine.ts';
import { shareOfWords, termShares } from './term-shares.ts';

/** Longer questions say enough by many of their words. */
const maxTerms = 2;
/** The share of what the words of a question say, the rarer a word the more, that a page must have. */
const leastShare = 0.5;

/** Returns the test of whether a match has enough of a question. */
export function saysEnough(question: string, engine: Engine): (match: SearchResult) => boolean {
  const shares = termShares(question, engine.documentCount, term => engine.frequencyOf(term));
  return shares.size > maxTerms
    ? () => true
    : ({ queryTerms }) => shareOfWords(queryTerms, shares) >= leastShare;
}
