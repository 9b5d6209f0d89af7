/** Tokens: what a text costs its reader. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

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
