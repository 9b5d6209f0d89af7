/** `GET /search.md?q=…`: search with the ranking of the MCP tool, for clients without MCP (docs/http.md#18). */
import { sha256Hex } from '#document/digest.ts';
import { searchResults } from '#document/kind/search-results.ts';
import type { PageEntry } from '#document/manifest.ts';
import { htmlPage, markdown } from '#document/media-type.ts';
import type { Beside } from '#reading/beside.ts';
import { readingFiles } from '../catalog/reading-files.ts';
import { SitePage } from '../catalog/site.ts';
import type { Context } from '../context.ts';
import { openness } from '../header/cors.ts';
import { Refusal } from '../refusal.ts';
import { searchTwin } from '../search/address.ts';
import { readSearchRequest } from '../search/request.ts';
import { findResults } from '../search/results.ts';
import type { Handler } from './door.ts';
import { requireDecodable, requireShort, splitTarget } from './find.ts';
import { sendPage } from './page.ts';
import { sendPreflight } from './reply.ts';

/**
 * Answers a search.
 * @throws Refusal `malformed_request` that names a wrong parameter, `method_not_allowed`, `rate_limited`
 */
export const answerSearch: Handler = async (request, response, context) => {
  const { method } = request;
  if (method === 'OPTIONS') return sendPreflight(response, openness.page, context.common);
  if (method !== 'GET' && method !== 'HEAD') {
    const allow = openness.page.methods;
    throw new Refusal('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  context.gatekeeper.admitSearch(request);
  const target = request.url!;
  requireShort(target);
  const { path, query = '' } = splitTarget(target);
  requireDecodable(query, 'query');
  const page = await searchPage(new URLSearchParams(query), context);
  sendPage(request, response, path === searchTwin ? await twinOfPage(page, context) : page);
};

/** The answer to a search as a page, which is sent like any other. */
async function searchPage(query: URLSearchParams, { site, common }: Context): Promise<SitePage> {
  const current = site();
  const { text, address, links } = await findResults(readSearchRequest(query, current), current);
  // A question may need more escapes than it came with.
  requireShort(address);
  const body = Buffer.from(text);
  const entry: PageEntry = {
    ...{ path: address, file: '', kind: searchResults.kind, media_type: markdown, listed: false },
    ...{ size: body.length, digest: sha256Hex(body), tokens: 0, encodings: {}, key: '' },
    ...{ described_by: `/docs/schemas/${searchResults.kind}/v0.1.md`, links },
  };
  const surroundings = { baseUrl: current.baseUrl, common: [...common, 'Content-Location', address] };
  return new SitePage({ readEntry: () => entry, bytes: () => body }, surroundings);
}

/** The results in the reading edition. */
async function twinOfPage(page: SitePage, { site, common }: Context): Promise<SitePage> {
  const [{ render }, { twinOf }] = await Promise.all([
    import('#reading/rendering.ts'),
    import('#reading/markdown.ts'),
  ]);
  const current = site();
  const { baseUrl, pages } = current;
  const { path } = page.entry;
  const beside = pages.get(searchTwin)!.entry.beside as Beside;
  const body = Buffer.from(
    render(page.identity.body.toString(), {
      as: 'page',
      path,
      baseUrl,
      beside,
      files: readingFiles(current),
    }),
  );
  const location = twinOf(path)!;
  const entry: PageEntry = {
    ...page.entry,
    ...{ path: location, kind: 'reading', media_type: htmlPage },
    ...{ size: body.length, digest: sha256Hex(body) },
    links: [`<${path}>; rel="alternate"; type="text/markdown"`],
  };
  const headers = [...common, 'Content-Location', location];
  return new SitePage({ readEntry: () => entry, bytes: () => body }, { baseUrl, common: headers });
}
