/** What the box for a search suggests while somebody types: the pages that a reader may look for by name. */

import { twinOf } from '../html/markdown.ts';
import type { Asset } from './asset.ts';
import type { Library } from './library.ts';

/** Of a catalog with more pages the first are suggested. */
const maxSuggestions = 500;

/**
 * One file, that a browser loads when somebody first types: address, title, and words to find it by.
 * @param kinds of pages, in the order in which they are suggested
 */
export function suggestions(library: Library, kinds: readonly string[]): Asset {
  const old = [...library.versions.values()].flatMap(group => group.slice(1));
  const pages = [...library.pages.values()]
    .filter(page => kinds.includes(page.kind) && !old.includes(page) && !page.path.startsWith('/artifacts/'))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.path < b.path ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ path, title, kind, description }) => [twinOf(path), title, kind, description]);
  return { path: '/reading/suggest.json', mediaType: 'application/json', text: `${JSON.stringify(pages)}\n` };
}
