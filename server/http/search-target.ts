/** Tells which requests are searches. */
import type { IncomingMessage } from 'node:http';
import { isCampaign, searchPath, searchTwin } from '../search/address.ts';
import type { Context } from './context.ts';
import { splitTarget } from './find.ts';

/**
 * Tells whether a request to the search page asks a question. Without a question, the page that explains search is served like
 * any other.
 */
export function isSearch({ url }: IncomingMessage, { site }: Pick<Context, 'site'>): boolean {
  const { path, query } = splitTarget(url!);
  if ((path !== searchPath && path !== searchTwin) || query === undefined) return false;
  if (path === searchTwin && !site().pages.has(searchTwin)) return false;
  return [...new URLSearchParams(query).keys()].some(name => !isCampaign(name));
}
