/** The engine of search: MiniSearch over pages and expansions, which also tells how often a term occurs. */
import MiniSearch from 'minisearch';
import type { PageEntry } from '#document/text/manifest.ts';
import { withSynonyms } from './synonyms.ts';
import { pairsOf, termsOf } from './words.ts';

/** The weights of the fields in which a word may occur. */
const boost = { names: 3, title: 1.5, purpose: 3, situations: 3, detail: 1, pairs: 1.5 };

type Field = keyof typeof boost;

/** The texts of a page or of an expansion that are searched, by field. */
type Entry = { id: number } & Record<Field, string>;

/** The occurrences of a term: how often it occurs, by field and by the number of the entry. */
type Postings = Map<number, Map<number, number>>;

const fields = Object.keys(boost) as Field[];

/** The fields of single words. A misspelled word is no misspelled pair of words. */
export const wordFields: string[] = fields.filter(field => field !== 'pairs');

const options = {
  fields,
  tokenize: (text: string, field?: string) =>
    field === 'pairs' ? [...pairsOf(text)] : withSynonyms(termsOf(text)),
  processTerm: (term: string) => term,
  // A question comes as terms already.
  searchOptions: { boost, tokenize: (text: string) => text.split('\n') },
};

/** The lengths of fields, by which an engine ranks entries; together with its terms they make up its whole state. */
export interface EngineState {
  /** The length of each field of each entry, by entry and field; null for an empty field. */
  lengths: (number | null)[][];
  averages: number[];
}

export class Engine extends MiniSearch<Entry> {
  constructor() {
    super(options);
  }

  /** Returns how often a term is indexed, counting each field of an entry; looking for a term costs as much. */
  frequencyOf(term: string): number {
    let entries = 0;
    for (const pages of this._index.get(term)?.values() ?? []) entries += pages.size;
    return entries;
  }

  /** Returns all terms with their occurrences. */
  get terms(): Iterable<[string, Postings]> {
    return this._index.entries();
  }

  /** Returns the terms of the index that begin with a word, or differ from it by at most `typos` letters. */
  near(word: string, typos: number): string[] {
    const found = new Set<string>(word.length > 3 ? this._index.atPrefix(word).keys() : []);
    if (typos > 0) for (const term of this._index.fuzzyGet(word, typos).keys()) found.add(term);
    return [...found];
  }

  /** Tells whether the index has a term, with or without entries. */
  knows(term: string): boolean {
    return this._index.has(term);
  }

  /** Adds a term as another engine had it; one without postings can still be found to be near a word. */
  put(term: string, postings: Postings): void {
    this._index.set(term, postings);
  }

  /** Returns the lengths of the fields and their averages; an engine with the same terms and lengths gives the same scores. */
  get state(): EngineState {
    const lengths = [...Array(this.documentCount).keys()].map(id =>
      fields.map((_, field) => this._fieldLength.get(id)?.[field] ?? null),
    );
    return { lengths, averages: [...this._avgFieldLength] };
  }

  /** Makes an engine with the lengths of another engine, and without its terms. */
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

const noText = { names: '', title: '', purpose: '', situations: '', detail: '', pairs: '' };

/** Returns the entry of a page for the engine. The details of a record are left out, since they say nothing of work. */
export function entryOf({ kind, title = '', description = '', search }: PageEntry, id: number) {
  const { names = [], purpose = [], detail = [], situations = [] } = search ?? {};
  return {
    ...noText,
    id,
    names: names.join(' '),
    title,
    purpose: [description, ...purpose].join(' '),
    situations: situations.flatMap(({ phrases }) => phrases).join(' '),
    detail: kind === 'research_record' ? '' : detail.join(' '),
  };
}

/** Returns the entry of an expansion for the engine. */
export const expansionEntry = (text: string, id: number) => ({ ...noText, id, purpose: text, pairs: text });
