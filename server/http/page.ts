/**
 * Answers a request for a page. `GET /patterns/x.md` takes these steps:
 *
 * 1. The page is found by its exact path in the manifest, and completed if a part of it is known only now (`live-page.ts`).
 * 2. A credential, if one is sent, is checked.
 * 3. A client that may have a use ticket gets the page with one (`ticketed-page.ts`).
 * 4. Every other client gets an answer that was prepared: the coding that it prefers, or 304 (`server/site/site.ts`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { type Openness, openness } from '../site/cors.ts';
import { type Coding, codings, type Representation, type ServedPage, type SitePage } from '../site/page.ts';
import { memo } from '../support/bounded.ts';
import { Refusal } from '../support/refusal.ts';
import type { Context } from './context.ts';
import type { Handler } from './dispatch.ts';
import { listsTag, ticketedTag } from './etag.ts';
import { pageNow } from './live-page.ts';
import { fetcherOf, sendTicketed } from './ticketed-page.ts';

/** Tells whether an address is the exact path of a page in the manifest. */
export const isKnownPage = ({ url }: IncomingMessage, { site }: Context): boolean => site().pages.has(url!);

/** Returns the openness of the address of a page for which `isKnownPage` holds. */
export const opennessOfKnown = ({ url }: IncomingMessage, { site }: Context): Openness =>
  opennessOf(site().pages.get(url!));

/**
 * Returns the openness of the address of a page, which all other addresses of the page share. Without a page, returns that of a
 * page which is no discovery document.
 */
export const opennessOf = (page: ServedPage | undefined): Openness =>
  page?.entry.kind === 'discovery' ? openness.discovery : openness.page;

/** Answers a request for which `isKnownPage` holds. */
export const answerKnownPage: Handler = (request, response, context) =>
  answerPage(request, response, context.site().pages.get(request.url!)!, context);

/**
 * Answers GET or HEAD of a page.
 * @throws Refusal `unauthenticated`, `rate_limited`, `not_acceptable`
 */
export async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  built: SitePage,
  context: Context,
): Promise<void> {
  const { ticketService, site } = context;
  const page = await pageNow(built, request, context);
  const fetcher = await fetcherOf(request, page, context);
  // Only a 200 to GET comes with a ticket.
  const subject = request.method === 'GET' ? page.entry.ticket : undefined;
  const candidate = subject && fetcher && ticketService.candidate(fetcher);
  if (!candidate) return sendPage(request, response, page);
  const acceptEncoding = request.headers['accept-encoding'];
  const chosen = await chooseRepresentation(acceptEncoding, page);
  // The trailer follows the plain text; a client that takes only a compressed page gets it without a ticket.
  const canCarry = candidate.holder.cohort === 'invited' || acceptsIdentity(acceptEncoding);
  if (!canCarry || isFresh(request, page, chosen)) return sendPage(request, response, page);
  const plain = await page.plain();
  const ticket = await ticketService.issue(candidate, subject);
  if (ticket) sendTicketed(response, { chosen, plain, ticket, baseUrl: site().baseUrl });
  else sendChosen(request, response, page, chosen);
}

/**
 * Writes the answer to GET or HEAD of a page: 200, or 304 when the client has the page already.
 * @throws Refusal `not_acceptable` when the client accepts no coding that the page has
 */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: ServedPage,
): Promise<void> {
  const chosen = chooseRepresentation(request.headers['accept-encoding'], page);
  sendChosen(request, response, page, chosen instanceof Promise ? await chosen : chosen);
}

function sendChosen(
  request: IncomingMessage,
  response: ServerResponse,
  page: ServedPage,
  chosen: Representation,
): void {
  if (isFresh(request, page, chosen)) chosen.notModifiedHead.send(response);
  else chosen.head.send(response, request.method === 'HEAD' ? undefined : chosen.body);
}

/**
 * Returns the representation that a client prefers.
 * @throws Refusal `not_acceptable` when the client accepts no coding that the page has
 */
function chooseRepresentation(
  acceptEncoding: string | string[] | undefined,
  page: ServedPage,
): Representation | Promise<Representation> {
  if (acceptEncoding === undefined) return page.plain();
  const accepted = preference(String(acceptEncoding));
  const coding = accepted.find(each => page.isOffered(each));
  if (coding !== undefined) return page.in(coding);
  throw new Refusal(
    'not_acceptable',
    'Accept-Encoding refuses every coding of this page. Allow br, gzip or identity.',
  );
}

/** Tells whether a client takes a page without any content coding. */
function acceptsIdentity(acceptEncoding: string | string[] | undefined): boolean {
  return acceptEncoding === undefined || preference(String(acceptEncoding)).includes('identity');
}

type Preference = readonly Coding[];

/**
 * Returns the codings that the header `Accept-Encoding` prefers, best first, among those that the service has. Results are
 * remembered, since clients send few different headers.
 */
const preference = memo(500, header =>
  negotiate(header, [...codings, 'identity'], { preferred: [...codings] }),
);

/**
 * Returns the codings that a header accepts, best first.
 * @param options `preferred` orders codings that the client likes equally; the types of `negotiator` 1 lack it
 */
function negotiate(header: string, available: string[], options: { preferred: string[] }): Preference {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const encodings = negotiator.encodings as (available: string[], options: object) => string[];
  return encodings.call(negotiator, available, options) as Preference;
}

/**
 * Tells whether the copy of the client is current. `If-None-Match` takes precedence over `If-Modified-Since` (RFC 9110,
 * 13.2.2).
 */
function isFresh(request: IncomingMessage, page: ServedPage, chosen: Representation): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) return listsTag(tags, chosen.etag) || tags.includes(ticketedTag(page.entry.digest));
  const since = request.headers['if-modified-since'];
  if (since === undefined) return false;
  const { modifiedAt } = page;
  if (modifiedAt === undefined) return false;
  const time = Date.parse(since);
  return !Number.isNaN(time) && modifiedAt * 1000 <= time;
}
