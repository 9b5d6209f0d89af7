/** One search index for each site that is served. */

import { oncePer } from '#document/once-per.ts';
import type { Site } from '../catalog/site.ts';
import { isSearched, SearchIndex } from './search-index.ts';

/** The index of a site. It is begun when first asked for, and kept as long as the site. */
export const searchIndexOf = oncePer(({ entries }: Site): Promise<SearchIndex> => SearchIndex.of(entries));

/** The kinds of pages that search finds in a site. */
export const searchedKinds = oncePer(({ entries }: Site): string[] =>
  [...new Set(entries.filter(isSearched).map(({ kind }) => kind))].sort(),
);
