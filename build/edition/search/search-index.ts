/** Search over the pages of a catalog, which works alike on the server and in a browser. */
import type { SearchOptions } from 'minisearch';
import type { PageEntry } from '#document/text/manifest.ts';
import { askedFor } from './asked.ts';
import { comparedIn } from './compared.ts';
import { coverageOf, termShares, withoutFaint } from './coverage.ts';
import { Engine, entryOf, wordFields } from './engine.ts';
import { fits, isOf } from './filter.ts';
import { inEnglish } from './foreign.ts';
import { withoutFrame } from './frame.ts';
import { withJoinedTasks, withSections } from './joined-task.ts';
import { meaningIn, Names } from './names.ts';
import { leads, teamsFor, withTasksLower } from './order.ts';
import { Phrases } from './phrases.ts';
import { type Signals, scoreOf } from './ranking.ts';
import { rarestOf } from './rarest.ts';
import { isSearched } from './searched.ts';
import { isSynonymTerm, synonymOf, withSynonyms } from './synonyms.ts';
import { taskPages } from './task-pages.ts';
import { TaskRanker } from './task-ranker.ts';
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

/** The number of different terms from which a question describes work. People look pages up in fewer words. */
const enoughToDescribe = 12;

/** The likeness from which a page is a result although it has no word of the question. */
const alike = 0.5;
/** The parts that make up an index. */
interface Parts {
  /** The searched pages, with an entry for each part of a page that search finds by itself. */
  pages: readonly PageEntry[];
  /** The engine, whose entries are the pages at the same positions. */
  engine: Engine;
  tasks: TaskRanker;
  phrases: Phrases;
  /** The positions of the pages that each task names, by the position of the task, each with a weight. */
  taskPages: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** The facts about a question from which its results are ordered. */
interface Found {
  /** The signals of each page that may be a result, by its position. */
  signals: Map<number, Signals>;
  /** The pages that the question names, or the page whose path it is. */
  named: readonly PageEntry[];
  /** The likeliest tasks. */
  tasks: readonly PageEntry[];
  /** Tells whether the words of the question ask for a task. */
  asksFor(task: PageEntry): boolean;
}

export class SearchIndex {
  readonly parts: Parts;
  readonly #pages: readonly PageEntry[];
  readonly #at: ReadonlyMap<string, number>;
  /** The page of each task class, or its entry on the page of its domain. */
  readonly #taskPage: ReadonlyMap<string, PageEntry>;
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
    const pages = withSections(withJoinedTasks(all.filter(isSearched)));
    const at = positionsOf(pages);
    const asked = askedFor(pages);
    const engine = new Engine();
    for (const [id, page] of pages.entries()) {
      engine.add(entryOf(page, asked.get(page.path) ?? [], id));
      yield;
    }
    const tasks = yield* TaskRanker.learning(all);
    const phrases = yield* Phrases.of(pages, asked);
    const named = [...taskPages(pages)].map(([task, paths]): [number, Map<number, number>] => [
      at.get(task)!,
      new Map([...paths].flatMap(([path, weight]) => (at.has(path) ? [[at.get(path)!, weight]] : []))),
    ]);
    return new SearchIndex({ pages, engine, tasks, phrases, taskPages: new Map(named) });
  }

