/** Calls that may be sent again in a moment: the answer says so to the client, which knows when, and not to the model. */
import { type JSONRPCResponse, ProtocolError } from '@modelcontextprotocol/server';
import { Refusal } from '../support/refusal.ts';
import { rpcCode } from './rpc-refusal.ts';

const statuses = { service_unavailable: 503, rate_limited: 429 } as const;
type Code = keyof typeof statuses;

/** A call that cannot be answered now. Unlike a refusal of what was asked, it says nothing that a model could act on. */
export class NotNow extends ProtocolError {
  /** @param retryAfter when to send it again, in seconds */
  constructor(code: Code, message: string, retryAfter: number) {
    super(rpcCode.server, message, { code, retry_after: retryAfter });
  }
}

/** Throws the error again. A refusal because the rate is limited becomes a `NotNow`. */
export function throwNotNow(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error;
  throw new NotNow('rate_limited', error.message, Number(error.headers['Retry-After']));
}

/** Returns the HTTP status and the seconds to wait for an answer that is a `NotNow`; undefined for any other. */
export function notNowOf(answer: JSONRPCResponse): { status: number; retryAfter: number } | undefined {
  if (!('error' in answer)) return undefined;
  const { code, retry_after: retryAfter } = (answer.error.data ?? {}) as {
    code?: string;
    retry_after?: number;
  };
  if (code === undefined || retryAfter === undefined || !Object.hasOwn(statuses, code)) return undefined;
  return { status: statuses[code as Code], retryAfter };
}
