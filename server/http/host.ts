/** Requires that a request names one host (RFC 9112, 3.2): with two of them, a proxy in front may have read the other. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

const host = 'Host';

/** Whether a request has the header `Host` once; one of HTTP/1.0 need not have it. */
export function hasOneHost({ rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === host.length && (name === host || name.toLowerCase() === 'host')) hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && (httpVersionMajor < 1 || httpVersionMinor === 0));
}

export const notOneHost = (): Refusal =>
  new Refusal('malformed_request', 'The request must have exactly one Host header.', {
    // Whoever disagrees about the host may disagree about where the request ends.
    headers: { Connection: 'close' },
  });
