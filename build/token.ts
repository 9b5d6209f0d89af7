/** Tokens: what a text costs its reader. */
import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';

// By default it keeps 100,000 words, and each use of one moves it to the end of a map of that size: once names and digests have
// filled it, every page takes six times as long to count. The words that recur are far fewer.
setMergeCacheSize(2_000);

/** The tokens of a text in the o200k encoding. */
export const tokensOf = (text: string): number => countTokens(text);

const counted = new Map<string, number>();

/**
 * The tokens of the address of a site, which a page names once. Limits leave them out, so that the same content keeps within
 * them under every address.
 */
export function addressTokens(baseUrl: string): number {
  const known = counted.get(baseUrl) ?? countTokens(baseUrl);
  counted.set(baseUrl, known);
  return known;
}
