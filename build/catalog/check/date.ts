/**
 * Dates: nothing happened in the future.
 *
 * A citation of next year, an arXiv id of next month, and a publication, a change of status or a change of a page more than a day
 * ahead are refused. The day is for clocks that differ.
 */
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { StatusesFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';

const day = 24 * 60 * 60 * 1000;

/** @param now RFC 3339; absent: no date is checked */
export function checkDates(catalog: Catalog, now: string | undefined): SourceFault[] {
  if (now === undefined) return [];
  const latest = new Date(Date.parse(now) + day).toISOString();
  const [year, month] = [latest.slice(0, 4), latest.slice(2, 4) + latest.slice(5, 7)];
  const help = 'Correct it. If it is right, the clock of this machine is wrong.';
  const records = [...catalog.research.values()].flatMap(record => {
    const { citation } = record.more;
    const field =
      citation.year > Number(year)
        ? 'year'
        : (citation.arxiv ?? '').slice(0, 4) > month
          ? 'arxiv'
          : undefined;
    if (!field) return [];
    const message = `\`citation.${field}\` is ${citation[field]}, which is in the future.`;
    return [record.message(['citation', field], 'future-date', message, help)];
  });
  const future = (time: string) => `\`${time}\` is in the future.`;
  const published = [...catalog.publications.values()]
    .filter(each => each.published_at > latest)
    .map(({ source, published_at }) =>
      source.message(['published_at'], 'future-date', future(published_at), help),
    );
  const changed = catalog.sources
    .filter(({ facts }) => facts.kind === 'statuses')
    .flatMap(source =>
      (source as SourceEntry<StatusesFacts>).more.changes.flatMap(({ since }, at) =>
        since > latest ? [source.message(['changes', at, 'since'], 'future-date', future(since), help)] : [],
      ),
    );
  return [
    ...records,
    ...published,
    ...changed,
    ...pageChanges(catalog, latest.slice(0, 'YYYY-MM-DD'.length)),
  ];
}

/** @param latest the last day that is not in the future */
function pageChanges({ patterns, research }: Catalog, latest: string): SourceFault[] {
  const help = 'Write the day on which the page changed.';
  return [...patterns.values(), ...research.values()].flatMap(source =>
    (source.more.changed ?? []).flatMap(({ on }, at) =>
      on > latest
        ? [source.message(['changed', at, 'on'], 'future-date', `\`${on}\` is in the future.`, help)]
        : [],
    ),
  );
}
