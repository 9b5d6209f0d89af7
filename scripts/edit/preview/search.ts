/** Search in the preview, with the ranking of the service. */

import { sha256Hex } from '#document/text/digest.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { markdown } from '#document/text/media-type.ts';
import { render } from '#edition/rendering.ts';
import type { Page } from '../../../build/page/compose/page.ts';
import { searchPath, searchTwin } from '../../../server/search/address.ts';
import { readSearchRequest } from '../../../server/search/request.ts';
import { findResults } from '../../../server/search/results.ts';
import type { Site } from '../../../server/site/site.ts';
import { Refusal } from '../../../server/support/refusal.ts';
import type { PreviewSite, Shown } from './site.ts';

const sites = new WeakMap<ReadonlyMap<string, Page>, Site>();

/** Answers a search; undefined where the path is another, or nothing is asked. */
export async function answerSearch(
  { pages }: Pick<PreviewSite, 'pages'>,
  path: string,
  query: URLSearchParams,
): Promise<Shown | undefined> {
  const twin = pages.get(searchTwin);
  if ((path !== searchPath && path !== searchTwin) || query.size === 0 || twin?.rendering?.as !== 'page')
    return undefined;
  const { baseUrl } = twin.rendering;
  const site = sites.get(pages) ?? siteOf(pages, baseUrl);
  sites.set(pages, site);
  try {
    const { text, address } = await findResults(readSearchRequest(query, site), site);
    if (path === searchPath) return { status: 200, mediaType: markdown, body: text };
    const body = render(text, { ...twin.rendering, path: address });
    return { status: 200, mediaType: twin.mediaType, body };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 404, mediaType: 'text/plain; charset=utf-8', body: `${error.message}\n` };
  }
}

/** Returns a site with only the base URL and the entries of Markdown pages, which are all that search reads. */
function siteOf(pages: ReadonlyMap<string, Page>, baseUrl: string): Site {
  const entries = [...pages.values()]
    .filter(({ mediaType }) => mediaType === markdown)
    .map(entryOf)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { baseUrl, pages: new Map(), redirects: new Map(), entries, proofs: new Map() };
}

const entryOf = ({ text: _, mediaType, tokens = 0, ...page }: Page): PageEntry => ({
  ...page,
  media_type: mediaType,
  tokens,
  size: 0,
  digest: sha256Hex(page.path),
  encodings: {},
});
