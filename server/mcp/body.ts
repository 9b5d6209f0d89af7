/** Reads the body of a request to the endpoint. Refuses a body with a JSON-RPC error. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { doorTypes } from '#document/message/door.ts';
import { BodyError, collectBody } from '../http/body.ts';
import { RpcRefusal, rpcCode } from './rpc-refusal.ts';

/** The milliseconds within which a client must send its body. */
const maxBodyMilliseconds = 15_000;
/** The size in bytes up to which a body that is too large is still read and dropped, so that its client can read the answer. */
const readThrough = 4 * 1024 * 1024;

const { limit } = doorTypes.rpc.body;

const refusals: Record<BodyError['fault'], readonly [status: number, code: number, message: string]> = {
  tooLarge: [413, rpcCode.server, `The body is larger than ${limit} bytes. Send less in one call.`],
  tooSlow: [408, rpcCode.server, 'The body did not arrive in time. Send the request again.'],
  givenUp: [503, rpcCode.server, 'Too many bodies are arriving. Send the request again, all of it at once.'],
  cutOff: [400, rpcCode.parseError, 'The body broke off.'],
};

/**
 * Reads the body as text.
 * @throws RpcRefusal 413 for a body that is too large, 408 for one that takes too long, 400 for one that is not UTF-8 or is cut
 *   off, 503 when its memory is needed for other bodies
 */
export async function readBody(
  request: IncomingMessage,
  milliseconds = maxBodyMilliseconds,
): Promise<string> {
  const bytes = await collectBody(request, { size: limit, readThrough, milliseconds }).catch(error => {
    throw error instanceof BodyError ? inRpc(error) : error;
  });
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new RpcRefusal(400, rpcCode.parseError, 'Parse error: the body is not valid UTF-8.');
}

function inRpc({ fault }: BodyError): RpcRefusal {
  const [status, code, message] = refusals[fault];
  const retry = fault === 'givenUp' ? ['Retry-After', '1'] : [];
  return new RpcRefusal(status, code, message, { headers: ['Connection', 'close', ...retry] });
}
