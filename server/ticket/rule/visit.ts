/** Reads from the headers of a request what the selection rules need, and nothing about the sender. */
import type { Visit } from './selection.ts';

/** The request headers that `readVisit` reads, with names in lower case, as Node.js gives them. */
export interface VisitHeaders {
  'user-agent'?: string | undefined;
  accept?: string | undefined;
  from?: string | undefined;
  referer?: string | undefined;
  'sec-fetch-mode'?: string | string[] | undefined;
  'sec-fetch-dest'?: string | string[] | undefined;
}

/** Returns the visit that a request makes, from its headers alone (docs/use-tickets.md#7). */
export function readVisit(headers: VisitHeaders, channel: Visit['channel']): Visit {
  return {
    userAgent: headers['user-agent'] ?? '',
    channel,
    asksForMarkdown: isShort(headers.accept) && prefersMarkdown(headers.accept),
    namesContact: isShort(headers.from) && isMailAddress(headers.from.trim()),
    fromAgentPage: isShort(headers.referer) && isAgentPage(headers.referer),
    isNavigation: headers['sec-fetch-mode'] === 'navigate' || headers['sec-fetch-dest'] === 'document',
  };
}

/** The longest header that is examined, in characters. Real ones are shorter, and examining one costs time by its length. */
const maxHeader = 1024;

const isShort = (header: string | undefined): header is string =>
  header !== undefined && header.length <= maxHeader;

/** Tells whether a text has the form of one e-mail address: a name, `@`, and a host of several parts. */
function isMailAddress(text: string): boolean {
  const [name, host, ...more] = text.split('@');
  if (!name || !host || more.length > 0 || /\s/.test(text)) return false;
  return host.slice(1, -1).includes('.');
}

const markdownTypes = ['text/markdown', 'text/x-markdown'];

/** Tells whether `Accept` names Markdown and does not rank HTML above it. `*\/*` alone asks for nothing in particular. */
function prefersMarkdown(accept: string): boolean {
  if (!/markdown/i.test(accept)) return false;
  const ranked = accept
    .split(',')
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    // The sort keeps equals in order, and of these the first one counts.
    .sort((a, b) => b.quality - a.quality);
  const first = ranked.find(({ type }) => type === 'text/html' || markdownTypes.includes(type));
  return first !== undefined && first.type !== 'text/html';
}

/** Reads one range of `Accept`: its media type, without parameters, and its quality. */
function readRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase());
  const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/**
 * The form of an address of a page from which agents start: discovery indexes, instructions for agents and well-known cards, on
 * any host.
 */
const agentPage =
  /\/(?:llms(?:-full)?\.txt|agents?\.md|skills?\.md|claude\.md|docs\/index\.md|\.well-known\/(?:agent|ai-|ard|mcp|api-catalog)[^/]*)$/i;

function isAgentPage(referer: string): boolean {
  return URL.canParse(referer) && agentPage.test(new URL(referer).pathname);
}
