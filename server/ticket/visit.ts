/** Reads off a request what the selection rules look at: its headers, and nothing of who sends it. */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import type { Visit } from './selection.ts';

/** The visit that a request makes, by its headers alone (interface, Visitor selection). */
export function readVisit(headers: IncomingHttpHeaders, channel: Visit['channel']): Visit {
  return {
    userAgent: headers['user-agent'] ?? '',
    channel,
    asksForMarkdown: prefersMarkdown(headers),
    namesContact: headers.from !== undefined && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(headers.from.trim()),
    fromAgentPage: headers.referer !== undefined && isAgentPage(headers.referer),
    isNavigation: headers['sec-fetch-mode'] === 'navigate' || headers['sec-fetch-dest'] === 'document',
  };
}

/** Whether `Accept` names Markdown and does not rank HTML above it; `*\/*` alone asks for nothing in particular. */
function prefersMarkdown(headers: IncomingHttpHeaders): boolean {
  const { accept } = headers;
  if (accept === undefined || !/text\/(?:x-)?markdown/i.test(accept)) return false;
  const ranked = new Negotiator({ headers: { accept } }).mediaTypes([
    'text/markdown',
    'text/x-markdown',
    'text/html',
  ]);
  return ranked[0] !== undefined && ranked[0] !== 'text/html';
}

/** Pages from which agents start: discovery indexes, agent instructions and well-known cards, on any host. */
const agentPage =
  /\/(?:llms(?:-full)?\.txt|agents?\.md|skills?\.md|claude\.md|docs\/index\.md|\.well-known\/(?:agent|ai-|ard|mcp|api-catalog)[^/]*)$/i;

function isAgentPage(referer: string): boolean {
  return URL.canParse(referer) && agentPage.test(new URL(referer).pathname);
}
