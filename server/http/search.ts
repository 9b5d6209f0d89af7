/** `GET /search.md?q=…`: search with the ranking of the MCP tool, for clients without MCP (docs/http.md#12). */

import { searchResults } from '#document/kind/search-results.ts';
import { htmlPage, markdown } from '#document/text/media-type.ts';
import type { Beside } from '#edition/beside.ts';
import { searchTwin } from '../search/address.ts';
import { readSearchRequest } from '../search/request.ts';
import { resultsOf, type SearchResults } from '../search/results.ts';
import { searchIndexOf } from '../search/site-index.ts';
import { LivePage } from '../site/page.ts';
import { readingFiles } from '../site/reading-files.ts';
import type { Site } from '../site/site.ts';
import type { Handler } from './dispatch.ts';
import { requireDecodable, requireShort, splitTarget } from './find.ts';
import { sendPage } from './page.ts';

/**
 * Answers a search when its turn has come.
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
  await sendPage(request, response, page);
};

/** Returns the results of a search as a page, which is sent like any other page. */
function searchPage(
  { text, address, links }: SearchResults,
  { baseUrl }: Site,
  common: readonly string[],
): LivePage {
  // The address repeats the question, which may need more escapes than it was sent with.
  requireShort(address);
  const entry = {
    path: address,
    file: '',
    kind: searchResults.kind,
    media_type: markdown,
    listed: false,
    tokens: 0,
    described_by: `/docs/schemas/${searchResults.kind}/v0.1.md`,
    links,
  };
  return new LivePage(entry, Buffer.from(text), {
    baseUrl,
    common: [...common, 'Content-Location', address],
  });
}

type Twin = (page: LivePage, site: Site, common: readonly string[]) => LivePage;

/** Loads the renderer of result pages in HTML at the first call, and returns it. */
async function twins(): Promise<Twin> {
  const [{ render }, { twinOf }] = await Promise.all([
    import('#edition/rendering.ts'),
    import('#edition/html/markdown.ts'),
  ]);
  return (page, site, common) => {
    const { baseUrl, pages } = site;
    const { entry } = page;
    const { path } = entry;
    const beside = pages.get(searchTwin)!.entry.beside as Beside;
    const setting = { as: 'page' as const, path, baseUrl, beside, files: readingFiles(site) };
    const location = twinOf(path)!;
    const links = [`<${path}>; rel="alternate"; type="text/markdown"`];
    return new LivePage(
      { ...entry, path: location, kind: 'reading', media_type: htmlPage, links },
      Buffer.from(render(page.plain().body.toString(), setting)),
      { baseUrl, common: [...common, 'Content-Location', location] },
    );
  };
}
