/** The search index of each site that is served. */

import { oncePer } from '#document/text/once-per.ts';
import { withSections } from '#edition/search/joined-task.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { isSearched } from '#edition/search/searched.ts';
import type { Site } from '../site/site.ts';
import { Slices } from '../support/slices.ts';

/** Returns the search index of a site. It is begun at the first call, and kept as long as the site. */
export const searchIndexOf = oncePer(async (site: Site): Promise<SearchIndex> => {
  const slices = new Slices();
  return slices.finish(making(site));
});

function* making(site: Site): Generator<undefined, SearchIndex> {
  if (site.reading) yield* site.reading();
  return yield* SearchIndex.making(site.entries);
}

/** Returns the kinds of pages that search can find in a site. */
export const searchedKinds = oncePer(({ entries }: Site): string[] =>
  [...new Set(withSections(entries.filter(isSearched)).map(({ kind }) => kind))].sort(),
);
