/**
 * The lookup of words in pages that are not about work: sources, guides, rules, terms, exports. Its results come after those of
 * names and of work, so they count most for words that occur only in the text of a page.
 */
import type { SearchResult } from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import type { PageEntry } from '#document/text/manifest.ts';
import type { Engine } from './engine.ts';
import { slugOf } from './names.ts';
import { shareOfWords, termShares } from './term-shares.ts';
import { termsOf, typosIn } from './words.ts';

/** The kinds of pages that say how to organise work. */
const ofWork: ReadonlySet<string> = new Set(['pattern', 'task', 'starter', 'formation', 'domain']);

/** The worths of the places in which a word occurs: a name or title, a description, a text. */
const worths = [1, 0.85, 0.55] as const;

/** The indexes of the pages that have a term, each with the index in `worths` of the best place of the term. */
type Places = Map<number, number>;

/**
 * The most terms of a question that is looked up. A longer question describes work, and its lookup
 * would take as long as the rest of the search.
 */
const longest = 6;
/** The factor for the worth of a term that is not in the question but begins with a term of the question or resembles it. */
const nearShare = 0.6;
/** The most terms that are used in place of a term of the question because they begin with it or resemble it. */
const maxNear = 8;

/** The least share of a question that a page must have to lead the results. */
const mostOf = 0.6;
/** The least amount by which the share of a leading page must exceed that of every page in `ofWork`. */
const farMore = 0.1;
/** The least share for a page that has a word of the question which at most `fewHave` pages have, and no text about work. */
const partOf = 0.3;
/** The most pages that may have such a word. */
const fewHave = 4;
/** The most pages that lead the results because they have most of a question. */
const maxLeading = 2;

/** The factors by which the shares of pages of these kinds are multiplied to rank them. Any other kind has the factor 1. */
const kindShare: Readonly<Record<string, number>> = {
  ...{ export: 0.8, doc: 0.9, comparison: 0.8, term: 0.9, research_record: 0.8 },
};

/** The pages that a question found, best first. */
interface LookedUp {
  pages: readonly PageEntry[];
  /** Those that lead all results, because they have most of the question, and far more of it than any page in `ofWork`. */
  leading: readonly PageEntry[];
}

export class Lookup {
  readonly terms = new SearchableMap<Places>();
  readonly #pages: readonly PageEntry[];

  /**
   * Makes an empty lookup.
   * @param pages all searched pages, which other methods name by their indexes here
   */
  constructor(pages: readonly PageEntry[]) {
    this.#pages = pages;
  }

  /**
   * Adds the words of a page, unless it is of a kind in `ofWork`.
   * @param at the index of the page in the pages of the constructor
   */
  add(at: number): void {
    const { kind, title = '', description = '', search = {} } = this.#pages[at]!;
    if (ofWork.has(kind)) return;
    const { names = [], purpose = [], detail = [], words = [] } = search;
    // What a record found is its text.
    const [about, found] = kind === 'research_record' ? [detail, purpose] : [[...purpose, ...detail], []];
    const texts = [[title, slugOf(this.#pages[at]!), ...names], [description, ...about], found];
    for (const [worth, lines] of texts.entries())
      for (const term of termsOf(lines.join('\n'))) this.#put(term, at, worth);
    for (const term of words) this.#put(term, at, 2);
  }

  #put(term: string, at: number, worth: number): void {
    const places = this.terms.get(term);
    if (!places) this.terms.set(term, new Map([[at, worth]]));
    else if ((places.get(at) ?? worths.length) > worth) places.set(at, worth);
  }

  /** Returns the number of pages that have a term. */
  frequencyOf = (term: string): number => this.terms.get(term)?.size ?? 0;

  /**
   * Looks up the pages that have a share of a question; none for a question of more than `longest` terms.
   * @param work the engine, which knows how often a term occurs in texts about work
   * @param matches the matches of the question in the engine, without expansions
   */
  ask(query: string, work: Engine, matches: readonly SearchResult[]): LookedUp {
    const ofTerms = this.#sharesOf(query, work);
    if (ofTerms.size > longest) return { pages: [], leading: [] };
    const shares = new Map<number, number>();
    for (const [term, share] of ofTerms)
      for (const [id, worth] of this.#worthOf(term, work))
        shares.set(id, (shares.get(id) ?? 0) + worth * share);
    const ids = [...shares]
      .map(([id, share]) => ({ id, rank: share * (kindShare[this.#pages[id]!.kind] ?? 1) }))
      .sort((a, b) => b.rank - a.rank || a.id - b.id)
      .map(({ id }) => id);
    const ofWorkBest = matches
      .filter(({ id }) => ofWork.has(this.#pages[id]!.kind))
      .reduce((best, { terms }) => Math.max(best, shareOfWords(terms, ofTerms)), 0);
    const least = Math.max(mostOf, ofWorkBest + farMore);
    const named = this.#havingOwnWord([...ofTerms.keys()], work);
    const leading = ids.filter(id => shares.get(id)! >= (named.has(id) ? partOf : least));
    const pagesOf = (found: readonly number[]) => found.map(id => this.#pages[id]!);
    return { pages: pagesOf(ids), leading: pagesOf(leading.slice(0, maxLeading)) };
  }

  /** Returns the positions of the few pages that have a word which no page about work has, such as the name of a program. */
  #havingOwnWord(terms: readonly string[], work: Engine): Set<number> {
    const own = terms.filter(term => work.frequencyOf(term) === 0 && this.frequencyOf(term) <= fewHave);
    return new Set(own.flatMap(term => [...(this.terms.get(term)?.keys() ?? [])]));
  }

  #sharesOf(query: string, work: Engine): Map<string, number> {
    const entries = work.documentCount + this.#pages.length;
    return termShares(query, entries, term => work.frequencyOf(term) + this.frequencyOf(term));
  }

  /**
   * Returns the indexes of the pages that have a term, each with the worth of the best place of the term. For a term that occurs
   * nowhere, uses terms that begin with it or resemble it, at a lower worth.
   */
  #worthOf(term: string, work: Engine): Iterable<[number, number]> {
    const places = this.terms.get(term);
    if (places?.size) return [...places].map(([id, place]) => [id, worths[place]!]);
    if (work.frequencyOf(term) > 0 || term.length < 4) return [];
    const best = new Map<number, number>();
    for (const near of this.near(term).slice(0, maxNear))
      for (const [id, place] of this.terms.get(near) ?? [])
        best.set(id, Math.max(best.get(id) ?? 0, worths[place]! * nearShare));
    return best;
  }

  /** Returns the terms that begin with a word, then the terms that resemble it, each group in alphabetical order. */
  near(word: string): string[] {
    const typos = typosIn(word);
    const nearly = typos === 0 ? [] : this.terms.fuzzyGet(word, typos).keys();
    return [...new Set([...[...this.terms.atPrefix(word).keys()].sort(), ...[...nearly].sort()])];
  }
}
