/**
 * Which task a question is about: a naive Bayes classifier that learns from how people ask for each task. Search in general looks for
 * pages with the words of a question; here the form of the question counts too ("how many", "which of", "write a"), so words that
 * say nothing elsewhere are features as well.
 */
import type { PageEntry } from '#document/text/manifest.ts';
import { outside, outsidePhrases } from './outside.ts';
import { rarestOf } from './rarest.ts';
import { withSynonyms } from './synonyms.ts';
import { pairsOf, stemOf, wordsOf } from './words.ts';

/** How much a feature of each sort counts. */
const weights = { term: 1, synonym: 0.5, filler: 0.5, first: 0.7, pair: 0.5 };
type Sort = keyof typeof weights;

/** How much a task is taken to be like all others before anything is known of it, and a domain like the catalog, in features. */
const taskSmoothing = 30;
const domainSmoothing = 40;
/** How much of that is what its domain is like. */
const domainShare = 0.4;
/** In a longer question only the rarest words count, which say most: ordinary questions have a third as many. */
const maxFeatures = 96;
/**
 * A task fits a question that shares this many words, or else this many pairs of neighbours, with how people ask for it; of a shorter
 * question all of them, though one pair is never enough.
 */
const minWords = 2;
const minPairs = 3;

/** The score of the likeliest task, or its lead on the next, below which the question is about none. */
const enough = 10;
const ahead = 3;
/** How much of the use of a word is mainly. */
const mainShare = 0.3;

/** The domain under which the ranker learns what pages answer that are no tasks: guides and rules. */
const about = 'about';

/** Whether what was learnt under a name is a task. */
const isTask = (name: string): boolean => !name.startsWith(`${outside}.`) && !name.startsWith(`${about}.`);

/** How often features were seen. */
class Counts {
  total = 0;
  /** How many different features there are. */
  size = 0;
  readonly #of = new Map<string, number>();
  add(feature: string): void {
    const before = this.of(feature);
    if (before === 0) this.size += 1;
    this.#of.set(feature, before + 1);
    this.total += 1;
  }
  of(feature: string): number {
    return this.#of.get(feature) ?? 0;
  }
  /** Takes over what was counted elsewhere, where the totals are known already. */
  put(feature: string, times: number): void {
    this.#of.set(feature, this.of(feature) + times);
  }
  get features(): Iterable<[string, number]> {
    return this.#of;
  }
}

/** The counts that a ranker needs beside its features to give the same order. */
export interface RankerState {
  /** Task classes with how many features were seen of each. */
  tasks: [task: string, total: number][];
  /** How many different features there are. */
  size: number;
}

/** The tasks that a question may be about. */
interface RankedTasks {
  /** Likeliest first. */
  tasks: readonly string[];
  /** The path of the guide or page of rules that the question is about, where that is likelier than any task. */
  page?: string;
  /**
   * Whether a task is asked for in the words of the question. The likeliest task need not be: some task always comes first. One word
   * in common says little, unless it is all that was asked.
   */
  fits(task: string): boolean;
}

export class TaskRanker {
  readonly #all = new Counts();
  readonly #domains = new Map<string, Counts>();
  /** By task class. */
  readonly #tasks = new Map<string, Counts>();

  /**
   * Learns from all domains of a catalog.
   * @param pages all of the catalog: its domains say how people ask for their tasks
   */
  static of(pages: readonly PageEntry[]): TaskRanker {
    const making = TaskRanker.learning(pages);
    for (let step = making.next(); ; step = making.next()) if (step.done) return step.value;
  }

  /** The same a task at a time, so that others have their turn meanwhile. */
  static *learning(pages: readonly PageEntry[]): Generator<undefined, TaskRanker> {
    const ranker = new TaskRanker();
    for (const { kind, path, search } of pages) {
      const { domains: [domain = ''] = [], tasks = [], situations = [] } = search ?? {};
      if (kind === 'guide' || kind === 'contract')
        for (const { phrases } of situations) {
          for (const phrase of phrases) ranker.#learn(about, path, phrase);
          yield;
        }
      if (kind !== 'domain') continue;
      for (const { name, description } of tasks) ranker.#learn(domain, name, description);
      for (const { task, phrases } of situations) {
        if (task !== undefined) for (const phrase of phrases) ranker.#learn(domain, task, phrase);
        yield;
      }
    }
    for (const phrase of outsidePhrases) ranker.#learn(outside, outside, phrase);
    return ranker;
  }

