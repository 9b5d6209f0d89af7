/** Answers a page that may come with a use ticket (interface, Use ticket; decisions, Use tickets 3 and 4). */
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TicketSubject } from '#document/manifest.ts';
import type { Representation, SitePage } from '../site.ts';
import { trailer } from '../ticket/trailer.ts';
import { readVisit } from '../ticket/visit.ts';
import type { Candidate, Fetcher, IssuedTicket } from '../ticket-desk.ts';
import type { World } from '../world.ts';
import { clientAddress, speaksForItself } from './client.ts';
import { acceptsIdentity, chooseRepresentation, isFresh, sendPage, ticketedTag } from './page.ts';

/**
 * Answers GET or HEAD of a page. Who is no candidate for a ticket is answered at once. A credential is checked on every
 * page: a wrong one is refused rather than taken for a visitor.
 * @throws Refusal `unauthenticated`, `not_acceptable`
 */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  world: World,
): void | Promise<void> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const fetcher = page.entry.ticket && visitor(request, world);
    return answerFetcher(fetcher, request, response, page, world);
  }
  const answer = (fetcher: Fetcher | undefined) => answerFetcher(fetcher, request, response, page, world);
  const caller = world.authenticate(authorization);
  return caller instanceof Promise ? caller.then(each => answer(member(each))) : answer(member(caller));
}

const visitor = (request: IncomingMessage, { trust }: World): Fetcher => ({
  cohort: 'visitor',
  visit: readVisit(request.headers, 'http'),
  address: () => clientAddress(request, trust),
  connection: speaksForItself(request) ? request.socket : undefined,
});

/** A credential as a fetcher of tickets, when the operator invited it. */
const member = ({ id, invited }: { id: string; invited: boolean }): Fetcher | undefined =>
  invited ? { cohort: 'invited', credential: id } : undefined;

/** Tickets are issued with a 200 to GET alone. */
function answerFetcher(
  fetcher: Fetcher | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  world: World,
): void | Promise<void> {
  const subject = request.method === 'GET' ? page.entry.ticket : undefined;
  const candidate = subject && fetcher && world.desk.candidate(fetcher);
  if (!candidate) return sendPage(request, response, page);
  const acceptEncoding = request.headers['accept-encoding'];
  const chosen = chooseRepresentation(acceptEncoding, page);
  // The trailer is for readers of the plain text; who takes only a coding gets the page without it.
  const canCarry = candidate.holder.cohort === 'invited' || acceptsIdentity(acceptEncoding);
  if (!canCarry || isFresh(request, page, chosen)) return sendPage(request, response, page);
  return issueAndSend({ candidate, subject, chosen }, request, response, page, world);
}

async function issueAndSend(
  offer: { candidate: Candidate; subject: TicketSubject; chosen: Representation },
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  world: World,
): Promise<void> {
  const ticket = await world.desk.issue(offer.candidate, offer.subject);
  if (!ticket) sendPage(request, response, page);
  else if (ticket.cohort === 'invited') sendBeside(response, page, offer.chosen, ticket);
  else sendWithTrailer(response, page, ticket, world.site().baseUrl);
}

/** The same bytes as everyone gets, with the ticket in the headers. */
function sendBeside(
  response: ServerResponse,
  page: SitePage,
  chosen: Representation,
  ticket: IssuedTicket,
): void {
  response.writeHead(200, [...privateHeaders(chosen), ...ticketHeaders(page, ticket)]);
  response.end(chosen.body);
}

/** The document, then the trailer with the same ticket. The digest of the page covers the document alone. */
function sendWithTrailer(
  response: ServerResponse,
  page: SitePage,
  ticket: IssuedTicket,
  baseUrl: string,
): void {
  const { body } = page.identity;
  const added = Buffer.from(trailer({ token: ticket.token, expiresAt: ticket.expiresAt, baseUrl }));
  const digest = hashOf(page).copy().update(added).digest('base64');
  response.writeHead(200, [
    ...plainHeaders(page.identity),
    'Content-Length',
    String(body.length + added.length),
    'ETag',
    `${ticketedTag(page)}${ticket.id}"`,
    'Repr-Digest',
    `sha-256=:${digest}:`,
    ...ticketHeaders(page, ticket),
  ]);
  response.end(Buffer.concat([body, added]));
}

const ticketHeaders = (page: SitePage, { token, expiresAt }: IssuedTicket): string[] => [
  'Use-Ticket',
  token,
  'Use-Ticket-Expires',
  expiresAt,
  'Use-Ticket-Document-Length',
  String(page.identity.body.length),
];

const exposed = 'ETag, Link, Repr-Digest, Use-Ticket, Use-Ticket-Expires, Use-Ticket-Document-Length';

/** The headers of a representation for an answer that is for one client alone. */
const privateHeaders = oncePer((chosen: Representation) =>
  replaced(chosen.headers, {
    'Cache-Control': 'private, no-store',
    'Access-Control-Expose-Headers': exposed,
  }),
);

/** The same, without what depends on the trailer. */
const plainHeaders = oncePer((chosen: Representation) =>
  replaced(privateHeaders(chosen), {
    'Content-Length': undefined,
    ETag: undefined,
    'Repr-Digest': undefined,
  }),
);

/** The digest of a document, ready to go on with its trailer. */
const hashOf = oncePer((page: SitePage): Hash => createHash('sha256').update(page.identity.body));

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

/** Remembers what a function makes of an object for as long as the object lives. */
function oncePer<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, To>();
  return from => {
    let value = made.get(from);
    if (value === undefined) {
      value = make(from);
      made.set(from, value);
    }
    return value;
  };
}
