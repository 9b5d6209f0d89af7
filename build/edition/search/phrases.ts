/**
 * Phrases that name a page or ask for it: titles, other names, headings, and questions that editors wrote down. A
 * question that is much like one of these phrases asks for its page. Rare words count most, and common words a
 * little, because some questions have no others.
 */
import type { PageEntry } from '#document/text/manifest.ts';
import { calledIn, renditionOf } from './names.ts';
import { rarestOf } from './rarest.ts';
import { type Feature, featuresOf } from './task-ranker.ts';
import { termsOf, wordsOf } from './words.ts';

/** The weight of each sort of feature. Sorts with the weight 0 are left out. */
const weights = { term: 1, synonym: 0.4, filler: 0.4, pair: 0, first: 0 };
/** The weight of a heading of one word, compared with a name. Such a heading says little by itself. */
const wordShare = 0.8;
/** The most words of a phrase. A longer one describes work. */
const maxWords = 8;
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

  /**
   * Makes the phrases of all pages, in a step for each page, so that other work can run between the steps.
   * @param asked the phrases in which people ask for each page, by its path
   */
  static *of(
    pages: readonly PageEntry[],
    asked: ReadonlyMap<string, readonly string[]>,
  ): Generator<undefined, Phrases> {
    const phrases = new Phrases();
    const known: { features: Feature[]; weight: number }[] = [];
    for (const [position, page] of pages.entries()) {
      for (const [text, weight] of phrasesOf(page, asked.get(page.path) ?? [])) {
        const features = wordsOf(text).length > maxWords ? [] : weighedIn(text);
        if (features.length === 0) continue;
        for (const [feature] of features) {
          const having = phrases.features.get(feature);
          if (having) having.push(known.length);
          else phrases.features.set(feature, [known.length]);
        }
        known.push({ features, weight });
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

/** Yields the phrases of a page, each with its weight. */
function* phrasesOf(page: PageEntry, asked: readonly string[]): Generator<[text: string, weight: number]> {
  if (renditionOf(page)) return;
  for (const name of new Set(calledIn(page))) yield [name, 1];
  for (const heading of page.search?.headings ?? [])
    yield [heading, termsOf(heading).length > 1 ? 1 : wordShare];
  for (const phrase of asked) yield [phrase, 1];
}
