/** The rest of the requests of a credential in this minute, told with every answer to it (docs/tenants.md#15). */
import type { IncomingMessage } from 'node:http';
import type { RateState } from '../tenant/rate-limit.ts';

const noted = new WeakMap<IncomingMessage, RateState>();

/** Notes how a credential stands when a request of it was counted, for whatever answers the request. */
export const noteRate = (request: IncomingMessage, state: RateState): void => {
  noted.set(request, state);
};

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers for the answer to a request, names and values in turn; none where it
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
