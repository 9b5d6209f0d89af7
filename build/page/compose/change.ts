/**
 * Changes of the catalog: published and withdrawn versions, statuses of comparisons, and the changes
 * that editors note on their pages.
 */
import { byText } from '#document/text/manifest.ts';
import type { Catalog, SourceEntry } from '../../catalog/source/catalog.ts';
import type { PageChange } from '../../document/kind/change.ts';
import { unique } from '../../document/kind/source.ts';

/** A change of the catalog, such as a version that was withdrawn. */
export interface Change {
  /** The time in RFC 3339 and UTC, or the date. */
  at: string;
  path: string;
  title: string;
  /** The words that name the change, as the rest of a line. */
  what: string;
  /** The domains that the change concerns. */
  domains: readonly string[];
  /** Set if the change says that a version is no longer to be used. Such changes come first on their day. */
  isWithdrawal?: boolean;
}

/** Returns the day of a change, `YYYY-MM-DD`. */
export const dayOf = ({ at }: Change): string => at.slice(0, 'YYYY-MM-DD'.length);

/** Returns every change, newest day first. On one day, withdrawals come first. */
export function changesIn(catalog: Catalog): Change[] {
  const rank = (change: Change) => (change.isWithdrawal ? 0 : 1);
  return [...versionChanges(catalog), ...comparisonChanges(catalog), ...pageChanges(catalog)].sort(
    (a, b) => byText(dayOf(b), dayOf(a)) || rank(a) - rank(b) || byText(b.at, a.at) || byText(a.path, b.path),
  );
}

/** The codes of reasons that say no more than the status, so that a change leaves them out. */
const plainReasons: ReadonlySet<string> = new Set(['reinstated', 'unspecified', 'newer_version']);
const isSaid = (reason: string | undefined): reason is string =>
  reason !== undefined && !plainReasons.has(reason);

function versionChanges(catalog: Catalog): Change[] {
  const versions = new Map<string, Omit<Change, 'at' | 'what'>>(
    catalog.versions.map(({ path, facts, more }) => [
      path,
      {
        ...{ path, title: `${facts.title} ${more.version}` },
        domains: unique(more.task_classes.map(task => task.split('.')[0]!)),
      },
    ]),
  );
  const published = [...catalog.publications].flatMap(([path, { published_at }]): Change[] => {
    const version = versions.get(path);
    return version ? [{ ...version, at: published_at, what: 'published' }] : [];
  });
  const withdrawn = catalog.statusChanges.flatMap(({ path, status, since, reason_code, superseded_by }) => {
    const version = versions.get(path);
    const successor = superseded_by && versions.get(superseded_by);
    const why = isSaid(reason_code) ? ` (${reason_code.replaceAll('_', ' ')})` : '';
    // A successor with the same title is named by its version alone.
    const title = version ? version.title.slice(0, version.title.lastIndexOf(' ') + 1) : '';
    const what = successor ? `superseded by ${successor.title.replace(title, '')}` : `${status}${why}`;
    return version ? [{ ...version, at: since, what, isWithdrawal: status !== 'active' }] : [];
  });
  return [...published, ...withdrawn];
}

/** Returns the changes of status of comparisons. If a status changed several times on one day, only the last change counts. */
const comparisonChanges = ({ comparisons }: Catalog): Change[] =>
  [...comparisons.values()].flatMap(({ more, facts, path }) =>
    more.dates
      .filter(({ on }, at) => more.dates[at + 1]?.on !== on)
      .map(({ status, on }) => ({
        ...{ at: on, path: path!, title: facts.title, what: `comparison ${status}`, domains: [] },
        isWithdrawal: status === 'withdrawn',
      })),
  );

function pageChanges({ patterns, research }: Catalog): Change[] {
  const of = (
    source: SourceEntry<{ changed?: PageChange[] | undefined }>,
    domains: readonly string[],
  ): Change[] =>
    (source.more.changed ?? []).map(({ on, what }) => {
      return { at: on, path: source.path!, title: source.facts.title, what, domains };
    });
  return [
    ...[...patterns.values()].flatMap(source => of(source, source.more.domains)),
    ...[...research.values()].flatMap(source =>
      of(source, unique(source.more.findings.map(({ domain }) => domain))),
    ),
  ];
}
