/** One search index for each site that is served. */

import type { PageEntry } from '#build/text/manifest.ts';
import { oncePer } from '#build/text/once-per.ts';
import type { Site } from '../catalog/site.ts';
import { Slices } from '../support/slices.ts';
import { isSearched, SearchIndex } from './search-index.ts';

/** The index of a site. It is begun when first asked for, and kept as long as the site. */
export const searchIndexOf = oncePer(async (site: Site): Promise<SearchIndex> => {
  // A caller that asks for all entries waits for those not read yet.
  await new Slices().collect(entriesOf(site));
  return SearchIndex.of(site.entries);
});

function* entriesOf({ pages }: Site): Generator<PageEntry> {
  for (const page of pages.values()) yield page.entry;
}

/** The kinds of pages that search finds in a site. */
export const searchedKinds = oncePer(({ entries }: Site): string[] =>
  [...new Set(entries.filter(isSearched).map(({ kind }) => kind))].sort(),
);
