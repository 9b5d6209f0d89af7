/**
 * Search over the pages of a catalog. Pages are found by their own words, and by expansions: texts elsewhere in the catalog
 * in which editors said for what a page is right, such as the tasks of a domain, its advice on where to start, and situations
 * in the words of people who have a task.
 */
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { PageEntry } from '#build/text/manifest.ts';
import { Slices } from '../support/slices.ts';
import { ExpansionScores } from './expansion-scores.ts';
import { withJoinedTasks } from './joined-task.ts';
import { fits, isOf, mixed, shareOf, withTasksInOrder } from './order.ts';
import { type Expansion, expansionsOf } from './query-expansion.ts';
import { rarestOf } from './rarest.ts';
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

/** The page of the task that a question is about; `none` when no task is asked for in its words. */
export type LikelyTask = PageEntry | 'none' | undefined;

interface Answer {
  /** Best first, at most `maxFound`. */
  pages: readonly PageEntry[];
  /** Whatever page of results is shown; absent where tasks are filtered out. */
  task?: LikelyTask;
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
/** In longer questions only the rarest words and pairs count: the others are on most pages, say little and cost most. */
const maxWords = 24;
const maxPairs = 48;
/** In some scripts a few characters make a whole sentence, and a query is a sentence, so the rest is ignored. */
const maxCharacters = 4000;
/** Looking for words that are nearly right takes long, and in a long question there are others. */
const maxForTypos = 20;
/** In one word. Each further one multiplies the time that a long word takes. */
const maxTypos = 2;
const maxRemembered = 500;
/** People do not read further, and every kept result takes memory. */
export const maxFound = 100;

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

/** What an index has beside its engine. */
interface Parts {
  tasks: TaskRanker;
  /** Pages by their names, for readers who know what they want. */
  named: ReadonlyMap<string, PageEntry>;
  expansions: readonly Expansion[];
}

export class SearchIndex {
  readonly #pages: readonly PageEntry[];
  readonly #at: ReadonlyMap<string, number>;
  /** The page of each task class, or its entry on the page of its domain. */
  readonly #taskPage: ReadonlyMap<string, PageEntry>;
  readonly #teams: readonly Team[];
  readonly #tasks: TaskRanker;
  readonly #named: Parts['named'];
  readonly #expansions: Parts['expansions'];
  readonly #engine: Engine;
  /** Words that are not in the catalog may be misspelled, or be the beginning of one that is. */
  readonly #unknownWords: Pick<SearchOptions, 'prefix' | 'fuzzy' | 'maxFuzzy'> = {
    maxFuzzy: maxTypos,
    prefix: term => term.length > 3 && this.#engine.frequencyOf(term) === 0,
    fuzzy: term => (term.length > 4 && this.#engine.frequencyOf(term) === 0 ? 0.2 : false),
  };
  readonly #remembered = new Map<string, Answer>();

