/** Finds the page that a client means, by its path, by its URL, or by a text close to one of them. */

import { newestAt } from '../site/newest.ts';
import type { SitePage } from '../site/page.ts';
import type { McpContext } from './context.ts';

const maxAddress = 2048;

/** Returns the page at an address that a person or a model wrote; undefined if there is none. */
export function pageAt(
  { site, publicNames }: Pick<McpContext, 'site' | 'publicNames'>,
  address: string,
): SitePage | undefined {
  if (address.length > maxAddress) return undefined;
  const path = localPath(address.trim(), publicNames);
  if (path === undefined) return undefined;
  const { pages, redirects } = site();
  const [plain = ''] = path.split(/[?#]/);
  for (const candidate of [path, plain, `${plain}.md`, `${plain.replace(/\/$/, '')}/index.md`]) {
    // A query that chooses a part of a page is in the path of that part. Any other query is ignored, as over HTTP.
    if (candidate === plain && path !== plain && choosesPage(plain, path)) return undefined;
    const page = pages.get(candidate) ?? pages.get(redirects.get(candidate)?.split('#')[0] ?? '');
    if (page) return page;
  }
  const newest = newestAt(site(), plain.endsWith('.md') ? plain : `${plain}.md`);
  return newest && 'page' in newest ? pages.get(newest.page) : undefined;
}

const choosesPage = (plain: string, path: string): boolean =>
  plain === '/starters/index.md' && /[?&]task_class=/.test(path);

/** Returns the path in an address of this service; undefined for an address elsewhere. */
function localPath(address: string, names: ReadonlySet<string>): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return address.startsWith('/') ? address : `/${address}`;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return names.has(url.hostname) ? url.pathname + url.search : undefined;
}
