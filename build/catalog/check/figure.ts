/**
 * Figures: a figure that a page cites is in the cited record.
 *
 * - `It gained 90.2% ([loops-2024](/research/loops-2024.md)).` is refused when that record states no 90.2 %; `15 times` and
 *   `15x` are the same figure, `about 90%` and `90.2%` are not
 * - under `## What is known` of a pattern, and in a domain, a list item or sentence with a figure and no link to a record is refused, and
 *   so is a multiple or a fraction in words, such as `twice` or `two thirds`: nobody could look it up.
 */
import type { Fault } from '#document/text/fault.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import { type Figure, figuresOf, readFigure, states } from '../source/figure.ts';
import { type CitedFigure, recordsOf, unitsOf } from '../source/mark.ts';
import type { Passage } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';

/** Figures that a pattern gives as known without naming a record. */
export function checkUncitedFigures(source: ParsedSource): Fault[] {
  return claimsOf(source).flatMap(passage =>
    unitsOf(passage)
      .filter(unit => recordsOf(passage, unit).length === 0)
      .flatMap(unit =>
        [...figuresOf(unit.text), ...shareIn(unit.text)].slice(0, 1).map(found => ({ found, unit })),
      )
      .map(({ found, unit }) => ({
        field: '',
        rule: 'uncited-figure',
        message: `The figure \`${found.text}\` names no research record.`,
        help: 'Link the record or comparison that states it in the same sentence or list item.',
        ...passage.placeAt(unit.start + found.start),
      })),
  );
}

const comparisons = 'comparisons/';

/** What a name stands for: a research record, or after `comparisons/` a comparison. */
const citable = (name: string, catalog: Catalog): SourceEntry | undefined =>
  name.startsWith(comparisons)
    ? catalog.comparisons.get(name.slice(comparisons.length))
    : catalog.research.get(name);
/** The paragraphs that say what is known. */
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

/** Multiples and fractions in words. */
const share = new RegExp(
  String.raw`\b(?:twice|thrice|halved?|doubled|doubles|tripled|triples|quadrupled|(?:two|three|four|five|ten)fold)\b|` +
    String.raw`\b${many} (?:thirds?|quarters?|fifths?|tenths?|halves|percent|per cent)\b|\b${many} (?:out of|in) (?:three|four|five|ten|\d{1,4})\b`,
  'i',
);

function shareIn(text: string): { text: string; start: number }[] {
  const found = share.exec(text);
  return found ? [{ text: found[0], start: found.index }] : [];
}

/** Figures that are in none of the records that their sentence links to. */
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

function messageOf({ file }: SourceEntry, { text, records, line, column }: CitedFigure): SourceFault {
  const names = records.map(slug => `\`${slug}\``).join(', ');
  return {
    file,
    field: '',
    rule: 'figure-not-in-source',
    message: `The figure \`${text}\` is not in ${names}, which the sentence cites.`,
    help: 'Cite the record that states it, give the figure as the record does, or leave it out.',
    line,
    column,
  };
}
