/** Counts what a text costs its reader, in tokens of the o200k encoding. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** The setting by which special words such as `<|endoftext|>` count as plain text. */
const asText = { disallowedSpecial: new Set<string>() };

export const tokensOf = (text: string): number => countTokens(text, asText);

/** The address that replaces the address of the site while the length of a page is measured. */
const placeholder = 'https://catalog.example.org';

/**
 * Returns the length of a page in tokens without the address of the site, so that the limits hold under every address.
 * @param baseUrl the address in the `canonical_url` of the page
 */
export function lengthOf(page: string, baseUrl: string): number {
  const named = canonical(baseUrl);
  if (!page.includes(named)) return tokensOf(page);
  return tokensOf(page.replace(named, () => canonical(placeholder))) - tokensOf(placeholder);
}

const canonical = (baseUrl: string): string => `\ncanonical_url: ${baseUrl}/`;
