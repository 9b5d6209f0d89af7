/** Names that resemble a question: some of its words are misspelled, or the name has one word more. */
import SearchableMap from 'minisearch/SearchableMap';
import { stemOf, typosIn } from './words.ts';

/** The most words of a question that is compared with names. A longer question describes work. */
const maxAsked = 6;
/** The fewest telling words of a question that may identify a name with one more word. */
const minForPart = 2;
/** The most names with one more word that a question may identify. If more fit, it identifies none. */
const maxParts = 3;

export class NearNames {
  /** The names that contain each word. */
  readonly #having = new SearchableMap<Set<string>>();

  /**
   * Adds a name to those that can be found.
   * @param name the words of the name, separated by spaces, in any order
   */
  add(name: string): void {
    for (const word of name.split(' ')) {
      const names = this.#having.get(word);
      if (names) names.add(name);
      else this.#having.set(word, new Set([name]));
    }
  }

  /**
   * Returns the names that have all words of a question, spelled alike or nearly alike: those without further telling words that
   * have the fewest errors, or else those with one more telling word, unless too many fit.
   * @param asked the words of the question, separated by spaces, in any order
   * @param isWritten tells whether a word occurs in the catalog, and so is not a misspelling by itself
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

  /** Returns the names that have all of some words or similar ones, each with its number of wrong letters. */
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

  /**
   * Yields the words of names that resemble a word, each with its number of wrong letters. Two swapped neighbours count as one.
   */
  *#near(word: string): Generator<readonly [string, number]> {
    const typos = typosIn(word);
    if (typos === 0) return;
    for (const [near, [, distance]] of this.#having.fuzzyGet(word, typos)) yield [near, distance];
    for (const swapped of swapsOf(word)) if (this.#having.has(swapped)) yield [swapped, 1];
  }
}

/** Counts the words that have a meaning of their own, unlike "the". */
const saidIn = (words: readonly string[]): number => words.filter(word => stemOf(word) !== null).length;

/** Returns the variants of a word in which two neighbouring letters are swapped. */
const swapsOf = (word: string): string[] =>
  [...word.slice(1)].map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
