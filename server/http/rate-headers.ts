/** The rest of the requests of a credential in this minute, told with every answer to it (docs/tenants.md#15). */
import type { IncomingMessage } from 'node:http';
import type { RateState } from '../tenant/rate-limit.ts';

const noted = new WeakMap<IncomingMessage, RateState>();

/** Notes how a credential stands when a request of it was counted, for whatever answers the request. */
export const noteRate = (request: IncomingMessage, state: RateState): void => {
  noted.set(request, state);
};

/**
 * Returns the rate limit headers of draft-ietf-httpapi-ratelimit-headers, names and values in turn. Returns none if the request
 * was not counted for a credential.
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
