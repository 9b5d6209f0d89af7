/** One search index for each site that is served. */
import type { Site } from '../../catalog/site.ts';
import { SearchIndex } from './search-index.ts';

const indexes = new WeakMap<Site, Promise<SearchIndex>>();

/** The index of a site. It is begun when first asked for, and kept as long as the site. */
export function searchIndexOf(site: Site): Promise<SearchIndex> {
  let index = indexes.get(site);
  if (index === undefined) {
    index = SearchIndex.of(site.entries);
    indexes.set(site, index);
  }
  return index;
}
