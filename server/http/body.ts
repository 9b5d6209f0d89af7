/** Reads the body of a request as a stream, and stops at the limit (docs/http.md#13). */
import type { IncomingMessage } from 'node:http';
import { markdown } from '#document/media-type.ts';
import { Refusal } from '../refusal.ts';
import { type Arriving, arrivingBodies } from './body-budget.ts';

/**
 * Reads a body of at most `limit` bytes.
 * @throws Refusal `payload_too_large`, as soon as the body is known to be larger; `service_unavailable` when it is given up
 * for others
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (refusal: Refusal) => {
      request.off('data', take);
      arriving?.end();
      chunks.length = 0;
      // What still comes is read and dropped, so that the client gets to read the answer.
      request.resume();
      reject(refusal);
    };
    // Most bodies arrive whole, and are not held for longer than it takes to read them.
    let arriving: Arriving | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (length > limit) return refuse(tooLarge(limit));
    function take(chunk: Buffer): void {
      size += chunk.length;
      if (size > limit) {
        refuse(tooLarge(limit));
        return;
      }
      chunks.push(chunk);
      if (size === length) return;
      arriving ??= arrivingBodies(() => refuse(givenUp()));
      arriving.add(chunk.length);
    }
    request.on('data', take);
    request.once('end', () => {
      arriving?.end();
      // Every request closes in the end; only one that did so before was cut off.
      request.off('close', cutOff);
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    const cutOff = () => {
      arriving?.end();
      reject(new Refusal('malformed_request', 'The body ended before its time.'));
    };
    request.once('error', cutOff);
    request.once('close', cutOff);
  });
}

const tooLarge = (limit: number): Refusal =>
  new Refusal('payload_too_large', `The body is larger than ${limit} bytes. Send less.`, {
    // A client that goes on sending would keep the connection busy for nothing.
    headers: { Connection: 'close' },
  });

const givenUp = (): Refusal =>
  new Refusal(
    'service_unavailable',
    'Too many bodies are arriving. Send the request again, all of it at once.',
    { headers: { Connection: 'close', 'Retry-After': '1' } },
  );

/** Whether a request says that its body is Markdown in UTF-8, and neither compressed nor anything else. */
export function isMarkdown({ headers }: IncomingMessage): boolean {
  const coded = headers['content-encoding'];
  if (coded !== undefined && coded.toLowerCase() !== 'identity') return false;
  if (headers['content-type'] === markdown) return true;
  const [type, ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase());
  if (type !== 'text/markdown') return false;
  const charset = parameters.find(parameter => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}
