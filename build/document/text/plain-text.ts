/** Plain text within Markdown. A page shows a field as it was written, and never parses it as Markdown. */

/**
 * The marks that CommonMark and GitHub read as code, emphasis, links, images, HTML, entities or addresses, anywhere in a line.
 * A `_` within a word is none of these.
 */
const active =
  /[\\`*[\]<]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|~(?=~)|&(?=#?[A-Za-z0-9]{1,32};)|:(?=\/\/)|@(?=[\w-]{1,63}\.)|(?<=\bwww)\./g;

/** The marks that open a heading, a quotation, a list or a rule at the start of a line, and those that close a heading. */
const opening = /^[#+=>-]|^\d{1,9}(?=[.)](?:\s|$))/;
const closing = / (?=#{1,99}$)/;

/**
 * Escapes one line of plain text, so that Markdown takes all of it for text.
 *
 * - `[a](javascript:b)` becomes `\[a\](javascript:b)`
 * - `&lt;` becomes `\&lt;`, and `https://host` becomes `https\://host`
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(active, '\\$&')
    .replace(opening, found => (/\d/.test(found) ? `${found}\\` : `\\${found}`))
    .replace(closing, ' \\');

/** Returns a text with a capital letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Writes a number with its noun: `1 finding`, `2 findings`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Joins words for a sentence: `a`, `a and b`, `a, b and c`. Returns an empty text for no words. */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The words for the numbers one to twenty. */
export const numberWords: readonly string[] = (
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen twenty'
).split(' ');

/** Writes a count in words up to twenty (`no`, `one`, `two`), and in digits above. */
export const inWords = (count: number): string =>
  count === 0 ? 'no' : (numberWords[count - 1] ?? String(count));

/** Writes a count in words with its noun: `no findings`, `one finding`. */
export const pluralInWords = (count: number, noun: string): string =>
  `${inWords(count)} ${noun}${count === 1 ? '' : 's'}`;
