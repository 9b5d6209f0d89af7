/** Words as search compares them: lowercase, without endings, without words that say nothing here. */

/** Words of questions, and words that every page of this catalog is about. */
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

/** No word of the catalog is longer, and looking for words like a long one takes the square of its length. */
const maxWord = 24;
/** A run of characters without spaces may be a whole sentence. */
const maxUnspaced = 200;

const beyondAscii = /[^ -~]/;

/** Letters without their marks: `é` is `e`. What is written with marks of its own, such as kana, keeps them. */
export const folded = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('ß', 'ss')
        .normalize('NFC')
    : text;

/** Remembers the parts of the text that was asked for last: a question is compared in several ways, one after the other. */
function remembered(partsOf: (text: string) => readonly string[]): (text: string) => readonly string[] {
  let latest = { text: '', parts: partsOf('') };
  return text => {
    if (text !== latest.text) latest = { text, parts: partsOf(text) };
    return latest.parts;
  };
}

/** Returns the words of a text, in order. Scripts without spaces come in pairs of neighbouring characters. */
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

/** The pairs of neighbouring characters of a word in a script that puts no spaces between words. */
function bigramsOf(word: string): string[] {
  const characters = [...word.slice(0, maxUnspaced)];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, before) => characters[before]! + character);
}

/** The terms of a text, each once. */
export const distinctTermsOf = (text: string): string[] => [...new Set(termsOf(text))];

/** The words of a text as they are compared, without those that say nothing. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap(word => stemOf(word) ?? []);
}

/**
 * Neighbours within the clauses of a text, each two as one term: "take over" and "no boss" mean what their words alone do
 * not, so words that say nothing by themselves are kept.
 */
export const pairsOf = remembered(text =>
  text.split(/[.,:;!?](?:\s|$)/).flatMap(clause => {
    const words = wordsIn(clause).map(strip);
    return words.slice(1).map((word, before) => `${words[before]} ${word}`);
  }),
);

/** A word as it is compared; null when it says nothing. */
export function stemOf(word: string): string | null {
  if (/^\d/.test(word)) return magnitudeOf(word);
  if (stopWords.has(word) || word.length === 1) return null;
  return strip(word);
}

/** Nobody asks about exactly 8,213 files: what counts is that there are thousands. Small numbers and years are left alone. */
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
 * Endings of English, in the order in which they are tried. It need not find the root of a word, only the same beginning
 * for the forms of it that stand in plain sentences, in British and American spelling.
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

/** Texts repeat their words, and endings take longer to try than a look-up does. */
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

/** How many letters of a word may be wrong. */
export const typosIn = (word: string): number =>
  word.length > 4 ? Math.min(2, Math.round(word.length * 0.2)) : 0;
