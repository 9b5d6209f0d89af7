/** Tokens: what a text costs its reader, in the o200k encoding. */
import { tokensOfWord, wordPattern } from './encoding.ts';

/** A word with its tokens. */
export type CountedWord = readonly [word: string, tokens: number];

const known = new Map<string, number>();
let added: CountedWord[] = [];

/** Words past this number are names and digests that hardly recur. */
const maxKnown = 50_000;

/** Lines that recur, with their tokens. */
const lines = new Map<string, number>();
const maxLines = 50_000;

/**
 * The tokens of a text: the encoding cuts it into words, and each word into tokens by itself. No word goes on after a line break
 * before which nothing but spaces and then a sign come, and pages of a kind have many lines in common.
 */
export function tokensOf(text: string): number {
  let tokens = 0;
  let start = 0;
  for (let end = text.indexOf('\n') + 1; end > 0; end = text.indexOf('\n', end) + 1) {
    begin.lastIndex = end;
    if (!begin.test(text)) continue;
    tokens += tokensOfLine(text.slice(start, end));
    start = end;
  }
  return tokens + tokensOfLine(text.slice(start));
}

/** How a line begins that is counted by itself: a slash at its start may belong to the word before. */
const begin = /[ \t]+[^\s]|[^\s/]/y;

function tokensOfLine(line: string): number {
  const recurring = lines.get(line);
  if (recurring !== undefined) return recurring;
  let tokens = 0;
  for (const word of line.match(wordPattern) ?? []) tokens += known.get(word) ?? count(word);
  if (lines.size >= maxLines) lines.clear();
  // A copy, since a part of a text keeps all of it in memory.
  lines.set(Buffer.from(line).toString(), tokens);
  return tokens;
}

let lookUp: (word: string) => number | undefined = () => undefined;

/** From now on words are looked up here before they are counted. */
export function lookUpWordsIn(words: typeof lookUp): void {
  lookUp = words;
}

function count(word: string): number {
  const kept = lookUp(word);
  const tokens = kept ?? tokensOfWord(word);
  if (known.size < maxKnown) {
    known.set(word, tokens);
    if (kept === undefined) added.push([word, tokens]);
  }
  return tokens;
}

/** Takes over words that another thread counted. */
export function learnWords(words: Iterable<CountedWord>): void {
  for (const each of words) {
    if (known.has(each[0]) || known.size >= maxKnown) continue;
    known.set(...each);
    added.push(each);
  }
}

/** The words that were counted since this was last asked. */
export function takeNewWords(): CountedWord[] {
  const words = added;
  added = [];
  return words;
}

/** Stands for the address of the site where the length of a page is measured. */
const placeholder = 'https://catalog.example.org';

/**
 * The length of a page for its limit: with the same placeholder for every address, and without the tokens of that placeholder, so
 * that the same content keeps within its limits under every address.
 * @param baseUrl the address that the page names as its own in `canonical_url`, if it names any
 */
export function lengthOf(page: string, baseUrl: string): number {
  const named = canonical(baseUrl);
  if (!page.includes(named)) return tokensOf(page);
  return tokensOf(page.replace(named, () => canonical(placeholder))) - tokensOf(placeholder);
}

const canonical = (baseUrl: string): string => `\ncanonical_url: ${baseUrl}/`;
