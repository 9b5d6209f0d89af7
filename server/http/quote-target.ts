/** Which requests are for a quote with what the reader says; without that, it is a page like any other. */
import type { IncomingMessage } from 'node:http';
import { asksQuote } from '#build/quote/parameter.ts';
import type { Context } from './context.ts';
import { splitTarget } from './find.ts';

const form = /^\/tasks\/[^/]+\/quote\.md$/;

export function isQuote({ url }: IncomingMessage, { site }: Pick<Context, 'site'>): boolean {
  const { path, query } = splitTarget(url!);
  if (query === undefined || !form.test(path) || !site().pages.has(path)) return false;
  return asksQuote(new URLSearchParams(query));
}
