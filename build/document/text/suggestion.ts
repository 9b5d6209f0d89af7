/** Suggests the name that was probably meant by a mistyped one. */
import { closest, distance } from 'fastest-levenshtein';
import type { Fix } from './fault.ts';

/**
 * The longest word, in characters, that is compared with others. No name is longer, and comparing takes the product of both
 * lengths.
 */
const maxWord = 64;

/** Returns the known word that is nearest to a mistyped one; undefined if none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || word.length > maxWord) return undefined;
  const near = closest(word, known);
  return distance(word, near) <= nearBy(word) ? near : undefined;
}

/** Returns ` Did you mean …?` with the nearest known word; an empty text if none is near enough. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

const nearBy = (word: string): number => Math.max(2, Math.floor(word.length / 3));

/** Returns a word in the form in which words are compared: without case, and without the marks that join words. */
const plain = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '');

/** The fewest letters of a word that one slip leaves recognisable. */
const leastForSlip = 4;

/**
 * Returns the fix for a mistyped name of a closed list, such as the fields of a kind. The word must be a name with one slip: in
 * its case or joins, one letter too many, too few or wrong, or two transposed. Returns undefined if two names are possible,
 * since then nothing is certain. Not for names that editors choose, since another document may be meant.
 * @param end the text behind the word, such as the colon of a key
 */
export function certainName(word: string, known: readonly string[], end = ''): Fix | undefined {
  if (word.length > maxWord) return undefined;
  const meant = known.filter(name => isSlip(word, name));
  return meant.length === 1 ? { found: word + end, write: meant[0]! + end } : undefined;
}

function isSlip(word: string, name: string): boolean {
  if (plain(word) === plain(name)) return true;
  if (Math.min(word.length, name.length) < leastForSlip) return false;
  return distance(word, name) === 1 || isTransposition(word, name);
}

/** Tells whether two words differ only in two neighbouring letters that changed places. */
function isTransposition(word: string, name: string): boolean {
  if (word.length !== name.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== name[index]);
  const transposed = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return at >= 0 && transposed === name;
}
