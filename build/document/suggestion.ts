/** Suggests a name for a mistyped one. */
import { closest, distance } from 'fastest-levenshtein';

/** The longest word that is compared with others: no name is longer, and comparing costs the product of the lengths. */
const maxWord = 64;

/** The known word nearest to a mistyped one, when it is near enough to be meant. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (known.length === 0 || word.length > maxWord) return '';
  const near = closest(word, known);
  return distance(word, near) <= Math.max(2, Math.floor(word.length / 3)) ? ` Did you mean \`${near}\`?` : '';
}