  /** Makes the index of a catalog, in slices, so that requests are answered meanwhile. */
  static async of(pages: readonly PageEntry[]): Promise<SearchIndex> {
    const slices = new Slices();
    const searched = withJoinedTasks(pages.filter(isSearched));
    const index = new SearchIndex(searched, {
      tasks: await TaskRanker.of(pages),
      named: new Map(await slices.collect(namedIn(searched))),
      expansions: await slices.collect(expansionsOf(searched)),
    });
    for (const entry of entriesOf(searched, index.#expansions)) {
      index.#engine.add(entry);
      if (slices.isOver) await slices.pause();
    }
    return index;
  }

  private constructor(pages: readonly PageEntry[], { tasks, named, expansions }: Parts) {
    this.#pages = pages;
    this.#at = new Map(this.#pages.map((page, at) => [page.path, at]));
    this.#taskPage = new Map(
      pages.filter(({ kind }) => kind === 'task').map(page => [taskClassOf(page), page]),
    );
    this.#teams = teamsOf(this.#pages, this.#at);
    this.#tasks = tasks;
    this.#named = named;
    this.#expansions = expansions;
    this.#engine = new Engine({
      fields: Object.keys(boost),
      tokenize: (text, field) => (field === 'pairs' ? pairsOf(text) : withSynonyms(termsOf(text))),
      processTerm: term => term,
      // A question comes as terms already.
      searchOptions: { boost, tokenize: text => text.split('\n') },
    });
  }

  /** The pages that answer a question, best first, at most `maxFound`. */
  find(question: Question): readonly PageEntry[] {
    return this.ask(question).pages;
  }

  /** The pages that answer a question, and the task that it is about. Questions are repeated, so the latest answers are kept. */
  ask(question: Question): Answer {
    const key = JSON.stringify([question.query, question.kind, question.domain, question.taskClass]);
    const known = this.#remembered.get(key);
    if (known) return known;
    const answer = this.#answer(question);
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    if (key.length <= 1000) this.#remembered.set(key, answer);
    return answer;
  }

  #answer({ query: asked, kind, domain, taskClass }: Question): Answer {
    const query = asked.normalize('NFKD').slice(0, maxCharacters);
    const wanted = (page: PageEntry) =>
      (kind === undefined || page.kind === kind) && isOf(page, domain) && fits(page, taskClass);
    const scored = [...this.#scores(query)].map(([at, score]) => {
      return { page: this.#pages[at]!, score: score * shareOf(this.#pages[at]!) };
    });
    const { tasks: ranked, fits: isAskedFor } = this.#tasks.rank(query);
    const tasks = this.#taskPages(ranked);
    const found = withTasksInOrder(scored, tasks)
      .filter(({ page }) => wanted(page))
      .sort((a, b) => b.score - a.score);
    const inOrder = kind === undefined ? mixed(found) : found.map(({ page }) => page);
    const named = this.#named.get(nameOf(query));
    const pages = named && wanted(named) ? [named, ...inOrder.filter(page => page !== named)] : inOrder;
    const likely = tasks.find(wanted) ?? 'none';
    const isAsked = likely !== 'none' && (taskClass !== undefined || isAskedFor(taskClassOf(likely)));
    const hasTasks = kind === undefined || kind === 'task';
    return { pages: pages.slice(0, maxFound), ...(hasTasks && { task: isAsked ? likely : 'none' }) };
  }

  /** The pages of tasks. */
  #taskPages(tasks: readonly string[]): PageEntry[] {
    return tasks.flatMap(task => this.#taskPage.get(task) ?? []);
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
    const all = [...new Set(termsOf(question))];
    const mayBeWrong = all.length <= maxForTypos;
    const words = mayBeWrong ? all : this.#rarestOf(all, maxWords);
    const terms = [...new Set(withSynonyms(words))];
    const pairs = this.#rarestOf(pairsOf(question), maxPairs);
    return {
      combineWith: 'OR' as const,
      queries: [
        {
          queries: [terms.join('\n')],
          boostTerm: (term: string) => (isSynonymTerm(term) ? synonymShare : 1),
          ...(mayBeWrong && this.#unknownWords),
        },
        { queries: [pairs.join('\n')], fields: ['pairs'] },
      ],
    };
  }

  /** The rarest of words or pairs that are in the index, themselves or by a synonym. */
  #rarestOf(terms: readonly string[], most: number): string[] {
    return rarestOf([...new Set(terms)], most, term =>
      withSynonyms([term]).reduce((sum, each) => sum + this.#engine.frequencyOf(each), 0),
    );
  }
}

/** The engine, which also tells how often a term occurs. */
class Engine extends MiniSearch<Entry> {
  /** How many entries the index has of a term, which is what looking for it costs. */
  frequencyOf(term: string): number {
    let entries = 0;
    for (const pages of this._index.get(term)?.values() ?? []) entries += pages.size;
    return entries;
  }
}

/** Search finds what a reader would open: not signatures, statuses, indexes or files for machines. */
export function isSearched({ listed, search, kind, title, path }: PageEntry): boolean {
  if (search !== undefined) return true;
  return listed && title !== undefined && kind === 'doc' && !path.startsWith('/docs/schemas/');
}

const taskClassOf = ({ title, search }: PageEntry): string => search?.task_classes?.[0] ?? title ?? '';

const nameOf = (text: string): string => wordsOf(text).join(' ');

/** Every name of every page. */
function* namedIn(pages: readonly PageEntry[]): Generator<[name: string, page: PageEntry]> {
  for (const page of pages)
    for (const name of [page.title ?? '', ...(page.search?.names ?? [])].map(nameOf))
      if (name !== '') yield [name, page];
}

/** What the engine is given: each page, then each expansion. */
function* entriesOf(pages: readonly PageEntry[], expansions: readonly Expansion[]): Generator<Entry> {
  let id = 0;
  for (const page of pages) yield entryOf(page, id++);
  for (const { text } of expansions) yield expansionEntry(text, id++);
}

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
