/** Answers requests with a method that their address does not take. No other file does so (docs/http.md#3). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Openness } from '../site/cors.ts';
import { Refusal } from '../support/refusal.ts';

/**
 * Answers a request with a method that its handler does not take. Answers OPTIONS with the methods of the address, which is
 * also the answer to the preflight of a browser.
 * @throws Refusal `method_not_allowed` for every other method
 */
export function answerMethod(
  { method }: IncomingMessage,
  response: ServerResponse,
  { methods, cors }: Openness,
  common: readonly string[],
): void {
  if (method !== 'OPTIONS') throw notAllowed(method, methods);
  response.writeHead(204, [
    ...common,
    ...['Allow', methods],
    ...(cors
      ? [
          ...['Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', methods],
          ...['Access-Control-Allow-Headers', cors.headers, 'Access-Control-Expose-Headers', cors.exposed],
          ...['Access-Control-Max-Age', '86400'],
        ]
      : []),
  ]);
  response.end();
}

/**
 * Makes the 405 for a method that an address does not take.
 * @param allow the methods that it takes, as the header `Allow` lists them
 */
export const notAllowed = (method: string | undefined, allow: string): Refusal =>
  new Refusal('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`, {
    headers: { Allow: allow },
  });
