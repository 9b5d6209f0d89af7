/** Pages that come with a use ticket: who may have one, and how it is sent (docs/use-tickets.md#5). */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { oncePer } from '#document/text/once-per.ts';
import type { Representation, ServedPage } from '../site/page.ts';
import { Head } from '../site/preserialized-headers.ts';
import { StoreBusy } from '../store/database/backend.ts';
import type { Visit } from '../ticket/rule/selection.ts';
import { trailer } from '../ticket/rule/trailer.ts';
import { readVisit } from '../ticket/rule/visit.ts';
import type { Fetcher, IssuedTicket, VisitorFetch } from '../ticket/service.ts';
import { clientAddress, speaksForItself, type TrustsProxy } from './admission/client.ts';
import type { Context } from './context.ts';
import { ticketedTag } from './etag.ts';

/**
 * Returns the client that asks for a page, as the ticket service sees it; undefined for a client that gets no tickets. A
 * credential is checked on every page: a wrong one is refused, and its owner is not taken for a visitor.
 * @throws Refusal `unauthenticated`, `rate_limited`
 */
export async function fetcherOf(
  request: IncomingMessage,
  page: ServedPage,
  { trustsProxy, gatekeeper }: Context,
): Promise<Fetcher | undefined> {
  const { authorization } = request.headers;
  if (authorization === undefined) return page.entry.ticket && new Visitor(request, trustsProxy);
  try {
    return member(await gatekeeper.authenticate(authorization, request));
  } catch (error) {
    // The credential cannot be checked while the database is away. Pages are public, so the page is served without a ticket.
    if (error instanceof StoreBusy) return undefined;
    throw error;
  }
}

/** An anonymous request in the form that the ticket service takes. */
class Visitor implements VisitorFetch {
  readonly cohort = 'visitor';
  readonly visit: Visit;
  readonly #request: IncomingMessage;
  readonly #trustsProxy: TrustsProxy;

  constructor(request: IncomingMessage, trustsProxy: TrustsProxy) {
    this.visit = readVisit(request.headers, 'http');
    this.#request = request;
    this.#trustsProxy = trustsProxy;
  }

  get connection(): object | undefined {
    return speaksForItself(this.#request) ? this.#request.socket : undefined;
  }

  address(): string {
    return clientAddress(this.#request, this.#trustsProxy);
  }
}

/** Returns an invited credential as a client of the ticket service; undefined for any other credential. */
const member = ({ id, invited }: { id: string; invited: boolean }): Fetcher | undefined =>
  invited ? { cohort: 'invited', credential: id } : undefined;

/**
 * The parts of an answer with a ticket: the representation that the client prefers, the plain one, the ticket, and the base
 * URL.
 */
interface Ticketed {
  chosen: Representation;
  plain: Representation;
  ticket: IssuedTicket;
  baseUrl: string;
}

/** Sends a page with its ticket: in the headers for an invited credential, in a trailer for a visitor. */
export function sendTicketed(response: ServerResponse, parts: Ticketed): void {
  if (parts.ticket.cohort === 'invited') sendBeside(response, parts);
  else sendWithTrailer(response, parts);
}

/** Sends a page with its ticket in the headers. The body is the same for every client. */
function sendBeside(response: ServerResponse, { chosen, plain, ticket }: Ticketed): void {
  privateHead(chosen).sendWith(response, ticketHeaders(plain, ticket), chosen.body);
}

/**
 * Sends the document, followed by a trailer with the ticket. The digest in the manifest covers the document without the
 * trailer.
 */
function sendWithTrailer(response: ServerResponse, { plain, ticket, baseUrl }: Ticketed): void {
  const { body } = plain;
  const { head, hash } = trailed(plain);
  const added = Buffer.from(trailer({ token: ticket.token, expiresAt: ticket.expiresAt, baseUrl }));
  const headers = [
    'Content-Length',
    String(body.length + added.length),
    'ETag',
    `${ticketedTag(plain.digest)}${ticket.id}"`,
    'Repr-Digest',
    `sha-256=:${hash.copy().update(added).digest('base64')}:`,
    ...ticketHeaders(plain, ticket),
  ];
  head.sendWith(response, headers, body, added);
}

const ticketHeaders = ({ body }: Representation, { token, expiresAt }: IssuedTicket): string[] => [
  'Use-Ticket',
  token,
  'Use-Ticket-Expires',
  expiresAt,
  'Use-Ticket-Document-Length',
  String(body.length),
];

/** The headers that differ where an answer is meant for one client. */
const forOneClient = { 'Cache-Control': 'private, no-store' };

const privateHead = oncePer(
  (chosen: Representation) => new Head(200, replaced(chosen.headers, forOneClient)),
);

/**
 * Returns what all answers of a page with a trailer have in common: the head without the headers that depend on the trailer, and
 * the hash of the document, to be continued with the trailer.
 */
const trailed = oncePer(({ headers, body }: Representation) => ({
  head: new Head(
    200,
    replaced(headers, {
      ...forOneClient,
      'Content-Length': undefined,
      ETag: undefined,
      'Repr-Digest': undefined,
    }),
  ),
  hash: createHash('sha256').update(body),
}));

/** Replaces values in a list of header names and values in turn; `undefined` removes a header. */
function replaced(headers: readonly string[], changes: Record<string, string | undefined>): string[] {
  const result: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = name in changes ? changes[name] : headers[index + 1];
    if (value !== undefined) result.push(name, value);
  }
  return result;
}
