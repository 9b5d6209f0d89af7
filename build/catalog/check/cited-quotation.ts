/**
 * Cited quotations: words in quotation marks beside a link to a record are words of that record.
 *
 * `"fifteen times the tokens" ([loops-2024](/research/loops-2024.md))` is refused when no `quote` of that record has these words. Fewer
 * than four words may be a term.
 */
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function checkCitedQuotations({ sources, research }: Catalog): SourceFault[] {
  const known = new Map<string, string>();
  const quotesOf = (slug: string): string => {
    const record = research.get(slug)!.more;
    const texts = [record.citation.title, ...record.findings.map(({ quote = '' }) => quote)];
    const quotes = known.get(slug) ?? texts.map(plain).join(' | ');
    known.set(slug, quotes);
    return quotes;
  };
  return sources.flatMap(({ file, facts }) =>
    facts.quoted
      .filter(({ records }) => records.every(slug => research.has(slug)))
      .filter(({ text, records }) => !records.some(slug => quotesOf(slug).includes(plain(text))))
      .map(({ text, records, line, column }): SourceFault => {
        const names = records.map(slug => `\`${slug}\``).join(', ');
        const message = `The quotation "${text.slice(0, 60)}${text.length > 60 ? '…' : ''}" is in no \`quote\` of ${names}.`;
        const help =
          'Quote word for word and add the words to the `quote` of a finding, or say it in your own without marks.';
        return { file, field: '', rule: 'quotation-not-in-source', message, help, line, column };
      }),
  );
}