  constructor(parts: Parts) {
    this.parts = parts;
    this.#pages = parts.pages;
    this.#at = positionsOf(this.#pages);
    this.#taskPage = new Map(
      parts.pages.filter(({ kind }) => kind === 'task').map(page => [taskClassOf(page), page]),
    );
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
    const { signals, named, tasks, asksFor } = this.look(query);
    // Pages with the same score come in the order of the index, on the server and in a browser.
    const scored = [...signals]
      .sort(([a], [b]) => a - b)
      .map(([at, ofPage]) => ({ page: this.#pages[at]!, score: scoreOf(this.#pages[at]!.kind, ofPage) }))
      .filter(({ page }) => wanted(page))
      .sort((a, b) => b.score - a.score);
    const patternsFor = (side: string) => this.find({ query: side, kind: 'pattern' });
    const compared = comparedIn(query, patternsFor, this.#pages);
    const meant = [...compared, ...named].filter(wanted);
    const likely = meant.find(each => each.kind === 'task') ?? tasks.find(wanted);
    const isAsked =
      likely !== undefined &&
      (taskClass !== undefined || (asksFor(likely) && (isDescription(query) || leads(likely, scored)))) &&
      (meant.length === 0 || meant.includes(likely));
    const first = isAsked ? [...meant, likely, ...teamsFor(scored, this.#isNamedBy(likely))] : meant;
    const pages = [
      ...new Set([...first, ...(isAsked ? scored : withTasksLower(scored)).map(({ page }) => page)]),
    ];
    return { pages, ...((kind ?? 'task') === 'task' && { task: isAsked ? likely : 'none' }) };
  }

  /** Looks for the pages that may answer a question, and returns the signals of each. */
  look(query: string): Found {
    const shares = termShares(query, this.#engine);
    const matches = this.#engine.search(this.#queryOf(query));
    const covered = new Map(matches.map(each => [each.id as number, coverageOf(each, shares)]));
    const meaning = meaningIn(query);
    const likeness = this.parts.phrases.ask(meaning ?? query);
    const { tasks: ranked, page: about, fits: isAskedFor } = this.parts.tasks.rank(query);
    const tasks = ranked.flatMap(task => this.#taskPage.get(task) ?? []);
    const addressed = this.#at.get(query.trim());
    const named =
      addressed === undefined ? this.#names.of(query, this.#isWritten) : [this.#pages[addressed]!];
    const asksFor = (task: PageEntry) => isAskedFor(taskClassOf(task));
    const ofTask = this.#namedBy(tasks[0]);
    const asked = tasks[0] !== undefined && asksFor(tasks[0]) ? 1 : 0;
    const scores = new Map(matches.map(({ id, score }) => [id as number, score]));
    const [scoreShare, coverageShare, likenessShare] = [scores, covered, likeness].map(sharesOf);
    const positions = [
      ...withoutFaint(matches, shares).map(({ id }) => id as number),
      ...[...likeness].flatMap(([at, share]) => (share >= alike ? [at] : [])),
      ...[...named, ...(asked ? [tasks[0]!] : [])].map(({ path }) => this.#at.get(path)!),
      ...(asked ? ofTask.keys() : []),
    ];
    const signals = new Map<number, Signals>();
    for (const at of positions) {
      const { kind, path } = this.#pages[at]!;
      signals.set(at, {
        match: Math.log1p(scores.get(at) ?? 0),
        matchShare: scoreShare!(at),
        coverage: covered.get(at) ?? 0,
        coverageShare: coverageShare!(at),
        likeness: likeness.get(at) ?? 0,
        likenessShare: likenessShare!(at),
        ofTask: ofTask.get(at) ?? 0,
        ofTaskAsked: asked * (ofTask.get(at) ?? 0),
        patternAsked: kind === 'pattern' ? asked : 0,
        answers: path === about ? 1 : 0,
        meaning: kind === 'term' && meaning !== undefined ? 1 : 0,
      });
    }
    return { signals, named, tasks, asksFor };
  }

  /** Returns a function that tells whether a task names a page. */
  #isNamedBy(task: PageEntry): (page: PageEntry) => boolean {
    const named = this.#namedBy(task);
    return ({ path }) => named.has(this.#at.get(path)!);
  }

  /** Returns the positions of the pages that a task names, each with its weight. */
  #namedBy(task: PageEntry | undefined): ReadonlyMap<number, number> {
    return (task && this.parts.taskPages.get(this.#at.get(task.path)!)) ?? new Map();
  }

  /** Tells whether a word occurs anywhere in the catalog, in any form. */
  readonly #isWritten = (word: string): boolean => {
    const term = stemOf(word);
    return term !== null && this.#engine.frequencyOf(term) > 0;
  };

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

/** Returns a function that returns the value of a position as a share of the greatest value; 0 for a position without a value. */
function sharesOf(values: ReadonlyMap<number, number>): (at: number) => number {
  const greatest = Math.max(...values.values());
  return at => (values.get(at) ?? 0) / (greatest || 1);
}

/** Returns a question as the engine reads it: in English, without its frame, and cut to `maxCharacters`. */
export const asEngineReads = (query: string): string =>
  withoutFrame(inEnglish(query)).slice(0, maxCharacters);

const isDescription = (query: string): boolean => distinctTermsOf(query).length >= enoughToDescribe;

/** The share of the letters of a word that may be wrong. */
const typoShare = 0.2;

/** Tells whether a word is long enough to be the beginning of another; below, whether it is long enough to be misspelled. */
const mayBegin = (term: string): boolean => term.length > 3;
const mayBeWrong = (term: string): boolean => term.length > 4;

const positionsOf = (pages: readonly PageEntry[]): Map<string, number> =>
  new Map(pages.map(({ path }, at) => [path, at]));

const taskClassOf = ({ title, search }: PageEntry): string => search?.task_classes?.[0] ?? title ?? '';
