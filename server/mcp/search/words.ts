/** Words as search compares them: lowercase, without endings, without words that say nothing here. */

/** Words of questions, and words that every page of this catalog is about. */
const stopWords = new Set(
  (
    'a about after all also am an and any are as ask asked at be been before being best better both but by can cannot could ' +
    'did do does doing done each either else etc every few for from get gets getting give given go goes going got had has have ' +
    'having help her here him his how i if in into is it its just keep kind let like little lot make makes making many may me ' +
    'might more most much must my need needs no nor not of off on one only or other our out over own per please put really ' +
    'right same set several shall she should so some someone something still such take than that the their them then there ' +
    'these they thing things this those through to too under until up us use used using very via want wants was way ways we ' +
    'well were what when where whether which while who whose why will with within without work works working would yet you your ' +
    'agent agents agentic ai llm llms organise organize organised organized organisation organization arrange ' +
    'task tasks job jobs structure topology setup approach recommend recommended suggest good'
  ).split(' '),
);

/** The words of a text, in order. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/(\p{L})['’](\p{L})/gu, '$1$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 0);
}

/** A word as it is compared; null when it says nothing. */
export function stemOf(word: string): string | null {
  if (stopWords.has(word) || (word.length === 1 && !/\d/.test(word))) return null;
  return strip(word);
}

/**
 * Endings of English, in the order in which they are tried. It need not find the root of a word, only the same beginning
 * for the forms of it that stand in plain sentences, in British and American spelling.
 */
const endings: readonly [RegExp, string][] = [
  [/i[sz](?:ations?|e|es|ed|ing|ers?)$/, 'iz'],
  [/ations?$/, 'at'],
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

function strip(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  let stem = word;
  for (const [ending, instead] of endings) {
    const shorter = stem.replace(ending, instead);
    if (shorter.length >= 3) stem = shorter;
  }
  return stem;
}
