/**
 * Search over the pages of a catalog. Pages are found by their own words, and by clues: sentences elsewhere in the catalog
 * in which editors said for what a page is right, such as the tasks of a domain and its advice on where to start.
 */
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { Manifest, PageEntry } from '#document/manifest.ts';
import { type Clue, cluesOf } from './clue.ts';
import { Expansions } from './expansion.ts';
import { Lent } from './lent.ts';
import { fits, mixed, shareOf } from './order.ts';
import { stemOf, wordsOf } from './words.ts';

/** A question to the index; filters that are absent let everything through. */
export interface Question {
  query: string;
  kind?: string | undefined;
  taskClass?: string | undefined;
}

/** How much words count by where they stand. */
const boost = { names: 3, title: 1.5, purpose: 3, detail: 1 };
/** How much a clue counts beside the words of the page itself. */
const clueShare = 0.9;
/** How much of what speaks for a page speaks for the patterns that it puts together or is about. */
const lentShare: Readonly<Record<string, number>> = { starter: 0.2, formation: 0.2, research_record: 0.35 };
/** Longer questions are cut: nothing that anybody would ask has more words. */
const maxWords = 60;
/** Looking for words that are nearly right takes long, and in a long question there are others. */
const maxForTypos = 20;
const maxRemembered = 500;

interface Entry {
  id: number;
  names: string;
  title: string;
  purpose: string;
  detail: string;
}

export class SearchIndex {
  readonly #pages: readonly PageEntry[];
  readonly #at: ReadonlyMap<string, number>;
  readonly #clues: readonly Clue[];
  readonly #engine: MiniSearch<Entry>;
  readonly #vocabulary = new Set<string>();
  readonly #expansions = new Expansions();
  /** Words that stand nowhere in the catalog may be written wrongly, or be the beginning of one that does. */
  readonly #unknownWords: Pick<SearchOptions, 'prefix' | 'fuzzy'> = {
    prefix: term => term.length > 3 && !this.#vocabulary.has(term),
    fuzzy: term => (term.length > 5 && !this.#vocabulary.has(term) ? 0.2 : false),
  };
  readonly #remembered = new Map<string, readonly PageEntry[]>();

  constructor(manifest: Manifest) {
    this.#pages = manifest.pages.filter(isSearched);
    this.#at = new Map(this.#pages.map((page, at) => [page.path, at]));
    this.#clues = cluesOf(this.#pages);
    this.#engine = new MiniSearch<Entry>({
      fields: Object.keys(boost),
      tokenize: wordsOf,
      processTerm: word => {
        const term = stemOf(word);
        if (term !== null) this.#vocabulary.add(term);
        return term;
      },
      searchOptions: { boost, processTerm: stemOf },
    });
    this.#engine.addAll(this.#pages.map(entryOf));
    this.#engine.addAll(this.#clues.map(({ text }, at) => clueEntry(text, this.#pages.length + at)));
  }

  /** The pages that answer a question, best first. Questions are repeated, so the latest answers are kept. */
  find(question: Question): readonly PageEntry[] {
    const key = JSON.stringify([question.query, question.kind, question.taskClass]);
    const known = this.#remembered.get(key);
    if (known) return known;
    const found = this.#rank(question);
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    if (key.length <= 1000) this.#remembered.set(key, found.slice(0, 50));
    return found;
  }

  #rank({ query, kind, taskClass }: Question): PageEntry[] {
    const found = [...this.#scores(query)]
      .map(([at, score]) => ({ page: this.#pages[at]!, score }))
      .filter(({ page }) => (kind === undefined || page.kind === kind) && fits(page, taskClass))
      .map(({ page, score }) => ({ page, score: score * shareOf(page) }))
      .sort((a, b) => b.score - a.score);
    return kind === undefined ? mixed(found) : found.map(({ page }) => page);
  }

  /** How well pages fit, by their position: by their own words, by clues, and by what others lend them. */
  #scores(query: string): Map<number, number> {
    const own = new Map<number, number>();
    const lent = new Lent(this.#at);
    for (const { id, score } of this.#engine.search(this.#queryOf(query))) {
      const clue = this.#clues[id - this.#pages.length];
      if (!clue) own.set(id, score);
      for (const { path, weight } of clue?.targets ?? []) lent.add(path, score * weight * clueShare);
    }
    for (const [at, score] of own) this.#lend(this.#pages[at]!, score, lent);
    for (const [at, score] of lent.scores) own.set(at, (own.get(at) ?? 0) + score);
    return own;
  }

  #lend({ kind, search }: PageEntry, score: number, lent: Lent): void {
    const share = lentShare[kind];
    if (share === undefined) return;
    for (const [position, slug] of (search?.patterns ?? []).entries()) {
      lent.add(`/patterns/${slug}.md`, (score * share) / (1 + position / 2));
    }
  }

  /** The words of the question, and at less weight those that mean the same here. */
  #queryOf(text: string) {
    const words = wordsOf(text).slice(0, maxWords);
    const said = { queries: [words.join(' ')], ...(words.length <= maxForTypos && this.#unknownWords) };
    const meant = this.#expansions.of(words);
    if (meant.length === 0) return said;
    return {
      combineWith: 'OR' as const,
      queries: [said, { queries: [meant.join(' ')], boostTerm: () => this.#expansions.share }],
    };
  }
}

/** Search finds what a reader would open: not signatures, statuses, indexes or files for machines. */
function isSearched({ listed, search, kind, title, path }: PageEntry): boolean {
  if (search !== undefined) return true;
  return listed && title !== undefined && kind === 'doc' && !path.startsWith('/docs/schemas/');
}

function entryOf({ title = '', description = '', search }: PageEntry, id: number): Entry {
  const { names = [], purpose = [], detail = [] } = search ?? {};
  return {
    id,
    names: names.join(' '),
    title,
    purpose: [description, ...purpose].join(' '),
    detail: detail.join(' '),
  };
}

const clueEntry = (text: string, id: number): Entry => ({
  id,
  names: '',
  title: '',
  purpose: text,
  detail: '',
});
