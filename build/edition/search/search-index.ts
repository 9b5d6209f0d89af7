/**
 * Search over the pages of a catalog, which works alike on the server and in a browser. It finds pages by their own words, and by
 * expansions: texts elsewhere in the catalog in which editors said what a page is right for, such as the tasks of a domain, its
 * advice on where to start, and situations in the words of people who have a task.
 */
import type { SearchOptions, SearchResult } from 'minisearch';
import type { PageEntry } from '#document/text/manifest.ts';
import { comparedIn } from './compared.ts';
import { Engine, entryOf, expansionEntry, wordFields } from './engine.ts';
import { ExpansionScores } from './expansion-scores.ts';
import { saysEnough } from './floor.ts';
import { inEnglish } from './foreign.ts';
import { withoutFrame } from './frame.ts';
import { withJoinedTasks, withSections } from './joined-task.ts';
import { Lookup } from './lookup.ts';
import { meaningIn, Names } from './names.ts';
import { fits, isOf, mixed, shareOf, withTasksInOrder } from './order.ts';
import { alikeOf, maxAlike, Phrases, taskAndAlike } from './phrases.ts';
import { type Expansion, expansionsOf, type Target, weighed } from './query-expansion.ts';
import { rarestOf } from './rarest.ts';
import { isSearched } from './searched.ts';
import { isSynonymTerm, synonymOf, withSynonyms } from './synonyms.ts';
import { TaskRanker } from './task-ranker.ts';
import { scoreOf, type Team, teamsOf } from './team.ts';
import { distinctTermsOf, pairsOf, stemOf } from './words.ts';

/** A question to the index. A filter that is undefined excludes nothing. */
export interface Question {
  query: string;
  kind?: string | undefined;
  domain?: string | undefined;
  taskClass?: string | undefined;
}

/** The page of the task that a question is about; `none` if its words ask for no task. */
export type LikelyTask = PageEntry | 'none' | undefined;

export interface Answer {
  /** The results, best first. */
  pages: readonly PageEntry[];
  /** The likely task, which is the same on every page of the results; absent if the filters exclude tasks. */
  task?: LikelyTask;
}

/** The weight of an expansion, compared with the words of the page itself. */
const expansionShare = 0.45;
/** The share of the scores of its patterns that a starter or formation gets. */
const teamShare = 0.5;
/** The share of the score of a page that its patterns get, by the kind of the page. */
const relatedShare: Readonly<Record<string, number>> = {
  starter: 0.2,
  formation: 0.2,
  research_record: 0.35,
};
/** The weight of a synonym, compared with the word itself. */
const synonymShare = 0.5;
/**
 * The most words of a question that count; below, the most pairs. They are the rarest ones, because the others are on most pages.
 */
const maxWords = 24;
const maxPairs = 48;
/** The most characters of a question that are read. In some scripts, a few characters make a whole sentence. */
const maxCharacters = 4000;
/** The most words of a question that may be taken for misspelled. To look for similar words takes long. */
const maxForTypos = 20;
/** The most wrong letters in one word. Each further one multiplies the time that a long word takes. */
const maxTypos = 2;
const maxRemembered = 500;
/** The most results of a search. Readers do not read further, and every kept result takes memory. */
export const maxFound = 100;

/** The parts that make up an index. */
interface Parts {
  /** The searched pages, with an entry for each part of a page that search finds by itself. */
  pages: readonly PageEntry[];
  /** The engine. Its first `ofWork` entries are pages at the same positions, and the entries after them are expansions. */
  engine: Engine;
  ofWork: number;
  /** The lookup, which has the words of all pages that are not about work. */
  lookup: Lookup;
  tasks: TaskRanker;
  phrases: Phrases;
  /** The pages for which each expansion counts. */
  targets: readonly (readonly Target[])[];
}

export class SearchIndex {
  readonly parts: Parts;
  readonly #pages: readonly PageEntry[];
  readonly #at: ReadonlyMap<string, number>;
  /** The page of each task class, or its entry on the page of its domain. */
  readonly #taskPage: ReadonlyMap<string, PageEntry>;
  readonly #teams: readonly Team[];
  readonly #names: Names;
  readonly #engine: Engine;
  /** The options for words that the catalog lacks: a word may be misspelled, or be the beginning of another. */
  readonly #unknownWords: Pick<SearchOptions, 'prefix' | 'fuzzy' | 'maxFuzzy'> = {
    maxFuzzy: maxTypos,
    prefix: term => mayBegin(term) && this.#engine.frequencyOf(term) === 0,
    fuzzy: term => (mayBeWrong(term) && this.#engine.frequencyOf(term) === 0 ? typoShare : false),
  };
  readonly #remembered = new Map<string, Answer>();