  #learn(domain: string, task: string, text: string): void {
    const counts = this.#countsOf(`${domain}.${task}`);
    for (const feature of featuresOf(text).keys()) for (const each of counts) each.add(feature);
  }

  get state(): RankerState {
    return { tasks: [...this.#tasks].map(([task, { total }]) => [task, total]), size: this.#all.size };
  }

  /** How often each feature was seen with each task, by the position of the task. */
  get features(): Map<string, [task: number, times: number][]> {
    const all = new Map<string, [number, number][]>();
    for (const [at, counts] of [...this.#tasks.values()].entries()) {
      for (const [feature, times] of counts.features) {
        const seen = all.get(feature);
        if (seen) seen.push([at, times]);
        else all.set(feature, [[at, times]]);
      }
    }
    return all;
  }

  /** A ranker with the tasks of another, and without features. */
  static from({ tasks, size }: RankerState): TaskRanker {
    const ranker = new TaskRanker();
    for (const [task, total] of tasks) for (const counts of ranker.#countsOf(task)) counts.total += total;
    ranker.#all.size = size;
    return ranker;
  }

  /** Adds how often a feature was seen, as another ranker had it. */
  put(feature: string, seen: readonly (readonly [task: number, times: number])[]): void {
    const tasks = [...this.#tasks.keys()];
    for (const [at, times] of seen)
      for (const counts of this.#countsOf(tasks[at]!)) counts.put(feature, times);
  }

  /** Returns the counts for a task: of all tasks, of its domain, and of itself. */
  #countsOf(task: string): Counts[] {
    return [this.#all, countsIn(this.#domains, task.split('.')[0]!), countsIn(this.#tasks, task)];
  }

  /** The task classes, likeliest first; none when the question has no word that any task is asked for with. None fits work outside all classes. */
  rank(question: string): RankedTasks {
    const all = [...featuresOf(question)];
    const known = rarestOf(all, maxFeatures, ([feature]) => this.#all.of(feature));
    const isKnown = known.some(([, sort]) => sort === 'term' || sort === 'pair');
    const features = known.map(([feature, sort]) => ({
      feature,
      weight: weights[sort],
      anywhere: (this.#all.of(feature) + 0.5) / (this.#all.total + 0.5 * this.#all.size),
    }));
    const scored = [...(isKnown ? this.#tasks.keys() : [])].map(task => ({
      task,
      score: this.#score(task, features),
    }));
    scored.sort((a, b) => b.score - a.score);
    const names = scored.map(({ task }) => task);
    const [first = ''] = names;
    const best = scored[0]?.score ?? 0;
    const isClear = best >= enough || best - (scored[1]?.score ?? 0) >= ahead;
    const isPage = isClear && first.startsWith(`${about}.`) && this.#fits(first, all);
    return {
      tasks: names.filter(isTask),
      ...(isPage && { page: first.slice(about.length + 1) }),
      fits: task => isClear && isTask(first) && this.#fits(task, all),
    };
  }

  #fits(task: string, features: readonly (readonly [feature: string, sort: Sort])[]): boolean {
    const own = this.#tasks.get(task);
    if (!own) return false;
    const shared = (sort: Sort) => features.filter(([each, of]) => of === sort && own.of(each) > 0).length;
    const all = (sort: Sort) => features.filter(([, of]) => of === sort).length;
    const hasWords = all('term') === 1 ? this.#isMainly(own, features) : shared('term') >= minWords;
    return hasWords || shared('pair') >= Math.max(2, Math.min(minPairs, all('pair')));
  }

  /** Whether the only word of a question stands mainly for one task. */
  #isMainly(own: Counts, features: readonly (readonly [feature: string, sort: Sort])[]): boolean {
    const [word = ''] = features.find(([, sort]) => sort === 'term') ?? [];
    return own.of(word) > 1 && own.of(word) >= this.#all.of(word) * mainShare;
  }

  /** The logarithm of how much likelier the features are in questions about the task than in any. */
  #score(task: string, features: readonly Feature[]): number {
    const own = this.#tasks.get(task)!;
    const domain = this.#domains.get(task.split('.')[0]!)!;
    let score = 0;
    for (const { feature, weight, anywhere } of features) {
      const inDomain = smoothed(domain, feature, anywhere, domainSmoothing);
      const before = (1 - domainShare) * anywhere + domainShare * inDomain;
      score += weight * Math.log(smoothed(own, feature, before, taskSmoothing) / anywhere);
    }
    return score;
  }
}

/** A feature of a question, how much it counts, and its share of all features of all questions that were learnt from. */
interface Feature {
  feature: string;
  weight: number;
  anywhere: number;
}

const smoothed = (counts: Counts, feature: string, before: number, smoothing: number): number =>
  (counts.of(feature) + smoothing * before) / (counts.total + smoothing);

function countsIn(all: Map<string, Counts>, name: string): Counts {
  const counts = all.get(name) ?? new Counts();
  all.set(name, counts);
  return counts;
}

/** Returns the features by which a text is compared, each with its sort. */
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
