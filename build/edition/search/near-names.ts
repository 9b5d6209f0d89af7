/** Names that a question nearly is: with words misspelled, or with one of their words left out. */
import SearchableMap from 'minisearch/SearchableMap';
import { stemOf, typosIn } from './words.ts';

/** A question with more words describes work. */
const maxAsked = 6;
/** The fewest words of a question that are enough to tell a name of which one word is missing. */
const minForPart = 2;
/** A part of more names than this says nothing. */
const maxParts = 3;

export class NearNames {
  /** By word, the names that have it. */
  readonly #having = new SearchableMap<Set<string>>();

  /** @param name words between spaces, in any order */
  add(name: string): void {
    for (const word of name.split(' ')) {
      const names = this.#having.get(word);
      if (names) names.add(name);
      else this.#having.set(word, new Set([name]));
    }
  }

  /**
   * The names that have each word of a question, or nearly: those of which nothing is missing with the fewest errors, and where there
   * are none, the few of which one word is missing.
   * @param asked words between spaces, in any order
   * @param isWritten whether a word stands anywhere in the catalog: then it is no misspelled name by itself
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

  /** The names that have all of some words, with how many letters of the words are wrong. */
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

  /** The words of names that are nearly a word, with how many letters differ. Two letters that changed places are one error. */
  *#near(word: string): Generator<readonly [string, number]> {
    const typos = typosIn(word);
    if (typos === 0) return;
    for (const [near, [, distance]] of this.#having.fuzzyGet(word, typos)) yield [near, distance];
    for (const swapped of swapsOf(word)) if (this.#having.has(swapped)) yield [swapped, 1];
  }
}

/** How many words of a name say something. */
const saidIn = (words: readonly string[]): number => words.filter(word => stemOf(word) !== null).length;

/** A word with each two neighbours in the other order. */
const swapsOf = (word: string): string[] =>
  [...word.slice(1)].map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
