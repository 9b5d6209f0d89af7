/**
 * Checks that no date is in the future.
 *
 * A citation of next year, an arXiv id of next month, and a publication, a change of status or a change of a page more than a day
 * ahead are refused. The day allows for clocks that differ.
 */
import type { FieldPath } from '#document/text/fault.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { StatusesFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Returns a fault for each date in the future.
 * @param now the present time, RFC 3339; if absent, no date is checked
 */
export function checkDates(catalog: Catalog, now: string | undefined): SourceFault[] {
  if (now === undefined) return [];
  const latest = new Date(Date.parse(now) + day).toISOString();
  const [year, month] = [Number(latest.slice(0, 4)), latest.slice(2, 4) + latest.slice(5, 7)];
  const help = 'Correct the date. If it is right, correct the clock of this machine.';
  const cited = [...catalog.research.values()].flatMap(({ more: { citation }, message }) => {
    const isLate = { year: citation.year > year, arxiv: (citation.arxiv ?? '').slice(0, 4) > month };
    const field = isLate.year ? 'year' : 'arxiv';
    if (!isLate[field]) return [];
    const said = `\`citation.${field}\` is ${citation[field]}, which is in the future.`;
    return [message(['citation', field], 'future-date', said, help)];
  });
  const check = (
    { message }: Pick<SourceEntry, 'message'>,
    path: FieldPath,
    time: string,
    advice = help,
  ): SourceFault[] =>
    // A day has no time.
    time > latest.slice(0, time.length)
      ? [message(path, 'future-date', `\`${time}\` is in the future.`, advice)]
      : [];
  return [
    ...cited,
    ...[...catalog.publications.values()].flatMap(({ source, published_at }) =>
      check(source, ['published_at'], published_at),
    ),
    ...catalog.sources
      .filter(({ facts }) => facts.kind === 'statuses')
      .flatMap(source =>
        (source.more as StatusesFacts).changes.flatMap(({ since }, at) =>
          check(source, ['changes', at, 'since'], since),
        ),
      ),
    ...[...catalog.patterns.values(), ...catalog.research.values()].flatMap(source =>
      (source.more.changed ?? []).flatMap(({ on }, at) =>
        check(source, ['changed', at, 'on'], on, 'Write the day on which the page changed.'),
      ),
    ),
  ];
}
