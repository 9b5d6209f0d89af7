/**
 * The MCP endpoint: JSON-RPC over Streamable HTTP, for both eras of the protocol, without sessions. Requests come here before
 * Express, which would cost more than the answer.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType, type JSONRPCResponse, preloadSchemas } from '@modelcontextprotocol/server';
import { doorTypes } from '#document/message/door.ts';
import type { Context } from '../http/context.ts';
import { Refusal } from '../support/refusal.ts';
import { readBody } from './body.ts';
import type { CapabilityProvider } from './capability-provider.ts';
import { catalogProvider, openAiProvider } from './catalog-provider.ts';
import { type McpContext, mcpContext } from './context.ts';
import { type Era, eraOf } from './era.ts';
import { EraServers } from './era-servers.ts';
import { type RpcMessage, readMessage } from './message.ts';
import { notNowOf, throwNotNow } from './not-now.ts';
import { requirePublicName } from './public-name.ts';
import { sendAccepted, sendJson, sendMcpPreflight, sendRpcRefusal } from './reply.ts';
import { type RequestId, RpcRefusal, rpcCode } from './rpc-refusal.ts';
import type { Reader } from './ticketing.ts';

/** Makes the MCP endpoint with all tools of the service, at `/mcp` (docs/mcp.md). */
export const openEndpoint = (context: Context): Endpoint => mcpEndpoint(mcpContext(context));

/** Makes the endpoint for OpenAI's clients, with the two tools that they ask for (docs/mcp.md#12). */
export function openOpenAiEndpoint(context: Context): Endpoint {
  const own = mcpContext(context);
  return mcpEndpoint(own, openAiProvider(own));
}

type Endpoint = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes an endpoint for a provider. Tests pass a provider that offers more than the catalog does. */
export function mcpEndpoint(
  context: McpContext,
  provider: CapabilityProvider = catalogProvider(context),
): Endpoint {
  preloadSchemas();
  const servers = new EraServers(context, provider);
  return (request, response) => {
    answer(request, response, context, servers).catch(error => refuse(error, request, response, context));
  };
}

/**
 * Answers a request, after all checks in order (docs/mcp.md#3).
 * @throws RpcRefusal from the first check that fails
 */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: McpContext,
  servers: EraServers,
): Promise<void> {
  const { headers, method } = request;
  requirePublicName(headers, context.publicNames);
  if (method === 'OPTIONS') return sendMcpPreflight(request, response, context.common);
  requireMethod(method);
  admit(request, context);
  requireJson(headers);
  const message = readMessage(await readBody(request));
  // A notification has nothing to tell this server, since no call outlives its request, so it is not passed on.
  if (message.id === undefined) return sendAccepted(request, response, context.common);
  const era = eraOf(headers, message);
  const reader = await readerOf(request, message, context);
  const result = await servers.request(era, message as RpcMessage & { id: string | number }, {
    context,
    reader,
    takeTurn: work => context.takeTurn(request, work).catch(throwNotNow),
  });
  const notNow = notNowOf(result);
  const retry = notNow ? ['Retry-After', String(notNow.retryAfter)] : [];
  sendJson(request, response, notNow?.status ?? statusOf(era, result), result, [...context.common, ...retry]);
}

const { methods, body } = doorTypes.rpc;

function requireMethod(method = ''): void {
  if ((methods as readonly string[]).includes(method)) return;
  const allowed = methods.join(', ');
  throw new RpcRefusal(
    405,
    rpcCode.server,
    `${method} is not allowed here, because there are no sessions. Use ${allowed}.`,
    { headers: ['Allow', allowed] },
  );
}

function requireJson(headers: IncomingHttpHeaders): void {
  if (!isJsonContentType(headers['content-type'])) {
    throw new RpcRefusal(415, rpcCode.server, `Content-Type must be ${body.mediaType}.`);
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new RpcRefusal(415, rpcCode.server, 'The body must not be compressed.');
  }
}

/**
 * Returns the HTTP status of an answer. In revision 2026-07-28 some errors have a status of their own; every other answer has
 * 200.
 */
function statusOf(era: Era, answer: JSONRPCResponse): number {
  if (era === 'legacy' || !('error' in answer)) return 200;
  return modernStatus[answer.error.code] ?? 200;
}

const modernStatus: Readonly<Record<number, number>> = {
  [rpcCode.methodNotFound]: 404,
  [rpcCode.missingCapability]: 400,
  [rpcCode.unsupportedVersion]: 400,
};

/**
 * Refuses a request whose network asks too often, before the body is read.
 * @throws RpcRefusal 429 when the network asks too often
 */
function admit(request: IncomingMessage, context: McpContext): void {
  try {
    context.tickets.admit(request);
  } catch (error) {
    throw inRpc(error, null);
  }
}

/**
 * Returns who sent a request; undefined for a credential that gets no tickets, or that the database cannot check now.
 * @throws RpcRefusal 401 for an invalid credential, whose owner is never treated as a visitor; 429 if the network has sent too
 * many of them; 403 for a suspended tenant
 */
async function readerOf(request: IncomingMessage, { id }: RpcMessage, context: McpContext): Promise<Reader> {
  try {
    return await context.tickets.readerOf(request);
  } catch (error) {
    throw inRpc(error, id ?? null);
  }
}

/** Converts a refusal to a JSON-RPC error; returns any other error unchanged. */
function inRpc(error: unknown, id: RequestId): unknown {
  if (!(error instanceof Refusal)) return error;
  const headers = Object.entries(error.headers).flat();
  return new RpcRefusal(error.status, rpcCode.server, error.message, { id, headers });
}

function refuse(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  context: McpContext,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (error instanceof RpcRefusal) {
    context.log.debug({ status: error.status, code: error.code }, 'MCP request refused');
    sendRpcRefusal(request, response, error, context.common);
    return;
  }
  context.log.error({ err: error }, 'MCP request failed');
  const hidden = new RpcRefusal(
    500,
    rpcCode.internalError,
    'The request could not be answered. Try again later.',
  );
  sendRpcRefusal(request, response, hidden, context.common);
}
