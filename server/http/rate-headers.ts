/** The rate limit headers: every answer tells how many requests its credential has left in this minute (docs/tenants.md#15). */
import type { IncomingMessage } from 'node:http';
import type { RateState } from '../tenant/rate-limit.ts';

const noted = new WeakMap<IncomingMessage, RateState>();

/** Notes the rate state of the credential of a request that was counted, for the code that writes the answer. */
export const noteRate = (request: IncomingMessage, state: RateState): void => {
  noted.set(request, state);
};

/**
 * Returns the headers of draft-ietf-httpapi-ratelimit-headers, names and values in turn; none if the request was not counted
 * for a credential.
 */
export function rateHeaders(request: IncomingMessage): string[] {
  const state = noted.get(request);
  if (!state) return [];
  const { perMinute, remaining, seconds } = state;
  return [
    ...['RateLimit-Policy', `"requests";q=${perMinute};w=60`],
    ...['RateLimit', `"requests";r=${remaining};t=${seconds}`],
  ];
}
