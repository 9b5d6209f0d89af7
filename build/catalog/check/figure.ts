/**
 * Checks that a figure that a page cites is in the cited record.
 *
 * - `It gained 90.2% ([loops-2024](/research/loops-2024.md)).` is refused when that record states no 90.2 %; `15 times` and `15x`
 *   are the same figure, `about 90%` and `90.2%` are not
 * - under `## What is known` of a pattern, and in a domain, a list item or sentence with a figure and no link to a record is
 *   refused, and so is a multiple or a fraction in words, such as `twice` or `two thirds`: nobody could look it up
 * - `a run costs $0.40 without a cache. It reads 100,000 tokens at $3 per million and writes 2,000 at $15 per million` is
 *   refused: the cost is $0.33, and these are not the prices that all pages use
 */
import type { Fault } from '#document/text/fault.ts';
import { price as basis } from '../../document/effect/money.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import { type Figure, figuresOf, readFigure, states } from '../source/figure.ts';
import { type CitedFigure, recordsOf, unitsOf } from '../source/mark.ts';
import type { Passage } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';

/**
 * Returns a fault for each sentence or list item that states a figure without a link to a record or comparison. Checks the whole
 * body of a domain, and the section `What is known` of a pattern; other kinds have no such faults.
 */
export function checkUncitedFigures(source: ParsedSource): Fault[] {
  return claimsOf(source).flatMap(passage =>
    unitsOf(passage)
      .filter(unit => recordsOf(passage, unit).length === 0)
      .flatMap(unit =>
        [...figuresOf(unit.text), ...shareIn(unit.text)].slice(0, 1).map(found => ({ found, unit })),
      )
      .map(({ found, unit }) => {
        const message = `No research record is cited for the figure \`${found.text}\`.`;
        const help = 'Link the record or comparison that states it in the same sentence or list item.';
        return faultAt(passage.placeAt(unit.start + found.start), 'uncited-figure', message, help);
      }),
  );
}

const comparisons = 'comparisons/';

/**
 * Returns the research record of a name, or the comparison of a name such as `comparisons/NAME`; undefined if there is none.
 */
const citable = (name: string, catalog: Catalog): SourceEntry | undefined =>
  name.startsWith(comparisons)
    ? catalog.comparisons.get(name.slice(comparisons.length))
    : catalog.research.get(name);

/**
 * Returns the paragraphs that state what is known: all of a domain, those under `What is known` of a pattern, none of other
 * kinds.
 */
function claimsOf({ kind, headings, passages }: ParsedSource): readonly Passage[] {
  if (kind.kind === 'domain') return passages;
  const start = headings.find(({ text }) => text === 'What is known');
  if (kind.kind !== 'pattern' || !start) return [];
  const end = headings.find(({ line, depth }) => line > start.line && depth <= start.depth);
  return passages.filter(({ placeAt }) => {
    const { line } = placeAt(0);
    return line > start.line && line < (end?.line ?? Number.POSITIVE_INFINITY);
  });
}

const many = '(?:one|two|three|four|five|six|seven|eight|nine|ten|a|\\d{1,4})';

/** A multiple or fraction in words. */
const share = new RegExp(
  String.raw`\b(?:twice|thrice|halved?|doubled|doubles|tripled|triples|quadrupled|(?:two|three|four|five|ten)fold)\b|` +
    String.raw`\b${many} (?:thirds?|quarters?|fifths?|tenths?|halves|percent|per cent)\b|\b${many} (?:out of|in) (?:three|four|five|ten|\d{1,4})\b`,
  'i',
);

function shareIn(text: string): { text: string; start: number }[] {
  const found = share.exec(text);
  return found ? [{ text: found[0], start: found.index }] : [];
}

/** Returns a fault for each figure that none of the records linked in its sentence states. */
export function checkCitedFigures(catalog: Catalog): SourceFault[] {
  const stated = new Map<string, Figure[]>();
  const statedBy = (slug: string): Figure[] => {
    const known = stated.get(slug) ?? citable(slug, catalog)?.facts.stated.map(readFigure) ?? [];
    stated.set(slug, known);
    return known;
  };
  return catalog.sources.flatMap(source =>
    source.facts.cited
      .filter(({ records }) => records.every(slug => citable(slug, catalog)))
      .flatMap(cited => {
        const figure = readFigure(cited.figure);
        const known = cited.records.flatMap(statedBy);
        return known.some(other => states(other, figure)) ? [] : [messageOf(source, cited)];
      }),
  );
}

function messageOf({ file }: SourceEntry, cited: CitedFigure): SourceFault {
  const names = cited.records.map(slug => `\`${slug}\``).join(', ');
  const message = `The sentence cites ${names} for the figure \`${cited.text}\`, which is not there.`;
  const help = 'Cite the record that states it, give the figure as the record does, or leave it out.';
  return { file, ...faultAt(cited, 'figure-not-in-source', message, help) };
}

/** The form of a stated price: dollars, and the tokens read and written with the dollars per million of each. */
const calculation =
  /costs \$([\d,.]{1,15}) without a cache\. It reads ([\d,]{1,15}) tokens at \$([\d.]{1,8}) per million and writes ([\d,]{1,15}) at \$([\d.]{1,8}) per million/g;

/**
 * Returns a fault for each price that differs from the cost of the stated tokens, or that uses other prices per token than all
 * pages do.
 */
export const checkPrices = ({ passages }: ParsedSource): Fault[] =>
  passages.flatMap(({ text, placeAt }) =>
    [...text.matchAll(calculation)].flatMap(match => {
      const numbers = match.slice(1).map(written => Number(written.replaceAll(',', '')));
      const [dollars, input, inputPrice, output, outputPrice] = numbers as [
        number,
        number,
        number,
        number,
        number,
      ];
      if (inputPrice !== basis.input || outputPrice !== basis.output) {
        const help = `Use $${basis.input} and $${basis.output}, as all pages do.`;
        return faultAt(
          placeAt(match.index),
          'price',
          'The price per token is not the one that all pages use.',
          help,
        );
      }
      const price = ((input * inputPrice + output * outputPrice) / 1e6).toFixed(2);
      if (price === dollars.toFixed(2)) return [];
      const help = 'Write the price that follows from the tokens and the prices in the sentence.';
      return faultAt(placeAt(match.index), 'price', `The tokens cost $${price}, not $${match[1]}.`, help);
    }),
  );
