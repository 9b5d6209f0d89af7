/**
 * Tells which era of the protocol a request belongs to, and whether its headers agree with its body (docs/mcp.md#4).
 *
 * The SDK decides by the body alone. The headers that revision 2026-07-28 requires are compared here, since the SDK compares
 * them only in a mode that makes a new server for every request.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { legacyProtocolVersions, modernProtocolVersions } from '#document/text/protocol.ts';
import type { RpcMessage } from './message.ts';
import { RpcRefusal, rpcCode } from './rpc-refusal.ts';

/**
 * The eras of the protocol. `modern`: from revision 2026-07-28 on, where each request stands alone. `legacy`: the revisions
 * before it, which begin with an `initialize` handshake.
 */
export type Era = 'modern' | 'legacy';

/**
 * Returns the era of a request.
 * @throws RpcRefusal 400: -32602 for a bad envelope, -32020 when headers and body differ, -32022 for another version
 */
export function eraOf(headers: IncomingHttpHeaders, message: RpcMessage): Era {
  const version = headerOf(headers, 'mcp-protocol-version');
  const method = headerOf(headers, 'mcp-method');
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    body: message,
  });
  if (route.kind === 'reject') {
    const { httpStatus, code, data } = route;
    throw new RpcRefusal(httpStatus, code, route.message, { data, id: message.id ?? null });
  }
  if (route.kind === 'legacy') {
    // In the handshake, the body negotiates the version; only later requests must repeat it in the header (2025-06-18,
    // Transports).
    if (message.method !== 'initialize') requireVersion(version, legacyProtocolVersions, message);
    return 'legacy';
  }
  requireVersion(route.classification.revision ?? 'none', modernProtocolVersions, message);
  requireStandardHeaders(headers, message);
  return 'modern';
}

function requireVersion(
  requested: string | undefined,
  supported: readonly string[],
  message: RpcMessage,
): void {
  if (requested === undefined || supported.includes(requested)) return;
  throw new RpcRefusal(400, rpcCode.unsupportedVersion, `Unsupported protocol version: ${requested}`, {
    data: { supported, requested },
    id: message.id ?? null,
  });
}

/** The parameter that the header `Mcp-Name` repeats, by method. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Refuses a request of revision 2026-07-28 that lacks a required header, or whose `Mcp-Name` differs from its body. The values
 * of the other headers were compared before.
 * @throws RpcRefusal 400
 */
function requireStandardHeaders(headers: IncomingHttpHeaders, message: RpcMessage): void {
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method']) {
    if (headerOf(headers, name.toLowerCase()) === undefined) throw mismatch(`${name} is missing`, message);
  }
  const field = Object.hasOwn(named, message.method) ? named[message.method]! : undefined;
  const value = field && message.params?.[field];
  if (typeof value !== 'string') return;
  const name = headerOf(headers, 'mcp-name');
  if (name === undefined) throw mismatch('Mcp-Name is missing', message);
  if (decoded(name) !== value) throw mismatch(`Mcp-Name does not repeat params.${field}`, message);
}

const mismatch = (what: string, message: RpcMessage): RpcRefusal =>
  new RpcRefusal(
    400,
    rpcCode.headerMismatch,
    `Header mismatch: ${what}. Send in the headers what the body says.`,
    {
      id: message.id ?? null,
    },
  );

/**
 * Decodes the value of a header. A value that is not plain ASCII is sent as `=?base64?…?=`. Returns undefined for invalid
 * base64.
 */
function decoded(value: string): string | undefined {
  const packed = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (packed === undefined) return value;
  const text = Buffer.from(packed, 'base64').toString('utf8');
  return Buffer.from(text).toString('base64') === packed ? text : undefined;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}
