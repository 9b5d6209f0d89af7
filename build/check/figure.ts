/**
 * Figures: a figure that a page cites is in the cited record.
 *
 * - `It gained 90.2% ([loops-2024](/research/loops-2024.md)).` is refused when that record states no 90.2 %; `15 times` and
 *   `15x` are the same figure, `about 90%` and `90.2%` are not
 * - under `## What is known`, a list item with a figure and no link to a record is refused: nobody could look it up.
 */
import type { Fault } from '#build/text/fault.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import { type Figure, figuresOf, readFigure, states } from '../source/figure.ts';
import { type CitedFigure, recordsOf, unitsOf } from '../source/mark.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';

/** Figures that a pattern gives as known without naming a record. */
export function checkUncitedFigures(source: ParsedSource): Fault[] {
  const { kind, headings } = source;
  const start = headings.find(({ text }) => text === 'What is known');
  if (kind.kind !== 'pattern' || !start) return [];
  const end = headings.find(({ line, depth }) => line > start.line && depth <= start.depth);
  const known = source.passages.filter(({ placeAt }) => {
    const { line } = placeAt(0);
    return line > start.line && line < (end?.line ?? Number.POSITIVE_INFINITY);
  });
  return known.flatMap(passage =>
    unitsOf(passage)
      .filter(unit => recordsOf(passage, unit).length === 0)
      .flatMap(unit =>
        figuresOf(unit.text)
          .slice(0, 1)
          .map(found => ({ found, unit })),
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
