/** Answers a page: chooses the coding, honours conditions, writes what was made ready. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { type Coding, codings } from '#build/text/manifest.ts';
import type { Representation, SitePage } from '../catalog/site.ts';
import { memo } from '../support/bounded.ts';
import { Refusal } from '../support/refusal.ts';
import { listsTag } from './etag.ts';

/**
 * Writes the answer to GET or HEAD of a page: 200, or 304 when the client has it already.
 * @throws Refusal `not_acceptable` when the client refuses every coding that there is
 */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: SitePage): void {
  const chosen = chooseRepresentation(request.headers['accept-encoding'], page);
  if (isFresh(request, page, chosen)) chosen.notModifiedHead.send(response);
  else chosen.head.send(response, request.method === 'HEAD' ? undefined : chosen.body);
}

/**
 * The representation to send.
 * @throws Refusal `not_acceptable` when the client refuses every coding that there is
 */
export function chooseRepresentation(
  acceptEncoding: string | string[] | undefined,
  page: SitePage,
): Representation {
  if (acceptEncoding === undefined) return page.identity;
  for (const coding of preference(String(acceptEncoding))) {
    const representation = coding === 'identity' ? page.identity : page.encoded(coding);
    if (representation) return representation;
  }
  throw new Refusal(
    'not_acceptable',
    'Accept-Encoding refuses every coding of this page. Allow br, gzip or identity.',
  );
}

/** Whether a client takes a page as it is, without any coding. */
export function acceptsIdentity(acceptEncoding: string | string[] | undefined): boolean {
  return acceptEncoding === undefined || preference(String(acceptEncoding)).includes('identity');
}

type Preference = readonly (Coding | 'identity')[];

/** What a header prefers among what there is, best first. Clients send few different ones. */
const preference = memo(500, header =>
  negotiate(header, [...codings, 'identity'], { preferred: [...codings] }),
);

/** `negotiator` 1 takes a preference among equals, which its types do not say yet. */
function negotiate(header: string, available: string[], options: { preferred: string[] }): Preference {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const encodings = negotiator.encodings as (available: string[], options: object) => string[];
  return encodings.call(negotiator, available, options) as Preference;
}

/** Whether the client's copy is current (RFC 9110, 13.2.2: If-None-Match goes before If-Modified-Since). */
export function isFresh(request: IncomingMessage, page: SitePage, chosen: Representation): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) return listsTag(tags, chosen.etag) || tags.includes(ticketedTag(page));
  const since = request.headers['if-modified-since'];
  if (since === undefined) return false;
  const { modifiedAt } = page;
  if (modifiedAt === undefined) return false;
  const time = Date.parse(since);
  return !Number.isNaN(time) && modifiedAt * 1000 <= time;
}

/**
 * How the tag of an answer with a ticket begins. The trailer makes its bytes differ from one answer to the next; who holds
 * any of them holds the document, which is what a client asks about.
 */
export const ticketedTag = (page: SitePage): string => `"${page.entry.digest}-ticket.`;
