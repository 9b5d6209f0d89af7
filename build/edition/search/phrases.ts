/**
 * Phrases that name a page or ask for it: titles, other names, headings, and questions that editors wrote down. A
 * question that is much like one of these phrases asks for its page. Rare words count most, and common words a
 * little, because some questions have no others.
 */
import type { PageEntry } from '#document/text/manifest.ts';
import { taskAddress } from './joined-task.ts';
import { calledIn, renditionOf } from './names.ts';
import type { Scored } from './order.ts';
import { rarestOf } from './rarest.ts';
import { type Feature, featuresOf } from './task-ranker.ts';
import { termsOf, wordsOf } from './words.ts';

/** The weight of each sort of feature. Sorts with the weight 0 are left out. */
const weights = { term: 1, synonym: 0.4, filler: 0.4, pair: 0, first: 0 };
/**
 * The weight of a phrase that asks for a pattern, compared with one that asks for a task. The page of the task comes first,
 * because it says whether a team is worth its cost on that task.
 */
const patternShare = 0.9;
/** The weight of a heading of one word, compared with a name. Such a heading says little by itself. */
const wordShare = 0.8;
/** The most words of a phrase. A longer one describes work. */
const maxWords = 8;
/** The weights of kinds of pages. Few people look for pages that report what others say. */
const kindShare: Readonly<Record<string, number>> = { research_record: 0.9, comparison: 0.9, term: 0.9 };
/** The likeness from which a question asks for a page; below, the most that the score of the page by other means adds to it. */
const enough = 0.5;
const tieShare = 0.15;
/** The most pages that come first because a question is like their phrases. */
export const maxAlike = 3;
/** The most features of a question that count. They are the rarest ones. */
const maxFeatures = 32;

/**
 * The phrases without their words: for each, the position of its page and its length. The length is
 * greater for a phrase with a lower weight.
 */
type PhrasesState = [page: number, length: number][];

export class Phrases {
  /** The positions of the phrases that have a feature, by the feature. */
  readonly features = new Map<string, number[]>();
  readonly state: PhrasesState;

  constructor(state: PhrasesState = []) {
    this.state = state;
  }

  /** Makes the phrases of all pages, in a step for each page, so that other work can run between the steps. */
  static *of(pages: readonly PageEntry[]): Generator<undefined, Phrases> {
    const phrases = new Phrases();
    const at = new Map(pages.map(({ path }, position) => [path, position]));
    const known: { features: Feature[]; weight: number }[] = [];
    for (const page of pages) {
      for (const [text, weight, path] of phrasesOf(page)) {
        const features = wordsOf(text).length > maxWords ? [] : weighedIn(text);
        const position = at.get(path);
        if (features.length === 0 || position === undefined) continue;
        for (const [feature] of features) {
          const having = phrases.features.get(feature);
          if (having) having.push(known.length);
          else phrases.features.set(feature, [known.length]);
        }
        known.push({ features, weight: weight * (kindShare[page.kind] ?? 1) });
        phrases.state.push([position, 0]);
      }
      yield;
    }
    for (const [phrase, { features, weight }] of known.entries())
      phrases.state[phrase]![1] = Math.ceil(phrases.#lengthOf(features) / weight ** 2);
    return phrases;
  }

  /** Returns how much a question is like the phrases of each page, from 0 to 1, by the position of the page. */
  ask(question: string): Map<number, number> {
    const all = weighedIn(question);
    const length = this.#lengthOf(all);
    const shared = new Map<number, number>();
    const rarest = rarestOf(all, maxFeatures, ([feature]) => this.features.get(feature)?.length ?? 0);
    for (const feature of rarest) {
      const weight = this.#weightOf(feature);
      for (const phrase of this.features.get(feature[0])!)
        shared.set(phrase, (shared.get(phrase) ?? 0) + weight);
    }
    const found = new Map<number, number>();
    for (const [phrase, sum] of shared) {
      const [page, own] = this.state[phrase]!;
      found.set(page, Math.max(found.get(page) ?? 0, sum / Math.sqrt(length * own)));
    }
    return found;
  }

  #lengthOf(features: readonly Feature[]): number {
    return features.reduce((sum, feature) => sum + this.#weightOf(feature), 0);
  }

  #weightOf([feature, sort]: Feature): number {
    const frequency = this.features.get(feature)?.length ?? 0;
    return (weights[sort] * Math.log(1 + this.state.length / (1 + frequency))) ** 2;
  }
}

const weighedIn = (text: string): Feature[] => [...featuresOf(text)].filter(([, sort]) => weights[sort] > 0);

/**
 * Yields the phrases of a page, each with its weight and the path of the page that it asks for. A
 * domain also has the phrases of its tasks.
 */
function* phrasesOf(page: PageEntry): Generator<[text: string, weight: number, path: string]> {
  if (renditionOf(page)) return;
  const { path, search = {} } = page;
  for (const name of new Set(calledIn(page))) yield [name, 1, path];
  for (const heading of search.headings ?? [])
    yield [heading, termsOf(heading).length > 1 ? 1 : wordShare, path];
  for (const { task, phrases } of search.situations ?? []) {
    const named = search.tasks?.find(({ name }) => name === task);
    const address = named ? taskAddress(path, search.domains?.[0] ?? '', named) : path;
    for (const phrase of phrases) yield [phrase, page.kind === 'pattern' ? patternShare : 1, address];
  }
}

/**
 * Returns the pages whose phrases are like a question, most alike first. If two are nearly equal, their scores decide.
 * @param likeness the likeness of each page to the question, by position
 * @param found all results with their scores, best first
 * @param wanted tells whether a page may be among the results
 */
export function alikeOf(
  likeness: ReadonlyMap<number, number>,
  found: readonly Scored[],
  pages: readonly PageEntry[],
  wanted: (page: PageEntry) => boolean,
): PageEntry[] {
  const best = found[0]?.score ?? 0;
  const scoreOf = (page: PageEntry) => found.find(each => each.page === page)?.score ?? 0;
  return [...likeness]
    .filter(([at, share]) => share >= enough && wanted(pages[at]!))
    .map(([at, share]) => ({
      page: pages[at]!,
      score: share + (tieShare * scoreOf(pages[at]!)) / (best || 1),
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ page }) => page);
}

/** The likeness of the task that is asked for, as a share of that of another page, from which the task comes before that page. */
const taskShare = 0.8;

/**
 * Orders the task that a question asks for and the page that is most like the question; returns only
 * the task if there is no such page.
 * @param likeness the likeness of each page to the question, by position
 * @param at the positions of pages, by path
 */
export function taskAndAlike(
  task: PageEntry,
  alike: PageEntry | undefined,
  likeness: ReadonlyMap<number, number>,
  at: ReadonlyMap<string, number>,
): PageEntry[] {
  if (alike === undefined) return [task];
  const likenessOf = ({ path }: PageEntry) => likeness.get(at.get(path)!) ?? 0;
  return likenessOf(task) >= taskShare * likenessOf(alike) ? [task, alike] : [alike, task];
}
