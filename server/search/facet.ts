/** Counts the traits that found pages have in common, and the findings of research on patterns. */
import type { PageEntry, SearchFinding } from '#document/text/manifest.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from '../site/site.ts';

type Evidence = Record<SearchFinding['direction'], number>;

const evidenceBySlug = oncePer(({ entries }: Site): ReadonlyMap<string, Evidence> => {
  const found = new Map<string, Evidence>();
  for (const { pattern, direction } of entries.flatMap(({ search }) => search?.findings ?? [])) {
    const evidence = found.get(pattern) ?? { supports: 0, mixed: 0, against: 0 };
    evidence[direction] += 1;
    found.set(pattern, evidence);
  }
  return found;
});

/** Counts the findings on a pattern by direction. Returns undefined for other pages, and for a pattern without findings. */
export const evidenceOf = ({ kind, search }: PageEntry, site: Site): Evidence | undefined =>
  kind === 'pattern' ? evidenceBySlug(site).get(search?.names?.[0] ?? '') : undefined;

/** The traits of a page, by the name of the facet. */
const sorts: Readonly<Record<FacetName, (page: PageEntry, site: Site) => readonly string[]>> = {
  kind: ({ kind }) => [kind],
  domain: ({ search: { domains = [], task_classes = [] } = {} }) => [
    ...new Set([...domains, ...task_classes.map(task => task.split('.')[0]!)]),
  ],
  family: ({ search: { family } = {} }) => (family === undefined ? [] : [family]),
  evidence: directionsOf,
};

type FacetName = 'kind' | 'domain' | 'family' | 'evidence';

function directionsOf(page: PageEntry, site: Site): readonly string[] {
  if (page.kind === 'research_record')
    return [...new Set((page.search?.findings ?? []).map(({ direction }) => direction))];
  if (page.kind !== 'pattern') return [];
  const evidence = evidenceOf(page, site);
  if (!evidence) return ['none'];
  return Object.entries(evidence).flatMap(([direction, count]) => (count > 0 ? [direction] : []));
}

type Facets = Record<FacetName, { name: string; count: number }[]>;

/** Counts the pages with each trait of each facet, the most frequent trait first. */
export function facetsOf(pages: readonly PageEntry[], site: Site): Facets {
  const counted = Object.entries(sorts).map(([facet, sortsOf]) => {
    const counts = new Map<string, number>();
    for (const name of pages.flatMap(page => sortsOf(page, site)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return [facet, sorted.map(([name, count]) => ({ name, count }))];
  });
  return Object.fromEntries(counted) as Facets;
}
