/**
 * Removes disguises from texts. `example[.]com`, `example&#46;com`, `exam**ple**.com` and full-width letters are all read as
 * `example.com`.
 */

const named: Readonly<Record<string, string>> = {
  period: '.',
  colon: ':',
  sol: '/',
  bsol: '\\',
  commat: '@',
  amp: '&',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  num: '#',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
};

const spelled: Readonly<Record<string, string>> = { dot: '.', at: '@' };

/** The characters that Unicode treats as other forms of ASCII: full-width, enclosed, raised, mathematical. */
const otherForms =
  '[\\u00B2\\u00B3\\u00B9\\u2024\\u2070-\\u209C\\u2100-\\u214E\\u2460-\\u24FF' +
  '\\uFB00-\\uFB06\\uFE52\\uFE55\\uFF01-\\uFF5E\\uFF61\\u{1D400}-\\u{1D7FF}\\u{1F100}-\\u{1F169}]';

/** The marks of Markdown within a word: escapes, emphasis and code. */
const marks = /\\(?=[!-/:-@[-`{-~])|[*`]{1,3}|~~/g;

const disguises = new RegExp(
  [
    // 1: a character by its number; 2: by its name
    '&(?:#(x[0-9a-f]{1,6}|\\d{1,7})|([a-z]{2,8}));',
    // 3: a sign in brackets, put there so that no program takes the text for an address
    '[ \\t]?[[({<][ \\t]?(\\.|:|/|@|:?//|dot|at)[ \\t]?[\\])}>][ \\t]?',
    // 4: a full stop of East Asian texts after a Latin letter
    '([A-Za-z0-9]\\u3002)',
    otherForms,
  ].join('|'),
  'giu',
);

/** A sign that every disguise contains, and that is quick to find. */
export const mark = /[\\*`~&\u0080-\uffff]|[[({<][ \t]?(?:[.:/@]|dot|at)/gi;

function plainOf(whole: string, ...[number, name, bracketed, stop]: (string | undefined)[]): string {
  if (number !== undefined) return characterOf(number);
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  if (bracketed !== undefined) return spelled[bracketed.toLowerCase()] ?? bracketed;
  if (stop !== undefined) return `${stop[0]}.`;
  return whole === '\uFF61' ? '.' : whole.normalize('NFKC');
}

/**
 * Returns the character with a number, which is decimal, or `x` and hexadecimal; a space for a control character, so that a line
 * stays one line, and for a number that is no character.
 */
function characterOf(number: string): string {
  const code = /^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number(number);
  return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/**
 * Replaces each disguised sign of a text by the plain one, as in `example[.]com`, and removes the escapes, emphasis and code
 * marks of Markdown. The text keeps its number of lines. Takes linear time.
 */
export const undisguise = (text: string): string => text.replace(marks, '').replace(disguises, plainOf);

/** Returns the index in the original line for an index in the line without disguises. */
export function originIn(line: string, index: number): number {
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (undisguise(line.slice(0, middle)).length <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