  /** Makes the index of the pages of a catalog. */
  static of(pages: readonly PageEntry[]): SearchIndex {
    const making = SearchIndex.making(pages);
    for (let step = making.next(); ; step = making.next()) if (step.done) return step.value;
  }

  /** Makes an index in small steps, so that other work can run between the steps. */
  static *making(all: readonly PageEntry[]): Generator<undefined, SearchIndex> {
    const searched = withSections(withJoinedTasks(all.filter(isSearched)));
    const ofWork = searched.filter(tellsOfWork);
    const pages = [...new Set([...ofWork, ...searched])];
    const lookup = new Lookup(pages);
    const engine = new Engine();
    const targets: Target[][] = [];
    let id = 0;
    for (const page of ofWork) {
      engine.add(entryOf(page, id++));
      yield;
    }
    for (const at of pages.keys()) {
      lookup.add(at);
      yield;
    }
    const expansions: Expansion[] = [];
    for (const expansion of expansionsOf(pages)) {
      expansions.push(expansion);
      yield;
    }
    for (const expansion of weighed(expansions)) {
      targets.push(expansion.targets);
      engine.add(expansionEntry(expansion.text, id++));
      yield;
    }
    const tasks = yield* TaskRanker.learning(all);
    const phrases = yield* Phrases.of(pages);
    return new SearchIndex({ pages, engine, ofWork: ofWork.length, lookup, targets, tasks, phrases });
  }

