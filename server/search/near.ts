/** Suggests the name that was probably meant, if finding it is cheap. */
import { didYouMean, nearest } from '#document/text/suggestion.ts';

const maxCompared = 300;
const maxLength = 100;

/** Comparing could take long enough to be asked for on purpose. */
const isCostly = (word: string, known: readonly string[]): boolean =>
  word.length > maxLength || known.length > maxCompared;

/** ` Did you mean …?`, or nothing. */
export const near = (word: string, known: readonly string[]): string =>
  isCostly(word, known) ? '' : didYouMean(word, known);

/** Returns the nearest name; undefined where none is near enough to be meant. */
export const nearestOf = (word: string, known: readonly string[]): string | undefined =>
  isCostly(word, known) ? undefined : nearest(word, known);
