/** Refusals as HTML pages for people, at addresses of the reading edition (docs/reading.md#9). */
import type { IncomingMessage } from 'node:http';
import type { Beside } from '#edition/beside.ts';
import { roomsOf } from '#edition/frame.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { refusedPage } from '#edition/refusal.ts';
import { searchTwin } from '../search/address.ts';
import { nearPage } from '../search/near-page.ts';
import { echoOf } from '../search/results.ts';
import { readingFiles } from '../site/reading-files.ts';
import type { Site } from '../site/site.ts';
import { type Refusal, refusalTitles } from '../support/refusal.ts';
import type { Context } from './context.ts';
import { splitTarget } from './find.ts';
import { errorFields, shownPath } from './reply.ts';

/**
 * Renders a refusal as a page. Rendering costs as much as a search, so it counts as one and takes its turn.
 * @throws Refusal `rate_limited`
 */
export function renderRefusal(
  request: IncomingMessage,
  refusal: Refusal,
  id: string,
  { site, gatekeeper }: Pick<Context, 'site' | 'gatekeeper'>,
): Promise<string> {
  gatekeeper.admitSearch(request);
  return gatekeeper.takeTurn(request, () => refusalPage(request, refusal, id, site()));
}

function refusalPage(request: IncomingMessage, refusal: Refusal, id: string, site: Site): string {
  const { path, query } = splitTarget(request.url!);
  const address = shownPath(request.url);
  const beside = besideOf(path, site);
  const near = refusal.code === 'not_found' || refusal.code === 'validation_failed';
  const isSearch = path === searchTwin && refusal.code === 'malformed_request';
  return refusedPage(
    {
      title: refusalTitles[refusal.code],
      description: refusal.message,
      value: errorFields(refusal, { path: address, id, baseUrl: site.baseUrl }),
      address: address === path ? address : undefined,
      typed: isSearch ? typedIn(query) : undefined,
      near: near ? linkTo(nearPage(path, site), site) : undefined,
      rooms: roomsOf(beside).flatMap(({ path, title }) => {
        const link = linkTo(twinOf(path), site);
        return link ? [{ ...link, title }] : [];
      }),
      files: readingFiles(site),
    },
    beside,
  );
}

/** Returns what surrounds a page of the site. Its parent is the index above the address. */
function besideOf(path: string, { pages }: Site): Beside {
  const { site, crumbs, parts } = pages.get(searchTwin)!.entry.beside as Beside;
  const above = `/${path.split('/')[1]}/index.html`;
  const entry = above === path ? undefined : pages.get(above)?.entry;
  const parent = entry ? [{ path: above.replace(/html$/, 'md'), title: entry.title ?? above }] : [];
  return { site, crumbs: [...crumbs, ...parent], parts };
}

/** Returns the words of a search in a form that a page may repeat; an empty text if there are none. */
function typedIn(query = ''): string {
  const words = new URLSearchParams(query).get('q')?.trim() ?? '';
  return words === '' ? '' : echoOf(words);
}

function linkTo(path: string | undefined, { pages }: Site) {
  // A former address may lead to a section of a page.
  const entry = path === undefined ? undefined : pages.get(path.split('#')[0]!)?.entry;
  return entry && { path: path!, title: entry.title ?? entry.path, description: entry.description ?? '' };
}
