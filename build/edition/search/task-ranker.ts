/**
 * A naive Bayes classifier that tells which task a question is about. It learns from how people ask for each task. Search in
 * general looks for pages with the words of a question. Here, the form of the question counts too ("how many", "which of", "write
 * a"), so words that have no meaning elsewhere are features as well.
 */
import type { PageEntry } from '#document/text/manifest.ts';
import { inEnglish } from './foreign.ts';
import { outside, outsidePhrases } from './outside.ts';
import { rarestOf } from './rarest.ts';
import { withSynonyms } from './synonyms.ts';
import { pairsOf, stemOf, wordsOf } from './words.ts';

/** The weight of each sort of feature. */
const weights = { term: 1, synonym: 0.5, filler: 0.5, first: 0.7, pair: 0.5 };
type Sort = keyof typeof weights;

/** The number of assumed features that count with those seen for a task; `domainShare` tells how they are distributed. */
const taskSmoothing = 30;
/** The number of assumed features that count with those seen for a domain. They are distributed as in the whole catalog. */
const domainSmoothing = 40;
/** The share of the assumed features of a task that are distributed as in its domain. The rest follow the whole catalog. */
const domainShare = 0.4;
/** The most features of a question that count. They are the rarest ones; an ordinary question has a third as many. */
const maxFeatures = 96;
/** The number of words that a question must share with how people ask for a task. */
const minWords = 2;
/**
 * The number of pairs of neighbouring words that is enough in place of `minWords` words. A question with fewer pairs must share
 * all of them, but at least two.
 */
const minPairs = 3;

/** The score from which the likeliest task is clear. */
const enough = 10;
/** The lead over the score of the next task of another domain that makes the likeliest task clear if its score is below `enough`. */
const ahead = 3;
/** The share of the uses of a word from which it is mainly a word of one task. */
const mainShare = 0.3;

/** The domain under which the ranker learns the questions that guides and pages of rules answer. */
const about = 'about';

/** Tells whether a name that the ranker has learnt is that of a task. */
const isTask = (name: string): boolean => !name.startsWith(`${outside}.`) && !name.startsWith(`${about}.`);

const domainOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** A task or a domain of tasks, with the number of features seen in questions about it. */
interface Learnt {
  name: string;
  total: number;
}

/** A task class, with the domain to which it belongs; or a guide, a page of rules, or work outside all classes, learnt alike. */
interface LearntTask extends Learnt {
  domain: Learnt;
}

/** The number of times that a feature was seen, in all and with each task. */
interface Seen {
  all: number;
  with: Map<LearntTask, number>;
}

/** The totals of a ranker. Rankers with the same features and totals give the same order. */
export interface RankerState {
  /** The names of all that was learnt, each with the number of features seen in questions about it. */
  tasks: [task: string, total: number][];
  /** The number of different features. */
  size: number;
}

/** The tasks that a question may be about, in order. */
interface RankedTasks {
  /** The task classes, likeliest first. */
  tasks: readonly string[];
  /** The path of the guide or page of rules that the question is about; absent unless that is likelier than any task. */
  page?: string;
  /**
   * Tells whether the words of the question ask for a task. Even the likeliest task may not fit, because some task is always
   * first. One common word is not enough, unless the question has no other.
   */
  fits(task: string): boolean;
}

export class TaskRanker {
  readonly #domains = new Map<string, Learnt>();
  /** All that the ranker has learnt, by name: task classes, guides and rules under `about`, and work outside all classes. */
  readonly #tasks = new Map<string, LearntTask>();
  /** The counts of each feature. */
  readonly #seen = new Map<string, Seen>();
  #total = 0;
  /** The number of different features. */
  #size = 0;

  /**
   * Learns how people ask for tasks from the domains of a catalog, and which questions its guides and rules answer.
   * @param pages all pages of the catalog
   */
  static of(pages: readonly PageEntry[]): TaskRanker {
    const making = TaskRanker.learning(pages);
    for (let step = making.next(); ; step = making.next()) if (step.done) return step.value;
  }

