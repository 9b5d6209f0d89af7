/** Reads the body of a request as a stream, and stops at the limit (docs/http.md#9). */
import type { IncomingMessage } from 'node:http';
import { doorTypes } from '#document/message/door.ts';
import { markdown } from '#document/text/media-type.ts';
import { Refusal } from '../support/refusal.ts';
import { type Arriving, arrivingBodies } from './body-budget.ts';
import { lingerOnClose } from './linger.ts';

/** The reason why a body was not read to its end. */
export class BodyError extends Error {
  override name = 'BodyError';
  readonly fault: 'tooLarge' | 'tooSlow' | 'givenUp' | 'cutOff';

  constructor(fault: BodyError['fault']) {
    super(`The body was not read: ${fault}.`);
    this.fault = fault;
  }
}

interface BodyLimits {
  /** The largest size of a body, in bytes. */
  size: number;
  /**
   * The size in bytes up to which a body that is too large is still read and dropped before the client is told; absent: the
   * client is told at once.
   */
  readThrough?: number;
  /** The milliseconds within which a client must send its body; if absent, the time is not limited here. */
  milliseconds?: number;
}

/**
 * Collects the body of a request.
 * @throws BodyError past a limit, when the body is given up for others, or when the client goes away
 */
export function collectBody(
  request: IncomingMessage,
  { size: limit, readThrough = 0, milliseconds }: BodyLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    // Most bodies arrive in one piece, and are in memory no longer than it takes to read them.
    let arriving: Arriving | undefined;
    const settle = () => {
      clearTimeout(deadline);
      arriving?.end();
    };
    // The rest of the body is read and dropped, so that the client gets to read the answer.
    const refuse = (fault: BodyError['fault']) => {
      isRefused = true;
      chunks.length = 0;
      settle();
      lingerOnClose(request.socket);
      reject(new BodyError(fault));
    };
    const deadline = milliseconds && setTimeout(() => refuse('tooSlow'), milliseconds);
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (length > limit && readThrough === 0) refuse('tooLarge');
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) chunks.length = 0;
      if (isRefused) return;
      if (size > Math.max(limit, readThrough)) return refuse('tooLarge');
      if (size > limit) return;
      chunks.push(chunk);
      if (size === length) return;
      arriving ??= arrivingBodies(() => refuse('givenUp'));
      arriving.add(chunk.length);
    });
    const cutOff = () => refuse('cutOff');
    request.once('end', () => {
      // Every request emits `close` in the end; one that does so before its end was cut off.
      request.off('close', cutOff);
      if (size > limit) return refuse('tooLarge');
      settle();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    request.once('error', cutOff);
    request.once('close', cutOff);
  });
}

// The connection closes, since a client that keeps sending would only keep it busy.
const close = { Connection: 'close' };

/**
 * Reads a body of at most `limit` bytes.
 * @throws Refusal `payload_too_large` as soon as the body is known to be larger; `service_unavailable` when its memory is
 *   needed for other bodies; `malformed_request` when the client breaks off
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await collectBody(request, { size: limit });
  } catch (error) {
    throw error instanceof BodyError ? refusalOf(error, limit) : error;
  }
}

function refusalOf({ fault }: BodyError, limit: number): Refusal {
  if (fault === 'tooLarge')
    return new Refusal('payload_too_large', `The body is larger than ${limit} bytes. Send less.`, {
      headers: close,
    });
  if (fault === 'cutOff')
    return new Refusal(
      'malformed_request',
      'The body ended before all of it had arrived. Send the whole request again.',
    );
  const message = 'Too many bodies are arriving. Send the request again, all of it at once.';
  return new Refusal('service_unavailable', message, {
    headers: { ...close, 'Retry-After': '1' },
    reason: 'too_many_bodies',
  });
}

/** Tells whether a request declares its body to be Markdown in UTF-8, without compression. */
export function isMarkdown({ headers }: IncomingMessage): boolean {
  const coded = headers['content-encoding'];
  if (coded !== undefined && coded.toLowerCase() !== 'identity') return false;
  if (headers['content-type'] === markdown) return true;
  const [type, ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase());
  if (type !== doorTypes.change.body.mediaType) return false;
  const charset = parameters.find(parameter => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}
