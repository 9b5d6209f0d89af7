/** Checks of the head of a request that Node.js leaves to its users. They run before anything else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../support/refusal.ts';

/** The most headers of a request. No client needs more, and handling headers costs by their number as well as their size. */
const maxHeaders = 200;

/**
 * Checks the version and the headers of a request. A request to change the protocol is answered like any other, but its
 * connection then closes, because Node.js drops what came behind it.
 * @returns the refusal of a request with a wrong head
 */
export function checkHead(request: IncomingMessage, response: ServerResponse): Refusal | undefined {
  const { rawHeaders, httpVersionMajor, httpVersionMinor } = request;
  if (rawHeaders.length > 2 * maxHeaders)
    return malformed(`The request has more than ${maxHeaders} headers. Send fewer.`);
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4) {
      if (name === 'Host' || name.toLowerCase() === 'host') hosts += 1;
    } else if (name.length === 7 && name.toLowerCase() === 'upgrade') response.shouldKeepAlive = false;
  }
  if (hosts === 1 && httpVersionMajor === 1) return undefined;
  if (httpVersionMajor !== 1) return malformed('The request is not valid HTTP/1.1.');
  // With two `Host` headers, a proxy in front may have read the other one (RFC 9112, 3.2). HTTP/1.0 has none.
  if (hosts === 0 && httpVersionMinor === 0) return undefined;
  return malformed('The request must have exactly one Host header.');
}

/**
 * Makes the 400 for a malformed head, which also closes the connection: a client that writes the head wrong may disagree about
 * where the request ends.
 */
const malformed = (message: string): Refusal =>
  new Refusal('malformed_request', message, { headers: { Connection: 'close' } });
