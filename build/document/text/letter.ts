/**
 * Finds letters of other alphabets that look like Latin ones. A name with one of them is another name, although nobody can see
 * it.
 */

/** The most frequent letters of other alphabets that look like a Latin letter, each with that letter. */
const looks: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    ԁ: 'd',
    һ: 'h',
    ո: 'n',
    ӏ: 'l',
  },
  ...{
    А: 'A',
    В: 'B',
    Е: 'E',
    К: 'K',
    М: 'M',
    Н: 'H',
    О: 'O',
    Р: 'P',
    С: 'C',
    Т: 'T',
    У: 'Y',
    Х: 'X',
    І: 'I',
    Ѕ: 'S',
  },
  ...{
    α: 'a',
    ο: 'o',
    ν: 'v',
    ρ: 'p',
    ι: 'i',
    κ: 'k',
    υ: 'u',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
  },
  ...{ Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X' },
};

const scripts = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Hebrew', 'Arabic', 'Georgian'].map(
  name => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const,
);

interface ForeignLetter {
  letter: string;
  index: number;
  /** The words for the letter in messages: `е` (U+0435, a Cyrillic letter that looks like `e`). */
  called: string;
}

const latin = /\p{Script=Latin}/u;

/**
 * Returns the first letter of a word whose alphabet differs from that of its neighbours, or that only looks Latin; undefined if
 * there is none.
 */
export function foreignLetterIn(text: string): ForeignLetter | undefined {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const letters = [...word];
    const isMixed = latin.test(word);
    // A single letter is a symbol, as in the name of the benchmark `τ-bench`.
    const isDisguised = letters.length > 1 && letters.every(letter => letter in looks);
    const odd = letters.findIndex(
      letter => (isMixed || isDisguised) && !latin.test(letter) && !/\p{M}/u.test(letter),
    );
    if (odd >= 0) return described(letters[odd]!, index + letters.slice(0, odd).join('').length);
  }
  return undefined;
}

/** Returns the first letter outside ASCII in a name that must be ASCII; undefined if there is none. */
export function firstForeignLetter(name: string): ForeignLetter | undefined {
  const match = /[^\p{ASCII}]/u.exec(name);
  return match ? described(match[0], match.index) : undefined;
}

function described(letter: string, index: number): ForeignLetter {
  const code = `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  const script = scripts.find(([, shape]) => shape.test(letter))?.[0];
  const sort = script ? `, ${/^[AEIOU]/.test(script) ? 'an' : 'a'} ${script} letter` : '';
  const like = looks[letter] ? ` that looks like \`${looks[letter]}\`` : '';
  return { letter, index, called: `\`${letter}\` (${code}${sort}${like})` };
}
