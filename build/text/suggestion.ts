/** Suggests a name for a mistyped one. */
import { closest, distance } from 'fastest-levenshtein';
import type { Fix } from './fault.ts';

/** The longest word that is compared with others: no name is longer, and comparing costs the product of the lengths. */
const maxWord = 64;

/** The known word nearest to a mistyped one, when it is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || word.length > maxWord) return undefined;
  const near = closest(word, known);
  return distance(word, near) <= nearBy(word) ? near : undefined;
}

/** ` Did you mean …?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

const nearBy = (word: string): number => Math.max(2, Math.floor(word.length / 3));

/**
 * Help that ends with the nearest known name, and the fix that writes it where no other name is near.
 * @param end what follows the word in the text, such as the colon of a key
 */
export function helpWithName(
  help: string,
  word: string,
  known: readonly string[],
  end = '',
): { help: string; fix?: Fix } {
  const meant = didYouMean(word, known);
  if (meant === '') return { help };
  const [near, other] = known.filter(name => distance(word, name) <= nearBy(word));
  // Two letters of a short word are most of it.
  const isSure = other === undefined && distance(word, near!) <= Math.max(1, Math.floor(word.length / 3));
  return { help: help + meant, ...(isSure && { fix: { found: word + end, write: near! + end } }) };
}
