/** The common parts of all answers in the OpenAPI description: their headers, and the statuses with which routes refuse. */

import { type ErrorCode, errorCodes } from '#document/kind/error.ts';
import { methodOf } from '#document/message/door.ts';
import type { ApiRoute } from '#document/message/routes.ts';

const header = (description: string, example: string, required = false) => ({
  description,
  ...(required && { required }),
  schema: { type: 'string', examples: [example] },
});

/** The headers of answers, as components of OpenAPI. A header is required if every answer that names it has it. */
export const headers = {
  'RateLimit-Policy': header('The requests of a minute.', '"requests";q=6000;w=60'),
  RateLimit: header('What is left of them, and for how many seconds.', '"requests";r=5999;t=42'),
  'Cache-Control': header('How long the answer may be kept.', 'private, no-cache', true),
  ETag: header('The digest of the answer, for `If-None-Match`.', `"${'0'.repeat(64)}"`),
  'Repr-Digest': header('The SHA-256 of the bytes (RFC 9530).', 'sha-256=:…:'),
  Vary: header('What the answer depends on.', 'Authorization'),
  Link: header(
    'The schema of the document, and what belongs to it.',
    '</docs/schemas/error/v0.1.md>; rel="describedby"',
  ),
  Location: header(
    'The path of what was made, or where a page is now.',
    '/v1/tenants/acme/evaluations/ev-0123456789abcdef01234567.md',
  ),
  'Last-Modified': header('When the page last changed.', 'Sat, 21 Nov 2026 08:00:00 GMT'),
  'Artifact-Status': header('What the artifact is now, where it is no longer active.', 'revoked'),
  'Content-Encoding': header('How the bytes are compressed, as `Accept-Encoding` allows.', 'br'),
  'Content-Location': header('The address of the page in its one spelling.', '/search.md?q=fix+a+bug'),
  'Use-Ticket': header('A [use ticket](/docs/use-tickets.md) for this page.', 'ut1.…'),
  'Use-Ticket-Expires': header('When the ticket expires.', '2026-11-28T08:00:00Z'),
  'Use-Ticket-Document-Length': header('The length of the document without what the ticket adds.', '4096'),
  'Retry-After': header('Seconds to wait before the next request.', '60'),
  'Idempotent-Replayed': header('`true`: the answer to an earlier request with this key.', 'true'),
  'Dry-Run': header('`true`: nothing was changed.', 'true'),
  'WWW-Authenticate': header('How to authenticate (RFC 6750).', 'Bearer error="invalid_token"'),
  Allow: header('The methods that the address takes.', 'GET, HEAD'),
  'Request-Id': header(
    'Names the request in the logs of the operator.',
    '00000000-0000-4000-8000-000000000000',
    true,
  ),
};

type HeaderName = keyof typeof headers;

const named = (...names: readonly HeaderName[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));

const rate = ['RateLimit-Policy', 'RateLimit'] as const;
const readHeaders = ['Cache-Control', 'ETag', 'Vary', 'Link', 'Artifact-Status'] as const;

/** The headers of a public page. */
export const publicHeaders = named(
  ...(['Cache-Control', 'ETag', 'Repr-Digest', 'Vary', 'Link', 'Last-Modified'] as const),
  ...(['Content-Encoding', 'Content-Location', 'Artifact-Status'] as const),
  ...(['Use-Ticket', 'Use-Ticket-Expires', 'Use-Ticket-Document-Length'] as const),
);

/** The headers of an answer that leads from another address to that of the page. */
export const movedHeaders = named('Location', 'Cache-Control', 'Vary');

/** The headers of an answer of the MCP endpoint. */
export const callHeaders = named(...rate, 'Cache-Control', 'Vary', 'Retry-After', 'Allow');

/** Returns the headers of the successful answers of a route. */
export function headersOf(route: ApiRoute) {
  const { access } = route;
  if (access === 'ticket') return named('Cache-Control', 'Link', 'Idempotent-Replayed');
  if (methodOf(route) === 'GET') return named(...rate, ...readHeaders, 'Repr-Digest');
  return named(...rate, 'Cache-Control', 'Link', 'Location', 'Retry-After', 'Idempotent-Replayed', 'Dry-Run');
}

const always: readonly ErrorCode[] = [
  'malformed_request',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const ofTenants: readonly ErrorCode[] = ['unauthenticated', 'forbidden', 'not_found'];
const ofBodies: readonly ErrorCode[] = [
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'conflict',
];
const ofKeys: readonly ErrorCode[] = ['idempotency_key_required', 'quota_exceeded', 'idempotency_conflict'];

/** Returns the error codes with which a route may refuse (docs/http.md#8). */
function codesOf(route: ApiRoute): readonly ErrorCode[] {
  const { access, sends, idempotent } = route;
  return [
    ...always,
    ...(access === 'ticket' ? [] : ofTenants),
    ...(sends.length > 0 ? ofBodies : []),
    ...(idempotent ? ofKeys : []),
    ...(access === 'runner' ? (['lease_lost'] as const) : []),
    ...(access === 'ticket' ? (['idempotency_conflict'] as const) : []),
    ...(methodOf(route) === 'GET' ? (['validation_failed'] as const) : []),
  ];
}

/** The headers that a refusal has in addition to those of every refusal, by its HTTP status. */
const ofStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The headers that any refusal may have. */
export const refusalHeaders = named('Cache-Control', 'Link', 'Request-Id', 'Retry-After', 'Vary', 'Allow');

/**
 * Returns the refusals of a route in the terms of OpenAPI, by status.
 * @param content the content of a document of the kind `error`
 */
export function refusalsOf(route: ApiRoute, content: object): Record<string, object> {
  const codes = codesOf(route);
  const own = route.access === 'ticket' ? [] : rate;
  const refusal = (status: number) => ({
    description: codes.filter(code => errorCodes[code] === status).join(' or '),
    headers: named('Cache-Control', 'Link', 'Request-Id', ...own, ...(ofStatus[status] ?? [])),
    content,
  });
  const statuses = [...new Set(codes.map(code => errorCodes[code]))];
  return {
    ...(methodOf(route) === 'GET' && {
      304: {
        description: 'The copy that `If-None-Match` names is current.',
        headers: named(...own, ...readHeaders),
      },
    }),
    ...Object.fromEntries(statuses.map(status => [status, refusal(status)])),
  };
}
