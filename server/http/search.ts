/** `GET /search.md?q=…`: search with the ranking of the MCP tool, for clients without MCP (docs/http.md#18). */

import { searchResults } from '#document/kind/search-results.ts';
import { sha256Hex } from '#document/text/digest.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { htmlPage, markdown } from '#document/text/media-type.ts';
import type { Beside } from '#edition/beside.ts';
import { searchTwin } from '../search/address.ts';
import { readSearchRequest } from '../search/request.ts';
import { resultsOf, type SearchResults } from '../search/results.ts';
import { searchIndexOf } from '../search/site-index.ts';
import { readingFiles } from '../site/reading-files.ts';
import { type Site, SitePage } from '../site/site.ts';
import type { Handler } from './dispatch.ts';
import { requireDecodable, requireShort, splitTarget } from './find.ts';
import { sendPage } from './page.ts';

/**
 * Answers a search, when its turn has come.
 * @throws Refusal `malformed_request` that names a wrong parameter, `rate_limited`
 */
export const answerSearch: Handler = async (request, response, context) => {
  const { gatekeeper, site } = context;
  gatekeeper.admitSearch(request);
  const target = request.url!;
  requireShort(target);
  const { path, query = '' } = splitTarget(target);
  requireDecodable(query, 'query');
  const current = site();
  const asked = readSearchRequest(new URLSearchParams(query), current);
  const twinOf = path === searchTwin ? await twins() : undefined;
  const index = await searchIndexOf(current);
  const page = await gatekeeper.takeTurn(request, () => {
    const found = searchPage(resultsOf(asked, current, index), current, context.common);
    return twinOf ? twinOf(found, current, context.common) : found;
  });
  sendPage(request, response, page);
};

/** The answer to a search as a page, which is sent like any other. */
function searchPage(
  { text, address, links }: SearchResults,
  { baseUrl }: Site,
  common: readonly string[],
): SitePage {
  // A question may need more escapes than it came with.
  requireShort(address);
  const body = Buffer.from(text);
  const entry: PageEntry = {
    path: address,
    file: '',
    kind: searchResults.kind,
    media_type: markdown,
    listed: false,
    size: body.length,
    digest: sha256Hex(body),
    tokens: 0,
    encodings: {},
    described_by: `/docs/schemas/${searchResults.kind}/v0.1.md`,
    links,
  };
  const surroundings = { baseUrl, common: [...common, 'Content-Location', address] };
  return new SitePage({ readEntry: () => entry, bytes: () => body }, surroundings);
}

type Twin = (page: SitePage, site: Site, common: readonly string[]) => SitePage;

/** Returns the renderer of results in the reading edition; it is loaded at the first request for them. */
async function twins(): Promise<Twin> {
  const [{ render }, { twinOf }] = await Promise.all([
    import('#edition/rendering.ts'),
    import('#edition/html/markdown.ts'),
  ]);
  return (page, site, common) => {
    const { baseUrl, pages } = site;
    const { path } = page.entry;
    const beside = pages.get(searchTwin)!.entry.beside as Beside;
    const body = Buffer.from(
      render(page.identity.body.toString(), {
        as: 'page',
        path,
        baseUrl,
        beside,
        files: readingFiles(site),
      }),
    );
    const location = twinOf(path)!;
    const entry: PageEntry = {
      ...page.entry,
      path: location,
      kind: 'reading',
      media_type: htmlPage,
      size: body.length,
      digest: sha256Hex(body),
      links: [`<${path}>; rel="alternate"; type="text/markdown"`],
    };
    const headers = [...common, 'Content-Location', location];
    return new SitePage({ readEntry: () => entry, bytes: () => body }, { baseUrl, common: headers });
  };
}
