/** An endpoint for tests: served by itself over a small or a given catalog, with a provider and tickets of the test. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { publicNames } from '../../../server/http/public-name.ts';
import type { CapabilityProvider } from '../../../server/mcp/capability-provider.ts';
import { catalogProvider } from '../../../server/mcp/catalog-provider.ts';
import type { McpContext } from '../../../server/mcp/context.ts';
import { mcpEndpoint } from '../../../server/mcp/endpoint.ts';
import type { Ticketing } from '../../../server/mcp/ticketing.ts';
import { readDist } from '../../../server/site/dist.ts';
import { securityHeaders } from '../../../server/site/security-headers.ts';
import { openSite } from '../../../server/site/site.ts';
import { Refusal } from '../../../server/support/refusal.ts';
import { type Answer, send } from '../../support/server.ts';
import { exampleDist } from '../../support/shared.ts';

export interface McpServer {
  /** Where it listens, without a path. */
  address: string;
  context: McpContext;
  stop(): Promise<void>;
}

/** Serves an endpoint. */
export async function serveMcp(
  options: {
    dist?: string;
    tickets?: Ticketing;
    change?: (provider: CapabilityProvider) => CapabilityProvider;
  } = {},
): Promise<McpServer> {
  const context = {
    ...(await contextOf(options.dist ?? exampleDist())),
    ...(options.tickets && { tickets: options.tickets }),
  };
  const provider = (options.change ?? (same => same))(catalogProvider(context));
  const server = createServer(mcpEndpoint(context, provider));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    context,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The context of a built catalog. */
export async function contextOf(dist: string): Promise<McpContext> {
  const site = await openSite(await readDist(dist), { common: [], cacheBytes: 1e8 });
  return {
    site: () => site,
    common: securityHeaders(site.baseUrl),
    publicNames: publicNames(site.baseUrl, '127.0.0.1'),
    log: pino({ level: 'silent' }),
    live: async page => page,
    tickets: noTickets,
    takeTurn: async (_, work) => work(),
  };
}

/** Nobody is in a cohort, and no ticket is known. */
const noTickets: Ticketing = {
  admit: () => undefined,
  readerOf: async () => undefined,
  issue: async () => undefined,
  redeem: async () => {
    throw new Refusal('validation_failed', '`ticket` is not a ticket that this service issued.');
  },
};

/** A server, and which door of it when it is not `/mcp`. */
type Door = Pick<McpServer, 'address'> & { path?: string };

interface RpcAnswer extends Answer {
  /** The body as JSON; undefined when it is empty. */
  json: {
    id?: unknown;
    // biome-ignore lint/suspicious/noExplicitAny: results have the shape of their method, which each test knows.
    result?: any;
    // biome-ignore lint/suspicious/noExplicitAny: likewise.
    error?: { code: number; message: string; data?: any };
  };
}

/** Posts a body as it is. */
export async function post(
  server: Door,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const answer = await send(server, server.path ?? '/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { ...answer, json: answer.body.length > 0 ? JSON.parse(answer.body.toString('utf8')) : undefined };
}

/** Sends a request as a client of the era with a handshake does. */
export const legacy = (
  server: Door,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
): Promise<RpcAnswer> => post(server, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);

/** The fields about its client in every request of revision 2026-07-28. */
export const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends a request of revision 2026-07-28; headers given as empty texts are left out. */
export function modern(
  server: Door,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const name = params.name ?? params.uri;
  const standard: Record<string, string> = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(standard).filter(([, value]) => value !== ''));
  const body = { jsonrpc: '2.0', id: 1, method, params: { _meta: envelope, ...params } };
  return post(server, JSON.stringify(body), sent);
}

/** Calls a tool, and gives its result. */
export async function callTool(server: Door, name: string, values: object) {
  const { json } = await legacy(server, 'tools/call', { name, arguments: values });
  return json.result as {
    content: { type: string; text: string; resource?: { blob: string } }[];
    isError?: boolean;
  };
}
