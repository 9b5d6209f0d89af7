/**
 * Checks that quotations, which are words of other people, are short and true, so that the catalog never replaces its sources.
 */
import type { Fault } from '#document/text/fault.ts';
import type { Catalog } from '../source/catalog.ts';
import { quotation } from '../source/mark.ts';
import { textsOf } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';
import { notice } from './complete.ts';

const maxWords = 40;
const countOf = (text: string): number => text.trim().split(/\s+/).length;

/**
 * Returns a fault for each quotation of more than 40 words, in a body and in any field: text between quotation marks, or a block
 * quotation (`>`). The notice of a starter or formation is the catalog's own and passes.
 */
export const checkQuotations = (source: ParsedSource): Fault[] =>
  textsOf(source, source.value).flatMap(({ text, within, fault }) => {
    const quoted =
      within === 'blockquote' && text !== notice
        ? [{ words: countOf(text), at: 0 }]
        : [...text.matchAll(quotation)].map(match => ({
            words: countOf(match[1] ?? match[2]!),
            at: match.index,
          }));
    return quoted
      .filter(({ words }) => words > maxWords)
      .map(({ words, at }) => {
        const message = `The quotation has ${words} words, but at most ${maxWords} are allowed.`;
        return fault(
          at,
          'long-quotation',
          message,
          'Quote the words that matter, and say the rest in your own words.',
        );
      });
  });

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns a fault for quoted words next to a link to a record, such as `"fifteen times the tokens"
 * ([loops-2024](/research/loops-2024.md))`, that neither the title nor a `quote` of the record contains. Fewer than four words
 * may be a term and pass.
 */
export function checkCitedQuotations({ sources, research }: Catalog): SourceFault[] {
  const quotes = new Map(
    [...research].map(([slug, { more }]) => {
      const texts = [more.citation.title, ...more.findings.map(({ quote = '' }) => quote)];
      return [slug, texts.map(plain).join(' | ')];
    }),
  );
  return sources.flatMap(({ file, facts }) =>
    facts.quoted
      .filter(({ records }) => records.every(slug => quotes.has(slug)))
      .filter(({ text, records }) => !records.some(slug => quotes.get(slug)!.includes(plain(text))))
      .map(quoted => {
        const { text, records } = quoted;
        const names = records.map(slug => `\`${slug}\``).join(', ');
        const message = `The quotation "${text.slice(0, 60)}${text.length > 60 ? '…' : ''}" is not in any \`quote\` of ${names}.`;
        const help =
          'Quote word for word and add the words to the `quote` of a finding, or say it in your own words without quotation marks.';
        return { file, ...faultAt(quoted, 'quotation-not-in-source', message, help) };
      }),
  );
}