  constructor(parts: Parts) {
    this.parts = parts;
    this.#pages = parts.pages;
    this.#at = new Map(this.#pages.map((page, at) => [page.path, at]));
    this.#taskPage = new Map(
      parts.pages.filter(({ kind }) => kind === 'task').map(page => [taskClassOf(page), page]),
    );
    this.#teams = teamsOf(this.#pages, this.#at);
    this.#names = new Names(this.#pages);
    this.#engine = parts.engine;
  }

  /** Returns the pages that answer a question, best first, but at most `maxFound`. */
  find(question: Question): readonly PageEntry[] {
    return this.ask(question).pages.slice(0, maxFound);
  }

  /** Returns the pages that answer a question, and the task that it is likely to be about. Keeps the latest answers. */
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
    const query = asEngineReads(asked);
    const wanted = (page: PageEntry) =>
      (kind === undefined || page.kind === kind) && isOf(page, domain) && fits(page, taskClass);
    const matches = this.#engine.search(this.#queryOf(query)).filter(saysEnough(query, this.#engine));
    const scored = [...this.#scores(matches)].map(([at, score]) => {
      return { page: this.#pages[at]!, score: score * shareOf(this.#pages[at]!) };
    });
    const { tasks: ranked, page: about, fits: isAskedFor } = this.parts.tasks.rank(query);
    const tasks = ranked.flatMap(task => this.#taskPage.get(task) ?? []);
    const found = withTasksInOrder(scored, tasks)
      .filter(({ page }) => wanted(page))
      .sort((a, b) => b.score - a.score);
    const inOrder = kind === undefined ? mixed(found) : found.map(({ page }) => page);
    const ofPages = matches.filter(({ id }) => id < this.parts.ofWork);
    const looked = this.parts.lookup.ask(query, this.#engine, ofPages);
    const named = this.#names.of(query, this.#isWritten);
    const meant = [...named, ...(about === undefined ? [] : [this.#pages[this.#at.get(about)!]!])].filter(
      wanted,
    );
    const likely = meant.find(({ kind }) => kind === 'task') ?? tasks.find(wanted) ?? 'none';
    const isAsked = likely !== 'none' && (taskClass !== undefined || isAskedFor(taskClassOf(likely)));
    const likeness = this.parts.phrases.ask(meaningIn(query) ?? query);
    const alike = alikeOf(likeness, found, this.#pages, wanted);
    const like = isAsked ? taskAndAlike(likely, alike[0], likeness, this.#at) : alike.slice(0, maxAlike);
    const patternsFor = (side: string) => this.find({ query: side, kind: 'pattern' });
    const compared = comparedIn(query, patternsFor, this.#pages).filter(wanted);
    const first = [...compared, ...meant, ...looked.leading.filter(wanted), ...like];
    const pages = [...new Set([...first, ...inOrder, ...looked.pages.filter(wanted)])];
    const task = isAsked && (meant.length === 0 || meant.includes(likely)) ? likely : 'none';
    return { pages, ...((kind ?? 'task') === 'task' && { task }) };
  }

  /** Tells whether a word occurs anywhere in the catalog, in any form. */
  readonly #isWritten = (word: string): boolean => {
    const term = stemOf(word);
    return term !== null && this.#engine.frequencyOf(term) + this.parts.lookup.frequencyOf(term) > 0;
  };

  /** Returns the scores of pages by position: the sum of those from their own words, from expansions, and from related pages. */
  #scores(matches: readonly SearchResult[]): Map<number, number> {
    const own = new Map<number, number>();
    const expanded = new ExpansionScores(this.#at);
    for (const { id, score } of matches) {
      const targets = this.parts.targets[id - this.parts.ofWork];
      if (!targets) own.set(id, score);
      for (const { path, weight } of targets ?? []) expanded.add(path, score * weight * expansionShare);
    }
    for (const [at, score] of own) this.#spread(this.#pages[at]!, score, expanded);
    for (const [at, score] of expanded.scores) own.set(at, (own.get(at) ?? 0) + score);
    for (const team of this.#teams) {
      const score = teamShare * scoreOf(team, own);
      if (score > 0) own.set(team.at, (own.get(team.at) ?? 0) + score);
    }
    return own;
  }

  /** Adds a share of the score of a page to each of its patterns. */
  #spread({ kind, search }: PageEntry, score: number, expanded: ExpansionScores): void {
    const share = relatedShare[kind];
    if (share === undefined) return;
    for (const [position, slug] of (search?.patterns ?? []).entries()) {
      expanded.add(`/patterns/${slug}.md`, (score * share) / (1 + position / 2));
    }
  }

  /** Returns a question as a query of the engine: its words and its pairs of words. */
  #queryOf(question: string) {
    const all = distinctTermsOf(question);
    const isShort = all.length <= maxForTypos;
    const words = isShort ? all : this.#rarestOf(all, maxWords);
    const terms = [...new Set(withSynonyms(words))];
    const pairs = this.#rarestOf(pairsOf(question), maxPairs);
    return {
      combineWith: 'OR' as const,
      queries: [
        {
          queries: [terms.join('\n')],
          fields: wordFields,
          boostTerm: (term: string) => (isSynonymTerm(term) ? synonymShare : 1),
          ...(isShort && this.#unknownWords),
        },
        { queries: [pairs.join('\n')], fields: ['pairs'] },
      ],
    };
  }

  /** Returns the rarest terms, but at most `most`. The frequency of a term includes that of its synonyms. */
  #rarestOf(terms: readonly string[], most: number): string[] {
    return rarestOf([...new Set(terms)], most, term => {
      const synonym = synonymOf(term);
      const own = this.#engine.frequencyOf(term);
      return synonym === undefined ? own : own + this.#engine.frequencyOf(synonym);
    });
  }
}

/** Returns a question as the engine reads it: in English, without its frame, and cut to `maxCharacters`. */
export const asEngineReads = (query: string): string =>
  withoutFrame(inEnglish(query)).slice(0, maxCharacters);

/** The share of the letters of a word that may be wrong. */
const typoShare = 0.2;

/** Tells whether a word is long enough to be the beginning of another; below, whether it is long enough to be misspelled. */
const mayBegin = (term: string): boolean => term.length > 3;
const mayBeWrong = (term: string): boolean => term.length > 4;

/** Tells whether a page is compared with descriptions of work. All other pages are only looked up. */
const tellsOfWork = ({ kind, path, search }: PageEntry): boolean =>
  search === undefined ? kind === 'doc' && !path.startsWith('/docs/schemas/') : !onlyLookedUp.has(kind);

const onlyLookedUp: ReadonlySet<string> = new Set(['contract', 'export', 'term', 'doc']);

const taskClassOf = ({ title, search }: PageEntry): string => search?.task_classes?.[0] ?? title ?? '';
