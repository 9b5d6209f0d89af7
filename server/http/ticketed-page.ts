/** Answers a page that may come with a use ticket (docs/use-tickets.md#6). */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TicketSubject } from '#build/text/manifest.ts';
import { oncePer } from '#build/text/once-per.ts';
import { clientAddress, speaksForItself, type Trust } from '../admission/client.ts';
import { Head } from '../catalog/preserialized-headers.ts';
import type { Representation, SitePage } from '../catalog/site.ts';
import { StoreBusy } from '../database/backend.ts';
import type { Visit } from '../ticket/selection.ts';
import { trailer } from '../ticket/trailer.ts';
import { readVisit } from '../ticket/visit.ts';
import type { Candidate, Fetcher, IssuedTicket, VisitorFetch } from '../ticket-service/service.ts';
import type { Context } from './context.ts';
import { acceptsIdentity, chooseRepresentation, isFresh, sendPage, ticketedTag } from './page.ts';

/**
 * Answers GET or HEAD of a page. Who is no candidate for a ticket is answered at once. A credential is checked on every
 * page: a wrong one is refused rather than taken for a visitor.
 * @throws Refusal `unauthenticated`, `rate_limited`, `not_acceptable`
 */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  context: Context,
): void | Promise<void> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const fetcher = page.entry.ticket && new Visitor(request, context.trust);
    return answerFetcher(fetcher, request, response, page, context);
  }
  const answer = (fetcher: Fetcher | undefined) => answerFetcher(fetcher, request, response, page, context);
  const caller = context.gatekeeper.authenticate(authorization, request);
  if (!(caller instanceof Promise)) return answer(member(caller));
  return caller.then(member, unknownWithoutDatabase).then(answer);
}

/** The fetcher when a credential cannot be checked now: pages are public, so they are served all the same, without a ticket. */
function unknownWithoutDatabase(error: unknown): undefined {
  if (!(error instanceof StoreBusy)) throw error;
}

/** An anonymous request, as far as tickets look at it. */
class Visitor implements VisitorFetch {
  readonly cohort = 'visitor';
  readonly visit: Visit;
  readonly #request: IncomingMessage;
  readonly #trust: Trust;

  constructor(request: IncomingMessage, trust: Trust) {
    this.visit = readVisit(request.headers, 'http');
    this.#request = request;
    this.#trust = trust;
  }

  get connection(): object | undefined {
    return speaksForItself(this.#request) ? this.#request.socket : undefined;
  }

  address(): string {
    return clientAddress(this.#request, this.#trust);
  }
}

/** A credential as a fetcher of tickets, when the operator invited it. */
const member = ({ id, invited }: { id: string; invited: boolean }): Fetcher | undefined =>
  invited ? { cohort: 'invited', credential: id } : undefined;

/** Tickets are issued with a 200 to GET alone. */
function answerFetcher(
  fetcher: Fetcher | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  context: Context,
): void | Promise<void> {
  const subject = request.method === 'GET' ? page.entry.ticket : undefined;
  const candidate = subject && fetcher && context.ticketService.candidate(fetcher);
  if (!candidate) return sendPage(request, response, page);
  const acceptEncoding = request.headers['accept-encoding'];
  const chosen = chooseRepresentation(acceptEncoding, page);
  // The trailer is for readers of the plain text; who takes only a coding gets the page without it.
  const canCarry = candidate.holder.cohort === 'invited' || acceptsIdentity(acceptEncoding);
  if (!canCarry || isFresh(request, page, chosen)) return sendPage(request, response, page);
  return issueAndSend({ candidate, subject, chosen }, request, response, page, context);
}

async function issueAndSend(
  offer: { candidate: Candidate; subject: TicketSubject; chosen: Representation },
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  context: Context,
): Promise<void> {
  const ticket = await context.ticketService.issue(offer.candidate, offer.subject);
  if (!ticket) sendPage(request, response, page);
  else if (ticket.cohort === 'invited') sendBeside(response, page, offer.chosen, ticket);
  else sendWithTrailer(response, page, ticket, context.site().baseUrl);
}

/** The same bytes as everyone gets, with the ticket in the headers. */
function sendBeside(
  response: ServerResponse,
  page: SitePage,
  chosen: Representation,
  ticket: IssuedTicket,
): void {
  privateHead(chosen).sendWith(response, ticketHeaders(page, ticket), chosen.body);
}

/** The document, then the trailer with the same ticket. The digest of the page covers the document alone. */
function sendWithTrailer(
  response: ServerResponse,
  page: SitePage,
  ticket: IssuedTicket,
  baseUrl: string,
): void {
  const { body } = page.identity;
  const { head, hash } = trailed(page);
  const added = Buffer.from(trailer({ token: ticket.token, expiresAt: ticket.expiresAt, baseUrl }));
  const headers = [
    'Content-Length',
    String(body.length + added.length),
    'ETag',
    `${ticketedTag(page)}${ticket.id}"`,
    'Repr-Digest',
    `sha-256=:${hash.copy().update(added).digest('base64')}:`,
    ...ticketHeaders(page, ticket),
  ];
  head.sendWith(response, headers, body, added);
}

const ticketHeaders = (page: SitePage, { token, expiresAt }: IssuedTicket): string[] => [
  'Use-Ticket',
  token,
  'Use-Ticket-Expires',
  expiresAt,
  'Use-Ticket-Document-Length',
  String(page.identity.body.length),
];

/** What differs in the headers of a representation when its answer is for one client alone. */
const forOneClient = { 'Cache-Control': 'private, no-store' };

const privateHead = oncePer(
  (chosen: Representation) => new Head(200, replaced(chosen.headers, forOneClient)),
);

/**
 * What all answers with a trailer share: the head without what depends on the trailer, and the digest of the document, ready
 * to go on with the trailer.
 */
const trailed = oncePer(({ identity }: SitePage) => ({
  head: new Head(
    200,
    replaced(identity.headers, {
      ...forOneClient,
      'Content-Length': undefined,
      ETag: undefined,
      'Repr-Digest': undefined,
    }),
  ),
  hash: createHash('sha256').update(identity.body),
}));

/** Replaces values in a list of names and values in turn; `undefined` removes the header. */
function replaced(headers: readonly string[], changes: Record<string, string | undefined>): string[] {
  const result: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = name in changes ? changes[name] : headers[index + 1];
    if (value !== undefined) result.push(name, value);
  }
  return result;
}
