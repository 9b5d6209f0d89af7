/**
 * Search over the pages of a catalog. Pages are found by their own words, and by expansions: texts elsewhere in the catalog
 * in which editors said for what a page is right, such as the tasks of a domain, its advice on where to start, and situations
 * in the words of people who have a task.
 */
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { PageEntry } from '#document/manifest.ts';
import { ExpansionScores } from './expansion-scores.ts';
import { fits, isOf, mixed, shareOf, withTasksInOrder } from './order.ts';
import { type Expansion, expansionsOf } from './query-expansion.ts';
import { isSynonymTerm, withSynonyms } from './synonyms.ts';
import { TaskRanker } from './task-ranker.ts';
import { scoreOf, type Team, teamsOf } from './team.ts';
import { pairsOf, termsOf, wordsOf } from './words.ts';

/** A question to the index; filters that are absent let everything through. */
export interface Question {
  query: string;
  kind?: string | undefined;
  domain?: string | undefined;
  taskClass?: string | undefined;
}

/** How much words count by where they stand. */
const boost = { names: 3, title: 1.5, purpose: 3, situations: 3, detail: 1, pairs: 1.5 };
/** How much an expansion counts beside the words of the page itself. */
const expansionShare = 0.45;
/** How much of what speaks for patterns speaks for a starter or formation that puts them together. */
const teamShare = 0.5;
/** How much of what speaks for a page speaks for the patterns that it puts together or is about. */
const relatedShare: Readonly<Record<string, number>> = {
  starter: 0.2,
  formation: 0.2,
  research_record: 0.35,
};
/** How much a synonym counts beside the word itself. */
const synonymShare = 0.5;
/** Longer questions are cut: whoever describes a task needs no more words that say something. */
const maxTerms = 60;
/** Looking for words that are nearly right takes long, and in a long question there are others. */
const maxForTypos = 20;
/** In one word. Each further one multiplies the time that a long word takes. */
const maxTypos = 2;
const maxRemembered = 500;
/** Nobody reads further, and what is remembered takes memory. */
export const maxFound = 100;
/** How many pages are indexed before others get their turn: some milliseconds' worth. */
const pagesAtATime = 20;

interface Entry {
  id: number;
  names: string;
  title: string;
  purpose: string;
  situations: string;
  detail: string;
  /** What is compared by pairs of neighbouring words. */
  pairs: string;
}

export class SearchIndex {
  readonly #pages: readonly PageEntry[];
  readonly #at: ReadonlyMap<string, number>;
  readonly #teams: readonly Team[];
  readonly #tasks: TaskRanker;
  /** Pages by their names, for whoever knows what to ask for. */
  readonly #named: ReadonlyMap<string, PageEntry>;
  readonly #expansions: readonly Expansion[];
  readonly #engine: MiniSearch<Entry>;
  readonly #vocabulary = new Set<string>();
  /** Words that are not in the catalog may be misspelled, or be the beginning of one that is. */
  readonly #unknownWords: Pick<SearchOptions, 'prefix' | 'fuzzy' | 'maxFuzzy'> = {
    maxFuzzy: maxTypos,
    prefix: term => term.length > 3 && !this.#vocabulary.has(term),
    fuzzy: term => (term.length > 4 && !this.#vocabulary.has(term) ? 0.2 : false),
  };
  readonly #remembered = new Map<string, readonly PageEntry[]>();

