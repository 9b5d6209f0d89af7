/** Tokens: what a text costs its reader. */
import { createRequire } from 'node:module';

type Tokenizer = typeof import('gpt-tokenizer/encoding/o200k_base');

let loaded: Tokenizer | undefined;

/** The tokenizer, loaded on first use: its table takes a quarter of a second, and many builds count nothing. */
function tokenizer(): Tokenizer {
  if (loaded) return loaded;
  loaded = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
  // By default it keeps 100,000 words, and each use of one moves it to the end of a map of that size: once names and digests
  // have filled it, every page takes six times as long to count. The words that recur are far fewer.
  loaded.setMergeCacheSize(2_000);
  return loaded;
}

/** The tokens of a text in the o200k encoding. */
export const tokensOf = (text: string): number => tokenizer().countTokens(text);

const counted = new Map<string, number>();

/**
 * The tokens of the address of a site, which a page names once. Limits leave them out, so that the same content keeps within
 * them under every address.
 */
export function addressTokens(baseUrl: string): number {
  const known = counted.get(baseUrl) ?? tokensOf(baseUrl);
  counted.set(baseUrl, known);
  return known;
}
