/**
 * Words in the form in which search compares them: in lower case, without endings, and without words
 * that have no meaning of their own here.
 */

/** The words that are left out: words of questions, and words that every page of this catalog is about. */
const stopWords = new Set(
  (
    'a about after all also am an and any are as ask asked at be been before being best better both but by can cannot could ' +
    'did do does doing done each either else etc every few for from get gets getting give given go goes going got had has have ' +
    'having help her here him his how i if in into is it its just keep kind let like little lot make makes making many may me ' +
    'might more most much must my need needs no nor not of off on one only or other our out over own per please put really ' +
    'right same set several shall she should so some someone something still such take than that the their them then there ' +
    'these they thing things this those through to too under until up versus vs us use used using very via want wants was way ways we ' +
    'well were what when where whether which while who whose why will with within without work works working would yet you your ' +
    'agent agents team teams agentic ai llm llms organise organize organised organized organisation organization arrange ' +
    'task tasks job jobs structure topology setup approach recommend recommended suggest good'
  ).split(' '),
);

/**
 * The most letters of a word that are read. No word of the catalog is longer, and the time to find similar
 * words grows with the square of this number.
 */
const maxWord = 24;
/** The most characters that are read of a run without spaces, which may be a whole sentence. */
const maxUnspaced = 200;

const beyondAscii = /[^ -~]/;

/**
 * Returns a text without accents: `é` becomes `e`. Letters of scripts in which marks belong to the
 * letter, such as kana, keep them.
 */
export const folded = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('ß', 'ss')
        .normalize('NFC')
    : text;

/** Returns a function that keeps its latest result, because a question is compared in several ways, one after the other. */
function remembered(partsOf: (text: string) => readonly string[]): (text: string) => readonly string[] {
  let latest = { text: '', parts: partsOf('') };
  return text => {
    if (text !== latest.text) latest = { text, parts: partsOf(text) };
    return latest.parts;
  };
}

/** Returns the words of a text, in order. Text in a script without spaces becomes pairs of neighbouring characters. */
export const wordsOf = remembered(wordsIn);

function wordsIn(text: string): string[] {
  return folded(text.toLowerCase())
    .replace(/(\p{L})['’](\p{L})/gu, '$1$2')
    .replace(/\be-?(?=mail)/g, '')
    .replace(/(\d)[,. ](?=\d{3}(?!\d))/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 0)
    .flatMap(word => (unspaced.test(word) ? bigramsOf(word) : word.slice(0, maxWord)));
}

const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/** Returns the pairs of neighbouring characters of a word in a script without spaces; a single character by itself. */
function bigramsOf(word: string): string[] {
  const characters = [...word.slice(0, maxUnspaced)];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, before) => characters[before]! + character);
}

/** Returns the terms of a text, each of them once. */
export const distinctTermsOf = (text: string): string[] => [...new Set(termsOf(text))];

/** Returns the stems of the words of a text, in order. Words that have no meaning of their own are left out. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap(word => stemOf(word) ?? []);
}

/**
 * Returns each pair of neighbouring words in a clause as one term. Words such as "no" are kept, because "take over" and "no boss"
 * mean more than their single words.
 */
export const pairsOf = remembered(text =>
  text.split(/[.,:;!?](?:\s|$)/).flatMap(clause => {
    const words = wordsIn(clause).map(strip);
    return words.slice(1).map((word, before) => `${words[before]} ${word}`);
  }),
);

/** Returns the stem of a word, by which words are compared; null for a word that has no meaning of its own. */
export function stemOf(word: string): string | null {
  if (/^\d/.test(word)) return magnitudeOf(word);
  if (stopWords.has(word) || word.length === 1) return null;
  return strip(word);
}

/**
 * Returns the magnitude of a large number, because nobody asks about exactly 8,213 files. Small numbers and years stay unchanged.
 */
function magnitudeOf(word: string): string {
  const [, digits, unit] = /^(\d{1,15})(k|m)?$/.exec(word) ?? [];
  if (digits === undefined || (unit === undefined && /^(?:19|20)\d\d$/.test(word))) return word;
  const number = Number(digits) * (unit === 'k' ? 1e3 : unit === 'm' ? 1e6 : 1);
  const magnitude = magnitudes.find(([from]) => number >= from)?.[1];
  return magnitude === undefined ? word : strip(magnitude);
}

const magnitudes = [
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
  [20, 'dozen'],
] as const;

/**
 * The endings of English words, in the order in which they are tried, with their replacements. What remains of a word need not be
 * its root: it only has to be the same for all forms of the word, in British and American spelling.
 */
const endings: readonly [RegExp, string][] = [
  [/i[sz](?:ations?|e|es|ed|ing|ers?)$/, 'iz'],
  [/ations?$/, 'at'],
  [/ctions?$/, 'ct'],
  [/(?:ied|ies)$/, 'y'],
  [/(ss|sh|ch|x|z)es$/, '$1'],
  [/([^su])s$/, '$1'],
  [/([^aeioulsz])\1(?:ing|ed|er)$/, '$1'],
  [/ing$/, ''],
  [/ed$/, ''],
  [/(.{4})er$/, '$1'],
  [/ly$/, ''],
  [/[ey]$/, ''],
];

/**
 * The words without their endings that were computed last. Texts repeat words, and trying endings
 * takes longer than a look at this map.
 */
const stripped = new Map<string, string>();
const maxStripped = 20_000;

function strip(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const known = stripped.get(word);
  if (known !== undefined) return known;
  let stem = word;
  for (const [ending, instead] of endings) {
    const shorter = stem.replace(ending, instead);
    if (shorter.length >= 3) stem = shorter;
  }
  if (stripped.size >= maxStripped) stripped.clear();
  stripped.set(word, stem);
  return stem;
}

/** Returns the most letters of a word that may be wrong: none for a word of at most four letters. */
export const typosIn = (word: string): number =>
  word.length > 4 ? Math.min(2, Math.round(word.length * 0.2)) : 0;
