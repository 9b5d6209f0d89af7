/** Tokens: what a text costs its reader, in the o200k encoding. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Words that mean something to a model count as the text that they are. */
const asText = { disallowedSpecial: new Set<string>() };

export const tokensOf = (text: string): number => countTokens(text, asText);

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
