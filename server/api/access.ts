/** Who calls a tenant route, and whether they may: authenticate, tenant, scope, rate (docs/tenants.md#3). */
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { shown } from '#document/text/fault.ts';
import { didYouMean } from '#document/text/validate.ts';
import type { Context } from '../http/context.ts';
import { splitTarget } from '../http/find.ts';
import { noteRate } from '../http/rate-headers.ts';
import type { Credential } from '../store/credential.ts';
import { Refusal } from '../support/refusal.ts';
import { seconds } from '../support/time.ts';
import { limitsOf } from '../tenant/limits.ts';

/** A request as the router passes it on, which Express's own methods were not added to. */
export type RoutedRequest = IncomingMessage & Pick<Request, 'originalUrl' | 'params'>;

/** An admitted call: who makes it, when, and its path and query. */
export interface Call {
  tenantId: string;
  /** `/v1/tenants/{tenant_id}`. */
  prefix: string;
  credential: Credential;
  path: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Seconds. */
  at: number;
  context: Context;
  /** Ends when the client goes away. */
  signal: AbortSignal;
}

/** Who may call a route: a credential with the scope, or also a runner where `runner` is named. */
export interface Admission {
  /** A scope, or `runner`. */
  access: string;
  /** The query parameters that it takes. */
  query: readonly { name: string }[];
  /** Whether a runner without the scope may make a call; absent where none may. */
  forRunner?: (call: Call) => Promise<boolean>;
}

/**
 * Admits a request.
 * @throws Refusal `unauthenticated`, `not_found` for another tenant's prefix, `forbidden`, `rate_limited`, `malformed_request`
 *   for a query parameter that the route does not take
 */
export async function admit(
  request: RoutedRequest,
  { access, forRunner, query: parameters }: Admission,
  context: Context,
  signal: AbortSignal,
): Promise<Call> {
  const { authorization } = request.headers;
  if (authorization === undefined) throw noCredential();
  const credential = await context.gatekeeper.authenticateNow(authorization, request);
  const params = request.params as Record<string, string>;
  // The path is compared with the credential alone: whether another tenant exists is not even looked up.
  if (params.tenant !== credential.tenantId) throw notFound();
  const holds = access === 'runner' ? credential.runner : credential.scopes.includes(access);
  const { rateLimit } = context.tenant;
  const limits = limitsOf(credential.limits);
  noteRate(request, rateLimit.state(credential.id, limits));
  if (!holds && !(forRunner && credential.runner)) throw lacking(access);
  // A refused request also learns the state of its credential.
  await rateLimit
    .take(credential.id, limits)
    .finally(() => noteRate(request, rateLimit.state(credential.id, limits)));
  const { path, query: text } = splitTarget(request.originalUrl);
  const query = new URLSearchParams(text);
  refuseUnknown(query, parameters);
  const call = {
    tenantId: credential.tenantId,
    prefix: `/v1/tenants/${credential.tenantId}`,
    credential,
    path,
    params,
    query,
    at: seconds(context.now()),
    context,
    signal,
  };
  if (!holds && !(await forRunner!(call))) throw lacking(access);
  return call;
}

/** The client meant an unknown parameter to do something, so it is refused, not ignored (docs/tenants.md#9). */
function refuseUnknown(query: URLSearchParams, parameters: readonly { name: string }[]): void {
  const valid = parameters.map(({ name }) => name);
  const unknown = [...new Set(query.keys())].filter(name => !valid.includes(name)).slice(0, maxNamed);
  if (unknown.length === 0) return;
  const takes =
    valid.length === 0 ? 'This route takes no parameters.' : `This route takes ${valid.join(', ')}.`;
  const errors = unknown.map(name => ({
    field: shown(name),
    rule: 'unknown-parameter',
    message: `Unknown parameter. ${takes}${didYouMean(name, valid)}`,
  }));
  throw new Refusal(
    'malformed_request',
    `The query has a parameter that this route does not take. ${takes}`,
    {
      errors,
    },
  );
}

const maxNamed = 20;

/** A request without a credential is not told that its credential is wrong (RFC 6750, 3.1). */
const noCredential = (): Refusal =>
  new Refusal(
    'unauthenticated',
    'The request has no credential. Send `Authorization: Bearer` with a token that the operator issued.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );

function lacking(access: string): Refusal {
  const [what, rule] =
    access === 'runner' ? ['is not one of a runner', 'runner'] : [`lacks the scope \`${access}\``, 'scope'];
  const message = `The credential ${what}, which this route requires.`;
  return new Refusal('forbidden', `${message} Ask the operator for one that has it.`, {
    errors: [{ field: 'Authorization', rule, message }],
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${access}"` },
  });
}

/**
 * Makes the 404 for anything that a tenant does not have. What does not exist and what belongs to another tenant look the same.
 */
export const notFound = (): Refusal =>
  new Refusal(
    'not_found',
    'The tenant has nothing at this address. Its lists name what it has, and /docs/openapi.json names every route of a tenant.',
  );
