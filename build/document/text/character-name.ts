/** The names of refused characters in messages, and the reason why each is refused. */

/** Characters that are invisible, although Unicode counts them as letters, marks or symbols. */
export const blanks = '\u2800\uFFFC\u{16FE4}\u{1D159}';

/** The Unicode names of the most frequent characters. */
const names: Readonly<Record<string, string>> = {
  '\u0000': 'NULL',
  '\b': 'BACKSPACE',
  '\t': 'CHARACTER TABULATION',
  '\n': 'LINE FEED',
  '\u000B': 'LINE TABULATION',
  '\f': 'FORM FEED',
  '\r': 'CARRIAGE RETURN',
  '\u001B': 'ESCAPE',
  '\u007F': 'DELETE',
  '\u0085': 'NEXT LINE',
  '\u00A0': 'NO-BREAK SPACE',
  '\u00AD': 'SOFT HYPHEN',
  '\u034F': 'COMBINING GRAPHEME JOINER',
  '\u061C': 'ARABIC LETTER MARK',
  '\u115F': 'HANGUL CHOSEONG FILLER',
  '\u1160': 'HANGUL JUNGSEONG FILLER',
  '\u1680': 'OGHAM SPACE MARK',
  '\u180E': 'MONGOLIAN VOWEL SEPARATOR',
  '\u2000': 'EN QUAD',
  '\u2001': 'EM QUAD',
  '\u2002': 'EN SPACE',
  '\u2003': 'EM SPACE',
  '\u2004': 'THREE-PER-EM SPACE',
  '\u2005': 'FOUR-PER-EM SPACE',
  '\u2006': 'SIX-PER-EM SPACE',
  '\u2007': 'FIGURE SPACE',
  '\u2008': 'PUNCTUATION SPACE',
  '\u2009': 'THIN SPACE',
  '\u200A': 'HAIR SPACE',
  '\u200B': 'ZERO WIDTH SPACE',
  '\u200C': 'ZERO WIDTH NON-JOINER',
  '\u200D': 'ZERO WIDTH JOINER',
  '\u200E': 'LEFT-TO-RIGHT MARK',
  '\u200F': 'RIGHT-TO-LEFT MARK',
  '\u2028': 'LINE SEPARATOR',
  '\u2029': 'PARAGRAPH SEPARATOR',
  '\u202A': 'LEFT-TO-RIGHT EMBEDDING',
  '\u202B': 'RIGHT-TO-LEFT EMBEDDING',
  '\u202C': 'POP DIRECTIONAL FORMATTING',
  '\u202D': 'LEFT-TO-RIGHT OVERRIDE',
  '\u202E': 'RIGHT-TO-LEFT OVERRIDE',
  '\u202F': 'NARROW NO-BREAK SPACE',
  '\u205F': 'MEDIUM MATHEMATICAL SPACE',
  '\u2060': 'WORD JOINER',
  '\u2061': 'FUNCTION APPLICATION',
  '\u2062': 'INVISIBLE TIMES',
  '\u2063': 'INVISIBLE SEPARATOR',
  '\u2064': 'INVISIBLE PLUS',
  '\u2066': 'LEFT-TO-RIGHT ISOLATE',
  '\u2067': 'RIGHT-TO-LEFT ISOLATE',
  '\u2068': 'FIRST STRONG ISOLATE',
  '\u2069': 'POP DIRECTIONAL ISOLATE',
  '\u2800': 'BRAILLE PATTERN BLANK',
  '\u3000': 'IDEOGRAPHIC SPACE',
  '\u3164': 'HANGUL FILLER',
  '\uFEFF': 'ZERO WIDTH NO-BREAK SPACE',
  '\uFFA0': 'HALFWIDTH HANGUL FILLER',
  '\uFFFC': 'OBJECT REPLACEMENT CHARACTER',
};

/** A class of refused characters: the name for a character without one, the reason why it is refused, and what to do. */
interface Sort {
  shape: RegExp;
  called: string;
  why: string;
  help: string;
}

const unseen = 'which readers do not see';
const meaningless = 'which has no agreed meaning';
const splitting = 'which ends a line for some readers only';

/** The classes. The first one whose pattern matches describes a character. */
const sorts: readonly Sort[] = [
  { shape: /[\r\v\f\u0085\u2028\u2029]/, called: '', why: splitting, help: 'Break the line with U+000A.' },
  {
    shape: /\p{Zs}/u,
    called: 'a space',
    why: 'which looks like a plain space',
    help: 'Write a plain space.',
  },
  { shape: /[\u{E0000}-\u{E007F}]/u, called: 'a tag character', why: unseen, help: 'Remove it.' },
  { shape: /\p{Variation_Selector}/u, called: 'a variation selector', why: unseen, help: 'Remove it.' },
  { shape: /\p{Cc}/u, called: 'a control character', why: unseen, help: 'Remove it.' },
  { shape: /\p{Cs}/u, called: 'half of a surrogate pair', why: meaningless, help: 'Remove it.' },
  { shape: /\p{Co}/u, called: 'a private-use character', why: meaningless, help: 'Remove it.' },
  { shape: /\p{Cf}/u, called: 'a format character', why: unseen, help: 'Remove it.' },
  {
    shape: /\p{Default_Ignorable_Code_Point}/u,
    called: 'a character that is left out when text is shown',
    why: unseen,
    help: 'Remove it.',
  },
  { shape: new RegExp(`[${blanks}]`, 'u'), called: 'a blank character', why: unseen, help: 'Remove it.' },
  { shape: /\p{M}/u, called: 'a combining mark', why: unseen, help: 'Remove it.' },
];
const otherwise = { called: 'a character that is not assigned', why: meaningless, help: 'Remove it.' };

/** Writes the code of a character as Unicode does: `U+00AD`. */
const codeOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns the name of a character, such as `U+00AD SOFT HYPHEN` or `U+E0041 (a tag character)`, the reason why it is refused,
 * and what to do.
 */
export function describeCharacter(character: string): { name: string; why: string; help: string } {
  const code = codeOf(character);
  const known = names[character];
  const { called, why, help } = sorts.find(({ shape }) => shape.test(character)) ?? otherwise;
  return { name: known === undefined ? `${code} (${called})` : `${code} ${known}`, why, help };
}
