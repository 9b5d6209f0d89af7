/** Suggests a name for a mistyped one. */
import { closest, distance } from 'fastest-levenshtein';
import type { Fix } from './fault.ts';

/** The longest word that is compared with others: no name is longer, and comparing costs the product of the lengths. */
const maxWord = 64;

/** Returns the known word nearest to a mistyped one, when it is near enough to be meant. */
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

/** Returns a word as it is compared: without case and the marks that join words. */
const plain = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '');

/** The fewest letters at which one slip still leaves most of a word. */
const leastForSlip = 4;

/**
 * Returns the fix that writes a name of a closed list, such as the fields of a kind, where what stands there is that name
 * except for one slip: its case or joins, one letter too many, too few or wrong, or two transposed. With a second candidate
 * nothing is certain. Names that editors choose get no fix: another document may be the one that is meant.
 * @param end what follows the word in the text, such as the colon of a key
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

/** Tells whether two words differ in two neighbouring letters that changed places. */
function isTransposition(word: string, name: string): boolean {
  if (word.length !== name.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== name[index]);
  const transposed = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return at >= 0 && transposed === name;
}
