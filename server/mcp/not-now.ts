/**
 * Calls that cannot be answered now but may be sent again in a moment. The answer says so to the client, which knows when to
 * try again, and not to the model.
 */
import { type JSONRPCResponse, ProtocolError } from '@modelcontextprotocol/server';
import { Refusal } from '../support/refusal.ts';
import { rpcCode } from './rpc-refusal.ts';

const statuses = { service_unavailable: 503, rate_limited: 429 } as const;
type Code = keyof typeof statuses;

/**
 * An error for a call that cannot be answered now. Unlike the refusal of a wrong call, it tells a model nothing that it could
 * correct.
 */
export class NotNow extends ProtocolError {
  /**
   * Makes the error.
   * @param retryAfter the seconds after which to send the call again
   */
  constructor(code: Code, message: string, retryAfter: number) {
    super(rpcCode.server, message, { code, retry_after: retryAfter });
  }
}

/** Throws a caught error again; a `rate_limited` refusal as a `NotNow`, which tells the client when to send the call again. */
export function throwNotNow(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error;
  throw new NotNow('rate_limited', error.message, Number(error.headers['Retry-After']));
}

/** Returns the HTTP status and the seconds to wait of an answer that is a `NotNow`; undefined for any other answer. */
export function notNowOf(answer: JSONRPCResponse): { status: number; retryAfter: number } | undefined {
  if (!('error' in answer)) return undefined;
  const { code, retry_after: retryAfter } = (answer.error.data ?? {}) as {
    code?: string;
    retry_after?: number;
  };
  if (code === undefined || retryAfter === undefined || !Object.hasOwn(statuses, code)) return undefined;
  return { status: statuses[code as Code], retryAfter };
}
