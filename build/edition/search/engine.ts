/** The search engine: MiniSearch over the pages of a catalog. It also tells how often a term occurs. */
import MiniSearch from 'minisearch';
import type { PageEntry } from '#document/text/manifest.ts';
import { slugOf } from './names.ts';
import { withSynonyms } from './synonyms.ts';
import { pairsOf, termsOf } from './words.ts';

/**
 * The weight of each field in which a word may occur. `pairs` has pairs of neighbouring words. `words` has the other words of a
 * page, which say how much of a question the page has, but not how well it fits.
 */
const boost = { names: 3, title: 2, about: 2, asked: 2, detail: 1, words: 0, pairs: 1 };

export type Field = keyof typeof boost;

/** The texts of a page, by the field in which they are searched. */
type Entry = { id: number } & Record<Field, string>;

/** The occurrences of a term: how often it occurs in each entry, by field and by the number of the entry. */
type Postings = Map<number, Map<number, number>>;

const fields = Object.keys(boost) as Field[];

/** The fields that hold single words. Misspelled words are not sought among pairs of words. */
export const wordFields: string[] = fields.filter(field => field !== 'pairs');

const options = {
  fields,
  tokenize: (text: string, field?: string) =>
    field === 'pairs' ? [...pairsOf(text)] : withSynonyms(termsOf(text)),
  processTerm: (term: string) => term,
  // A question comes as terms already.
  searchOptions: { boost, tokenize: (text: string) => text.split('\n') },
};

/** The lengths of fields, by which an engine ranks entries. With its terms, they are the whole state of an engine. */
export interface EngineState {
  /** The lengths of fields, by entry and then by field; null for an empty field. */
  lengths: (number | null)[][];
  averages: number[];
}

export class Engine extends MiniSearch<Entry> {
  constructor() {
    super(options);
  }

  /**
   * Returns the number of fields of entries in which a term occurs. The time that a search for the
   * term takes grows with this number.
   */
  frequencyOf(term: string): number {
    let entries = 0;
    for (const pages of this._index.get(term)?.values() ?? []) entries += pages.size;
    return entries;
  }

  /** Returns all terms, each with its occurrences. */
  get terms(): Iterable<[string, Postings]> {
    return this._index.entries();
  }

  /**
   * Returns the terms that begin with a word, if it has more than three letters, and those that
   * differ from it by at most `typos` letters.
   */
  near(word: string, typos: number): string[] {
    const found = new Set<string>(word.length > 3 ? this._index.atPrefix(word).keys() : []);
    if (typos > 0) for (const term of this._index.fuzzyGet(word, typos).keys()) found.add(term);
    return [...found];
  }

  /** Tells whether the index has a term, even one without entries. */
  knows(term: string): boolean {
    return this._index.has(term);
  }

  /**
   * Adds a term with the occurrences that another engine returned. A term without any can still be found as similar to a word.
   */
  put(term: string, postings: Postings): void {
    this._index.set(term, postings);
  }

  /** Returns the lengths of the fields and their averages. Engines with the same terms and lengths give the same scores. */
  get state(): EngineState {
    const lengths = [...Array(this.documentCount).keys()].map(id =>
      fields.map((_, field) => this._fieldLength.get(id)?.[field] ?? null),
    );
    return { lengths, averages: [...this._avgFieldLength] };
  }

  /** Makes an engine with the lengths of another engine, but without its terms. */
  static from({ lengths, averages }: EngineState): Engine {
    const engine = new Engine();
    for (const [id, ofEntry] of lengths.entries()) {
      engine._documentIds.set(id, id);
      engine._idToShortId.set(id, id);
      engine._fieldLength.set(id, ofEntry as number[]);
    }
    engine._avgFieldLength = averages;
    engine._documentCount = lengths.length;
    engine._nextId = lengths.length;
    return engine;
  }
}

/**
 * Returns the entry of a page for the engine.
 * @param asked the phrases in which people ask for the page
 */
export function entryOf(page: PageEntry, asked: readonly string[], id: number): Entry {
  const { title = '', description = '', search = {} } = page;
  const { names = [], purpose = [], detail = [], headings = [], words = [] } = search;
  // A full stop ends a clause, so words of two texts are never taken for neighbours.
  const textOf = (texts: readonly string[]) => texts.join('. ');
  const about = [description, ...purpose];
  return {
    id,
    ...{ names: textOf([slugOf(page), ...names]), title, about: textOf(about) },
    ...{ asked: textOf([...asked, ...headings]), detail: textOf(detail), words: words.join(' ') },
    pairs: textOf([title, ...names, ...about, ...asked, ...headings]),
  };
}
