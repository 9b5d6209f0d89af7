/** Suggests the name that was probably meant, unless finding it would be costly. */
import { didYouMean, nearest } from '#document/text/suggestion.ts';

const maxCompared = 300;
const maxLength = 100;

/** Tells whether comparing would take so long that an attacker could ask for it on purpose. */
const isCostly = (word: string, known: readonly string[]): boolean =>
  word.length > maxLength || known.length > maxCompared;

/**
 * Returns ` Did you mean …?` with the name that was probably meant; an empty text if no name is near or comparing is costly.
 */
export const near = (word: string, known: readonly string[]): string =>
  isCostly(word, known) ? '' : didYouMean(word, known);

/** Returns the nearest known name; undefined if no name is near enough or comparing is costly. */
export const nearestOf = (word: string, known: readonly string[]): string | undefined =>
  isCostly(word, known) ? undefined : nearest(word, known);
