/** The engine of search: MiniSearch over pages and expansions, which also tells how often a term occurs. */
import MiniSearch from 'minisearch';
import { withSynonyms } from './synonyms.ts';
import { pairsOf, termsOf } from './words.ts';

/** How much words count by where they stand. */
const boost = { names: 3, title: 1.5, purpose: 3, situations: 3, detail: 1, pairs: 1.5 };

type Field = keyof typeof boost;

/** The texts of a page or of an expansion that are searched, by field. */
type Entry = { id: number } & Record<Field, string>;

/** By field, by the number of an entry: how often a term occurs there. */
type Postings = Map<number, Map<number, number>>;

const fields = Object.keys(boost) as Field[];

const options = {
  fields,
  tokenize: (text: string, field?: string) =>
    field === 'pairs' ? [...pairsOf(text)] : withSynonyms(termsOf(text)),
  processTerm: (term: string) => term,
  // A question comes as terms already.
  searchOptions: { boost, tokenize: (text: string) => text.split('\n') },
};

/** The lengths of fields, which an engine needs beside its terms to rank entries. */
export interface EngineState {
  /** By entry, by field. */
  lengths: (number | null)[][];
  averages: number[];
}

export class Engine extends MiniSearch<Entry> {
  constructor() {
    super(options);
  }

  /** How many entries the index has of a term, which is what looking for it costs. */
  frequencyOf(term: string): number {
    let entries = 0;
    for (const pages of this._index.get(term)?.values() ?? []) entries += pages.size;
    return entries;
  }

  /** The entries that have a term where they say what they are: whole lists of situations have almost every word. */
  entriesOf(term: string): Set<number> {
    const entries = new Set<number>();
    for (const [field, places] of this._index.get(term) ?? [])
      if (fields[field] !== 'situations') for (const id of places.keys()) entries.add(id);
    return entries;
  }

  /** All terms with where they stand. */
  get terms(): Iterable<[string, Postings]> {
    return this._index.entries();
  }

  /** The terms of the index that are nearly a word, or begin with it. */
  near(word: string, typos: number): string[] {
    const found = new Set<string>(word.length > 3 ? this._index.atPrefix(word).keys() : []);
    if (typos > 0) for (const term of this._index.fuzzyGet(word, typos).keys()) found.add(term);
    return [...found];
  }

  /** Whether a term is known, with or without entries. */
  knows(term: string): boolean {
    return this._index.has(term);
  }

  /** Adds a term as another engine had it; one without postings can still be found to be near a word. */
  put(term: string, postings: Postings): void {
    this._index.set(term, postings);
  }

  /** Returns what an engine needs beside its terms to give the same scores. */
  get state(): EngineState {
    const lengths = [...Array(this.documentCount).keys()].map(id =>
      fields.map((_, field) => this._fieldLength.get(id)?.[field] ?? null),
    );
    return { lengths, averages: [...this._avgFieldLength] };
  }

  /** An engine with the entries of another, and without terms. */
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
