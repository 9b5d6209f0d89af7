/** Suggests the name that was probably meant, if finding it is cheap. */
import { didYouMean } from '#document/validate.ts';

const maxCompared = 300;
const maxLength = 100;

/** ` Did you mean …?`, or nothing: also where comparing would take long enough to be asked for on purpose. */
export function near(word: string, known: readonly string[]): string {
  return word.length > maxLength || known.length > maxCompared ? '' : didYouMean(word, known);
}
