/** Numbers of documents as people read them. */

/** Keeps a number and its unit on one line. */
const space = '\u00a0';

/** A share as a percentage: `0.7340` is `73.4 %`. */
export const percent = (share: string | number): string =>
  `${Number((Number(share) * 100).toFixed(1))}${space}%`;

/** A chance, which may be small: `0.0002` is `0.02 %`. */
export const chance = (share: string): string => `${Number((Number(share) * 100).toFixed(2))}${space}%`;

/** A difference of shares in points: `0.1500` is `+15`. */
export function points(difference: string): string {
  const value = Number((Number(difference) * 100).toFixed(1));
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
