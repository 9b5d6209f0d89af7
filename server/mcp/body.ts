/** Reads the body of a request: to a limit of size and of time, so that no client can hold a connection open. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Arriving, arrivingBodies } from '../http/body-budget.ts';
import { RpcRefusal, rpcCode } from './rpc-refusal.ts';

/** The largest body that is read (docs/mcp.md#3). */
export const maxBodyBytes = 256 * 1024;
/** How long a client may take to send one, in milliseconds. */
const maxBodyMilliseconds = 15_000;
/** What is read and thrown away of a body that is too large, so that its client gets to read the answer. */
const maxDiscardedBytes = 4 * 1024 * 1024;

/**
 * Reads the body as text.
 * @throws RpcRefusal 413 past the limit of size, 408 past that of time, 400 when it is not UTF-8 or breaks off, 503 when it
 * is given up for others
 */
export async function readBody(
  request: IncomingMessage,
  maxMilliseconds = maxBodyMilliseconds,
): Promise<string> {
  const bytes = await collect(request, maxMilliseconds);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new RpcRefusal(400, rpcCode.parseError, 'Parse error: the body is not valid UTF-8.');
}

function collect(request: IncomingMessage, maxMilliseconds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    const refuse = (refusal: RpcRefusal) => {
      isRefused = true;
      chunks.length = 0;
      clearTimeout(deadline);
      arriving?.end();
      reject(refusal);
    };
    const deadline = setTimeout(() => refuse(tooSlow()), maxMilliseconds);
    // Most bodies arrive whole, and are not held for longer than it takes to read them.
    let arriving: Arriving | undefined;
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxDiscardedBytes) return refuse(tooLarge());
      if (size > maxBodyBytes || isRefused) {
        chunks.length = 0;
        return;
      }
      chunks.push(chunk);
      if (size === length) return;
      arriving ??= arrivingBodies(() => refuse(givenUp()));
      arriving.add(chunk.length);
    });
    request.on('end', () => {
      if (size > maxBodyBytes) return refuse(tooLarge());
      clearTimeout(deadline);
      arriving?.end();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    // After the end this changes nothing any more.
    request.on('close', () => refuse(brokenOff()));
  });
}

const close = ['Connection', 'close'];

const tooLarge = () =>
  new RpcRefusal(
    413,
    rpcCode.server,
    `The body is larger than ${maxBodyBytes} bytes. Send less in one call.`,
    { headers: close },
  );

const tooSlow = () =>
  new RpcRefusal(408, rpcCode.server, 'The body did not arrive in time. Send the request again.', {
    headers: close,
  });

const givenUp = () =>
  new RpcRefusal(
    503,
    rpcCode.server,
    'Too many bodies are arriving. Send the request again, all of it at once.',
    {
      headers: [...close, 'Retry-After', '1'],
    },
  );

const brokenOff = () => new RpcRefusal(400, rpcCode.parseError, 'The body broke off.', { headers: close });