  /** Makes the index of a catalog, a few pages at a time, so that requests are answered meanwhile. */
  static async of(pages: readonly PageEntry[]): Promise<SearchIndex> {
    const index = new SearchIndex(pages, await TaskRanker.of(pages));
    const expansions = index.#expansions.map(({ text }, at) =>
      expansionEntry(text, index.#pages.length + at),
    );
    const entries = [...index.#pages.map(entryOf), ...expansions];
    await index.#engine.addAllAsync(entries, { chunkSize: pagesAtATime });
    return index;
  }

  private constructor(pages: readonly PageEntry[], tasks: TaskRanker) {
    this.#pages = pages.filter(isSearched);
    this.#at = new Map(this.#pages.map((page, at) => [page.path, at]));
    this.#teams = teamsOf(this.#pages, this.#at);
    this.#tasks = tasks;
    this.#named = new Map(this.#pages.flatMap(page => namesOf(page).map(name => [name, page] as const)));
    this.#expansions = expansionsOf(this.#pages);
    this.#engine = new MiniSearch<Entry>({
      fields: Object.keys(boost),
      tokenize: (text, field) =>
        field === 'pairs' ? pairsOf(text) : this.#learn(withSynonyms(termsOf(text))),
      processTerm: term => term,
      // A question comes as terms already.
      searchOptions: { boost, tokenize: text => text.split('\n') },
    });
  }

  #learn(terms: string[]): string[] {
    for (const term of terms) this.#vocabulary.add(term);
    return terms;
  }

  /** The pages that answer a question, best first, at most `maxFound`. Questions are repeated, so the latest answers are kept. */
  find(question: Question): readonly PageEntry[] {
    const key = JSON.stringify([question.query, question.kind, question.domain, question.taskClass]);
    const known = this.#remembered.get(key);
    if (known) return known;
    const found = this.#rank(question).slice(0, maxFound);
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    if (key.length <= 1000) this.#remembered.set(key, found);
    return found;
  }

  #rank({ query, kind, domain, taskClass }: Question): PageEntry[] {
    const wanted = (page: PageEntry) =>
      (kind === undefined || page.kind === kind) && isOf(page, domain) && fits(page, taskClass);
    const scored = [...this.#scores(query)].map(([at, score]) => {
      return { page: this.#pages[at]!, score: score * shareOf(this.#pages[at]!) };
    });
    const found = withTasksInOrder(scored, this.#taskPages(query))
      .filter(({ page }) => wanted(page))
      .sort((a, b) => b.score - a.score);
    const ranked = kind === undefined ? mixed(found) : found.map(({ page }) => page);
    const named = this.#named.get(nameOf(query));
    return named && wanted(named) ? [named, ...ranked.filter(page => page !== named)] : ranked;
  }

  /** The pages of tasks, the likeliest first. */
  #taskPages(query: string): PageEntry[] {
    return this.#tasks.rank(query).flatMap(task => {
      const at = this.#at.get(`/tasks/${task}.md`);
      return at === undefined ? [] : this.#pages[at]!;
    });
  }

  /** How well pages fit, by their position: by their own words, by expansions, and by pages that are about them. */
  #scores(query: string): Map<number, number> {
    const own = new Map<number, number>();
    const expanded = new ExpansionScores(this.#at);
    for (const { id, score } of this.#engine.search(this.#queryOf(query))) {
      const expansion = this.#expansions[id - this.#pages.length];
      if (!expansion) own.set(id, score);
      for (const { path, weight } of expansion?.targets ?? [])
        expanded.add(path, score * weight * expansionShare);
    }
    for (const [at, score] of own) this.#spread(this.#pages[at]!, score, expanded);
    for (const [at, score] of expanded.scores) own.set(at, (own.get(at) ?? 0) + score);
    for (const team of this.#teams) {
      const score = teamShare * scoreOf(team, own);
      if (score > 0) own.set(team.at, (own.get(team.at) ?? 0) + score);
    }
    return own;
  }

  /** Adds to the patterns of a page what speaks for that page. */
  #spread({ kind, search }: PageEntry, score: number, expanded: ExpansionScores): void {
    const share = relatedShare[kind];
    if (share === undefined) return;
    for (const [position, slug] of (search?.patterns ?? []).entries()) {
      expanded.add(`/patterns/${slug}.md`, (score * share) / (1 + position / 2));
    }
  }

  /** What is asked of the engine: the words of a question, and its pairs of words. */
  #queryOf(question: string) {
    const words = [...new Set(termsOf(question))].slice(0, maxTerms);
    const terms = [...new Set(withSynonyms(words))];
    const pairs = [...new Set(pairsOf(question))].slice(0, maxTerms);
    return {
      combineWith: 'OR' as const,
      queries: [
        {
          queries: [terms.join('\n')],
          boostTerm: (term: string) => (isSynonymTerm(term) ? synonymShare : 1),
          ...(words.length <= maxForTypos && this.#unknownWords),
        },
        { queries: [pairs.join('\n')], fields: ['pairs'] },
      ],
    };
  }
}

/** Search finds what a reader would open: not signatures, statuses, indexes or files for machines. */
export function isSearched({ listed, search, kind, title, path }: PageEntry): boolean {
  if (search !== undefined) return true;
  return listed && title !== undefined && kind === 'doc' && !path.startsWith('/docs/schemas/');
}

const nameOf = (text: string): string => wordsOf(text).join(' ');

const namesOf = ({ title = '', search }: PageEntry): string[] =>
  [title, ...(search?.names ?? [])].map(nameOf).filter(name => name !== '');

function entryOf({ title = '', description = '', search }: PageEntry, id: number): Entry {
  const { names = [], purpose = [], detail = [], situations = [] } = search ?? {};
  return {
    id,
    names: names.join(' '),
    title,
    purpose: [description, ...purpose].join(' '),
    situations: situations.flatMap(({ phrases }) => phrases).join(' '),
    detail: detail.join(' '),
    pairs: '',
  };
}

const expansionEntry = (text: string, id: number): Entry => ({
  id,
  names: '',
  title: '',
  purpose: text,
  situations: '',
  detail: '',
  pairs: text,
});
