/** The floor of search: a page that has only the common words of a question is no result. */
import type { SearchResult } from 'minisearch';
import type { Engine } from './engine.ts';
import { synonymOf } from './synonyms.ts';
import { distinctTermsOf } from './words.ts';

/** Longer questions say enough by many of their words. */
const maxTerms = 2;
/** The share of what the words of a question say, the rarer a word the more, that a page must have. */
const leastShare = 0.5;

/** Returns the test of whether a match has enough of a question. */
export function saysEnough(question: string, engine: Engine): (match: SearchResult) => boolean {
  const terms = distinctTermsOf(question);
  if (terms.length > maxTerms) return () => true;
  const rarities = terms.map(term => Math.log(1 + engine.documentCount / (1 + engine.frequencyOf(term))));
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  return ({ queryTerms }) => {
    const has = (term: string) => queryTerms.includes(term) || queryTerms.includes(synonymOf(term) ?? term);
    return terms.reduce((sum, term, at) => sum + (has(term) ? rarities[at]! : 0), 0) >= leastShare * all;
  };
}
