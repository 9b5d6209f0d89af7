/** Checks who calls a tenant route and whether they may: credential, tenant, scope and rate (docs/tenants.md#3). */
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

/** A request as the router passes it on. It has none of the methods that Express would add. */
export type RoutedRequest = IncomingMessage & Pick<Request, 'originalUrl' | 'params'>;

/** An admitted call: who makes it, when, and its path and query. */
export interface Call {
  tenantId: string;
  /** The path below which all documents of the tenant are, `/v1/tenants/{tenant_id}`. */
  prefix: string;
  credential: Credential;
  path: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The time of the call, in seconds since 1970. */
  at: number;
  context: Context;
  /** A signal that is aborted when the client goes away. */
  signal: AbortSignal;
}

/** The rules about who may call a route: a credential with the scope, or a runner on routes that name `runner`. */
export interface Admission {
  /** The scope that the credential must have, or `runner`. */
  access: string;
  /** The query parameters that the route takes. */
  query: readonly { name: string }[];
  /** Tells whether a runner without the scope may make this call; absent where no runner may. */
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
  // The path is compared with the tenant of the credential alone: whether another tenant exists is not even looked up.
  if (params.tenant !== credential.tenantId) throw notFound();
  const holds = access === 'runner' ? credential.runner : credential.scopes.includes(access);
  const { rateLimit } = context.tenant;
  const limits = limitsOf(credential.limits);
  noteRate(request, rateLimit.state(credential.id, limits));
  if (!holds && !(forRunner && credential.runner)) throw lacking(access);
  // A refused request also learns how many requests its credential has left.
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

/**
 * Refuses a query with a parameter that the route does not take (docs/tenants.md#9). Ignoring the parameter would hide a mistake
 * of the client.
 * @throws Refusal `malformed_request` that names the unknown parameters and the valid ones
 */
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

/** Makes the 401 for a request without a credential. It does not say that a credential is wrong (RFC 6750, 3.1). */
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
 * Makes the 404 for anything that a tenant does not have. The answer is the same for what does not exist and for what belongs to
 * another tenant.
 */
export const notFound = (): Refusal =>
  new Refusal(
    'not_found',
    'The tenant has nothing at this address. Its lists name what it has, and /docs/openapi.json names every route of a tenant.',
  );
