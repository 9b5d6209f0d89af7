/** Writes the answers of the endpoint: JSON, with the headers of every answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCResponse } from '@modelcontextprotocol/server';
import { doorTypes } from '#document/message/door.ts';
import type { RpcRefusal } from './rpc-refusal.ts';

/** The request headers that a page in a browser may send (docs/mcp.md#3). */
const allowedHeaders =
  'Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID';

export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: JSONRPCResponse | object,
  headers: readonly string[],
): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, [
    ...['Content-Type', 'application/json', 'Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store'],
    ...headers,
    ...originHeaders(request),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function sendRpcRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: RpcRefusal,
  common: readonly string[],
): void {
  const { code, message, data, id, status, headers } = refusal;
  const error = { code, message, ...(data !== undefined && { data }) };
  sendJson(request, response, status, { jsonrpc: '2.0', id, error }, [...common, ...headers]);
}

/** Answers a notification with 202. Notifications have no effect. */
export function sendAccepted(
  request: IncomingMessage,
  response: ServerResponse,
  common: readonly string[],
): void {
  response.writeHead(202, ['Content-Length', '0', ...common, ...originHeaders(request)]);
  response.end();
}

export function sendMcpPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  common: readonly string[],
): void {
  response.writeHead(204, [
    ...common,
    ...[
      'Access-Control-Allow-Methods',
      `${doorTypes.rpc.methods.join(', ')}, OPTIONS`,
      'Access-Control-Allow-Headers',
      allowedHeaders,
    ],
    ...['Access-Control-Max-Age', '86400'],
    ...originHeaders(request),
  ]);
  response.end();
}

/**
 * Returns the headers that let a page in a browser read the answer; none without `Origin`. The value of `Origin` was checked
 * before.
 */
function originHeaders({ headers: { origin } }: IncomingMessage): string[] {
  if (origin === undefined) return [];
  const exposed = ['Access-Control-Expose-Headers', 'Retry-After, WWW-Authenticate'];
  return ['Access-Control-Allow-Origin', origin, ...exposed, 'Vary', 'Origin'];
}
