/** Finds, for the words of a question, those of the catalog that mean the same. */
import { synonyms } from './synonyms.ts';
import { stemOf, wordsOf } from './words.ts';

/** What stands in the table for a number of things that nobody would do by hand. */
const many = '#many';
const manyFrom = 20;

export class Expansions {
  /** How much a word that was meant counts beside one that was said. */
  readonly share = 0.3;
  readonly #meant = new Map<string, string[]>();

  constructor() {
    for (const { said, meant } of synonyms) {
      for (const phrase of said.split(',')) {
        const key = phrase.trim() === many ? many : wordsOf(phrase).map(rootOf).join(' ');
        this.#meant.set(key, [...(this.#meant.get(key) ?? []), ...wordsOf(meant)]);
      }
    }
  }

  /** The words that are meant, each once. */
  of(words: readonly string[]): string[] {
    const meant = new Set<string>();
    const roots = words.map(rootOf);
    for (const [at, root] of roots.entries()) {
      for (const key of [root, `${root} ${roots[at + 1]}`]) {
        for (const word of this.#meant.get(key) ?? []) meant.add(word);
      }
    }
    return [...meant];
  }
}

function rootOf(word: string): string {
  if (/^\d+$/.test(word) && Number(word) >= manyFrom) return many;
  return stemOf(word) ?? word;
}
