/** Checks of a request that Node.js leaves to its user, before anything is done with it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../support/refusal.ts';

/** No client needs more; what they cost grows with their number, not only with their size. */
const maxHeaders = 200;

/**
 * Looks at version and headers. A request that asks to change the protocol is answered as any other, but its connection
 * closes then: Node.js drops what was received behind it.
 * @returns why the request is refused
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
  // RFC 9112, 3.2: with two of them a proxy in front may have read the other. HTTP/1.0 did not know it yet.
  if (hosts === 0 && httpVersionMinor === 0) return undefined;
  return malformed('The request must have exactly one Host header.');
}

/** A client that disagrees about the head of a request may also disagree about where it ends, so the connection closes. */
const malformed = (message: string): Refusal =>
  new Refusal('malformed_request', message, { headers: { Connection: 'close' } });