  /** Learns from pages as `of` does, in small steps, so that other work can run between the steps. */
  static *learning(pages: readonly PageEntry[]): Generator<undefined, TaskRanker> {
    const ranker = new TaskRanker();
    for (const { kind, path, search } of pages) {
      const { domains: [domain = ''] = [], tasks = [], situations = [] } = search ?? {};
      if (kind === 'guide' || kind === 'contract')
        for (const { phrases } of situations) {
          for (const phrase of phrases) ranker.#learn(about, path, inEnglish(phrase));
          yield;
        }
      if (kind !== 'domain') continue;
      for (const { name, description } of tasks) ranker.#learn(domain, name, description);
      for (const { task, phrases } of situations) {
        if (task !== undefined) for (const phrase of phrases) ranker.#learn(domain, task, inEnglish(phrase));
        yield;
      }
    }
    for (const phrase of outsidePhrases) ranker.#learn(outside, outside, phrase);
    return ranker;
  }

  #learn(domain: string, name: string, text: string): void {
    const task = this.#taskOf(`${domain}.${name}`);
    const features = featuresOf(text);
    for (const feature of features.keys()) this.#see(feature, task, 1);
    this.#count(task, features.size);
    this.#size = this.#seen.size;
  }

  #see(feature: string, task: LearntTask, times: number): void {
    const seen = this.#seen.get(feature) ?? { all: 0, with: new Map() };
    seen.all += times;
    seen.with.set(task, (seen.with.get(task) ?? 0) + times);
    this.#seen.set(feature, seen);
  }

  #count(task: LearntTask, features: number): void {
    task.total += features;
    task.domain.total += features;
    this.#total += features;
  }

  #taskOf(name: string): LearntTask {
    const known = this.#tasks.get(name);
    if (known) return known;
    const domainName = domainOf(name);
    const domain = this.#domains.get(domainName) ?? { name: domainName, total: 0 };
    const task = { name, total: 0, domain };
    this.#domains.set(domainName, domain);
    this.#tasks.set(name, task);
    return task;
  }

  get state(): RankerState {
    return { tasks: [...this.#tasks].map(([task, { total }]) => [task, total]), size: this.#size };
  }

  /** Returns how often each feature was seen with each task. A task is named by its index in the tasks of `state`. */
  get features(): Map<string, [task: number, times: number][]> {
    const positions = new Map([...this.#tasks.values()].map((task, at) => [task, at]));
    return new Map(
      [...this.#seen].map(([feature, seen]) => [
        feature,
        [...seen.with]
          .map(([task, times]): [number, number] => [positions.get(task)!, times])
          .sort(byPosition),
      ]),
    );
  }

  /** Makes a ranker with the tasks of another ranker, but without its features. */
  static from({ tasks, size }: RankerState): TaskRanker {
    const ranker = new TaskRanker();
    for (const [task, total] of tasks) ranker.#count(ranker.#taskOf(task), total);
    ranker.#size = size;
    return ranker;
  }

  /** Adds a feature with the numbers that `features` of another ranker returned for it. */
  put(feature: string, seen: readonly (readonly [task: number, times: number])[]): void {
    const tasks = [...this.#tasks.values()];
    for (const [at, times] of seen) this.#see(feature, tasks[at]!, times);
  }

  /** Returns how often a feature was seen with any task. */
  readonly #timesOf = (feature: string): number => this.#seen.get(feature)?.all ?? 0;

  /**
   * Ranks the task classes, likeliest first; none if no word of the question, and no pair of its words, was seen with any task.
   * No class fits work that is outside all classes.
   */
  rank(question: string): RankedTasks {
    const all = [...featuresOf(question)];
    const known = rarestOf(all, maxFeatures, ([feature]) => this.#timesOf(feature));
    const isKnown = known.some(([, sort]) => sort === 'term' || sort === 'pair');
    const scored = isKnown ? this.#scores(known) : [];
    scored.sort((a, b) => b.score - a.score);
    const names = scored.map(({ task }) => task);
    const [first = ''] = names;
    const best = scored[0]?.score ?? 0;
    const other = scored.find(({ task }) => domainOf(task) !== domainOf(first));
    const isClear = best >= enough || best - (other?.score ?? 0) >= ahead;
    const isPage = isClear && first.startsWith(`${about}.`) && this.#fits(first, all);
    return {
      tasks: names.filter(isTask),
      ...(isPage && { page: first.slice(about.length + 1) }),
      fits: task => isClear && isTask(first) && this.#fits(task, all),
    };
  }

  #fits(name: string, features: readonly Feature[]): boolean {
    const task = this.#tasks.get(name);
    if (!task) return false;
    const shared = (sort: Sort) =>
      features.filter(([each, of]) => of === sort && this.#seen.get(each)?.with.has(task)).length;
    const all = (sort: Sort) => features.filter(([, of]) => of === sort).length;
    const hasWords = all('term') === 1 ? this.#isMainly(task, features) : shared('term') >= minWords;
    return hasWords || shared('pair') >= Math.max(2, Math.min(minPairs, all('pair')));
  }

  /** Tells whether the only word of a question is mainly a word of one task. */
  #isMainly(task: LearntTask, features: readonly Feature[]): boolean {
    const [word = ''] = features.find(([, sort]) => sort === 'term') ?? [];
    const times = this.#seen.get(word)?.with.get(task) ?? 0;
    return times > 1 && times >= this.#timesOf(word) * mainShare;
  }

  /**
   * Returns for each task the logarithm of how much likelier the features are in questions about that task than in any question.
   * All tasks of a domain with which a feature was not seen share its score, so only the others are computed one by one.
   */
  #scores(features: readonly Feature[]): { task: string; score: number }[] {
    const scores = new Map([...this.#tasks.values()].map(task => [task, 0]));
    const unseen = new Map([...this.#domains.values()].map(domain => [domain, 0]));
    let weight = 0;
    for (const [feature, sort] of features) {
      const seen = this.#seen.get(feature)!;
      const expected = this.#expectedOf(seen, weights[sort], unseen);
      for (const [task, times] of seen.with) {
        const more = Math.log(1 + times / (taskSmoothing * expected.get(task.domain)!));
        scores.set(task, scores.get(task)! + weights[sort] * more);
      }
      weight += weights[sort];
    }
    return [...scores].map(([task, score]) => ({
      task: task.name,
      score: score + unseen.get(task.domain)! - weight * Math.log(1 + task.total / taskSmoothing),
    }));
  }

  /**
   * Returns, by domain, how often a feature is expected in a question about a task of which nothing is known.
   * @param unseen the scores, by domain, of tasks with which no feature was seen; the score of this feature is added to them
   */
  #expectedOf(seen: Seen, weight: number, unseen: Map<Learnt, number>): Map<Learnt, number> {
    const anywhere = (seen.all + 0.5) / (this.#total + 0.5 * this.#size);
    const times = new Map<Learnt, number>();
    for (const [{ domain }, each] of seen.with) times.set(domain, (times.get(domain) ?? 0) + each);
    const expected = new Map<Learnt, number>();
    for (const [domain, score] of unseen) {
      const inDomain =
        ((times.get(domain) ?? 0) + domainSmoothing * anywhere) / (domain.total + domainSmoothing);
      const share = (1 - domainShare) * anywhere + domainShare * inDomain;
      expected.set(domain, share);
      unseen.set(domain, score + weight * Math.log(share / anywhere));
    }
    return expected;
  }
}

/** A feature of a question, and its sort. */
export type Feature = readonly [feature: string, sort: Sort];

const byPosition = ([a]: readonly [number, number], [b]: readonly [number, number]): number => a - b;

/** Returns the features by which texts are compared, each with its sort. */
export function featuresOf(text: string): Map<string, Sort> {
  const words = wordsOf(text);
  const features = new Map<string, Sort>();
  const distinct = [...new Set(words)];
  for (const term of withSynonyms(distinct.flatMap(word => stemOf(word) ?? [])))
    features.set(term, term.startsWith('=') ? 'synonym' : 'term');
  for (const word of distinct) if (stemOf(word) === null) features.set(`filler ${word}`, 'filler');
  for (const pair of pairsOf(text)) features.set(`pair ${pair}`, 'pair');
  if (words[0] !== undefined) features.set(`first ${words[0]}`, 'first');
  return features;
}
