/** Refusals as JSON-RPC errors, for every reason for which the endpoint refuses a request before a handler runs. */
import { ProtocolErrorCode } from '@modelcontextprotocol/server';

/** The id of a request; null if none could be read. */
export type RequestId = string | number | null;

/** The JSON-RPC error codes of answers that the endpoint itself writes. */
export const rpcCode = {
  parseError: ProtocolErrorCode.ParseError,
  invalidRequest: ProtocolErrorCode.InvalidRequest,
  methodNotFound: ProtocolErrorCode.MethodNotFound,
  internalError: ProtocolErrorCode.InternalError,
  /** The code for refusals of the HTTP request itself, such as of its method, media type or size. The SDK uses the same code. */
  server: -32_000,
  headerMismatch: -32_020,
  missingCapability: ProtocolErrorCode.MissingRequiredClientCapability,
  unsupportedVersion: ProtocolErrorCode.UnsupportedProtocolVersion,
} as const;

/** A refusal of a request to the endpoint, with its HTTP status and its JSON-RPC error code. */
export class RpcRefusal extends Error {
  override name = 'RpcRefusal';
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  readonly id: RequestId;
  readonly headers: readonly string[];

  /** @param message what happened and what to do next, in one or two sentences */
  constructor(
    status: number,
    code: number,
    message: string,
    more: { data?: unknown; id?: RequestId; headers?: readonly string[] } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = more.data;
    this.id = more.id ?? null;
    this.headers = more.headers ?? [];
  }
}
