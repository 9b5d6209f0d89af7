/** Names that a question nearly is: with words misspelled, or with one of their words left out. */
import SearchableMap from 'minisearch/SearchableMap';
import { stemOf, typosIn } from './words.ts';

/** A question with more words describes work. */
const maxAsked = 6;
/** The fewest telling words of a question that identify a name which has one more word. */
const minForPart = 2;
/** A part of more names than this says nothing. */
const maxParts = 3;

export class NearNames {
  /** The names that contain each word. */
  readonly #having = new SearchableMap<Set<string>>();

  /**
   * Adds a name.
   * @param name words between spaces, in any order
   */
  add(name: string): void {
    for (const word of name.split(' ')) {
      const names = this.#having.get(word);
      if (names) names.add(name);
      else this.#having.set(word, new Set([name]));
    }
  }

  /**
   * Returns the names that have all words of a question, spelled like them or nearly. Names without further telling words come
   * with the fewest errors; if there are none, the few names with one word more.
   * @param asked words between spaces, in any order
   * @param isWritten tells whether a word occurs in the catalog; such a word is no misspelled name by itself
   */
  of(asked: string, isWritten: (word: string) => boolean): string[] {
    const words = asked.split(' ');
    const said = saidIn(words);
    if (said === 0 || words.length > maxAsked) return [];
    const errors = this.#errorsOf(words, isWritten);
    const missing = [...errors.keys()].map(name => ({ name, words: saidIn(name.split(' ')) - said }));
    const whole = missing.filter(({ words }) => words === 0).map(({ name }) => name);
    if (whole.length > 0) {
      const fewest = Math.min(...whole.map(name => errors.get(name)!));
      return whole.filter(name => errors.get(name) === fewest);
    }
    const parts = missing.filter(({ words }) => words === 1).map(({ name }) => name);
    return said < minForPart || parts.length > maxParts ? [] : parts;
  }

  /** Returns the names that have all of some words, each with the number of wrong letters. */
  #errorsOf(words: readonly string[], isWritten: (word: string) => boolean): Map<string, number> {
    // Words that are right leave few names, so that what others may be is seldom looked for.
    const [right, wrong] = [true, false].map(has => words.filter(word => this.#having.has(word) === has));
    let errors: Map<string, number> | undefined;
    for (const word of [...right!, ...wrong!]) {
      const fitting = new Map<string, number>();
      const isRight = this.#having.has(word);
      if (!isRight && words.length === 1 && isWritten(word)) return fitting;
      for (const [each, typos] of isRight ? [[word, 0] as const] : this.#near(word))
        for (const name of this.#having.get(each)!) {
          const before = errors ? errors.get(name) : 0;
          if (before === undefined) continue;
          fitting.set(name, Math.min(fitting.get(name) ?? Infinity, before + typos));
        }
      if (fitting.size === 0) return fitting;
      errors = fitting;
    }
    return errors ?? new Map();
  }

  /** Yields the words of names that resemble a word, with the number of wrong letters. Two swapped neighbours are one error. */
  *#near(word: string): Generator<readonly [string, number]> {
    const typos = typosIn(word);
    if (typos === 0) return;
    for (const [near, [, distance]] of this.#having.fuzzyGet(word, typos)) yield [near, distance];
    for (const swapped of swapsOf(word)) if (this.#having.has(swapped)) yield [swapped, 1];
  }
}

/** Counts the words of a name that say something, unlike "the". */
const saidIn = (words: readonly string[]): number => words.filter(word => stemOf(word) !== null).length;

/** Returns the variants of a word with two neighbouring letters swapped. */
const swapsOf = (word: string): string[] =>
  [...word.slice(1)].map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
