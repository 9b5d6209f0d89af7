/** Tokens: what a text costs its reader, in the o200k encoding. */
import { createRequire } from 'node:module';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { RankFile, type Ranks, writeRanks } from './rank-file.ts';

type Tokenizer = typeof import('gpt-tokenizer/encoding/o200k_base');

const require = createRequire(import.meta.url);
let loaded: Tokenizer | undefined;

/** The tokenizer, loaded on first use: its table takes an eighth of a second, and many builds meet no new word. */
function tokenizer(): Tokenizer {
  if (loaded) return loaded;
  loaded = require('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
  // The words that recur are kept here.
  loaded.setMergeCacheSize(0);
  if (place && !ranks) {
    const { default: tokens } = require('gpt-tokenizer/bpeRanks/o200k_base') as { default: Ranks };
    writeRanks(place.path, place.version, tokens);
  }
  return loaded;
}

/** Where ranks are kept between builds, of a version of the builder. */
export interface RanksPlace {
  path: string;
  version: string;
}

let place: RanksPlace | undefined;
let ranks: RankFile | undefined;

/** From now on a few new words are looked up in kept ranks; where there are none, they are kept when they were loaded. */
export function useRanks(kept: RanksPlace): void {
  if (place?.path === kept.path && place.version === kept.version) return;
  place = kept;
  ranks = RankFile.open(kept.path, kept.version);
}

/** A word with its tokens. */
export type CountedWord = readonly [word: string, tokens: number];

const known = new Map<string, number>();
let added: CountedWord[] = [];

/** Words past so many are names and digests that hardly recur. */
const maxKnown = 50_000;

/** The tokens of a text: the encoding cuts it into words, and each word into tokens by itself. */
export function tokensOf(text: string): number {
  let tokens = 0;
  for (const word of text.match(O200K_TOKEN_SPLIT_REGEX) ?? []) tokens += known.get(word) ?? count(word);
  return tokens;
}

/** More words than this are counted sooner with the whole table, and longer ones, of so many characters. */
const maxLookedUp = 100;
const maxLength = 40;
let lookedUp = 0;

function count(word: string): number {
  const tokens = lookUp(word) ?? tokenizer().countTokens(word);
  learnWords([[word, tokens]]);
  return tokens;
}

function lookUp(word: string): number | undefined {
  if (loaded || !ranks || lookedUp === maxLookedUp || word.length > maxLength) return undefined;
  lookedUp += 1;
  return ranks.count(Buffer.from(word));
}

/** Takes over words that were counted elsewhere, by another thread or an earlier build. */
export function learnWords(words: Iterable<CountedWord>): void {
  for (const each of words) {
    if (known.has(each[0]) || known.size >= maxKnown) continue;
    known.set(...each);
    added.push(each);
  }
}

/** The words that are known since this was last asked. */
export function takeNewWords(): CountedWord[] {
  const words = added;
  added = [];
  return words;
}

/** Every word that is known. */
export const knownWords = (): CountedWord[] => [...known];

/**
 * The tokens of the address of a site, which a page names once. Limits leave them out, so that the same content keeps within
 * them under every address.
 */
export const addressTokens = (baseUrl: string): number => tokensOf(baseUrl);
