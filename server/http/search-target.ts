/** Which requests are searches. */
import type { IncomingMessage } from 'node:http';
import { isCampaign, searchPath } from '../search/address.ts';
import { splitTarget } from './find.ts';

/** Whether a request asks a question; without one, the page that says how is served like any other. */
export function isSearch({ url }: IncomingMessage): boolean {
  const { path, query } = splitTarget(url!);
  if (path !== searchPath || query === undefined) return false;
  return [...new URLSearchParams(query).keys()].some(name => !isCampaign(name));
}
