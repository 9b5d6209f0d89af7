/** A server of the SDK for one era, long-lived, with every handler that a surface needs. */
import {
  type CallToolResult,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  capabilities,
  legacyProtocolVersions,
  newestProtocolVersion,
  protocolVersions,
} from '#document/protocol.ts';
import type { Channel } from './channel.ts';
import type { Era } from './era.ts';
import { instructions } from './instructions.ts';
import type { Call, Surface } from './surface.ts';
import { errorResult, ToolError } from './tool/tool.ts';

/** What of a call the channel keeps for its handlers. */
export type Caller = Omit<Call, 'context'>;

/** How long clients may keep what does not depend on who asks, in milliseconds. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;

const options = {
  capabilities,
  cacheHints: {
    'server/discover': cacheHint,
    'tools/list': cacheHint,
    'prompts/list': cacheHint,
    'resources/list': cacheHint,
    'resources/templates/list': cacheHint,
    'resources/read': cacheHint,
  },
  supportedProtocolVersions: [...protocolVersions],
  instructions,
};

/** A server that is bound to its era from the start, since it serves requests of no other. */
class EraServer extends Server {
  constructor(identity: Implementation, era: Era) {
    super(identity, options);
    this._negotiatedProtocolVersion = era === 'modern' ? newestProtocolVersion : legacyProtocolVersions[0];
  }
}

/** Makes the server of an era and connects it to its channel. */
export async function connectServer(
  era: Era,
  surface: Surface,
  identity: Implementation,
  channel: Channel<Caller>,
): Promise<void> {
  const server = new EraServer(identity, era);
  const on: typeof server.setRequestHandler = server.setRequestHandler.bind(server);
  // The SDK would remember the client; here the next request is anybody's.
  on('initialize', { params: handshake }, ({ protocolVersion }) => ({
    protocolVersion: negotiate(protocolVersion),
    capabilities,
    serverInfo: identity,
    instructions,
  }));
  const tools = surface.tools.map(tool => tool.definition);
  on('tools/list', { params: list }, ({ cursor }) => ({ tools: whole(tools, cursor) }));
  on('tools/call', { params: toolCall }, (params, context) =>
    callTool(surface, params, channel.callerOf(context.mcpReq.id), context),
  );
  handleReads(on, surface, channel);
  await server.connect(channel);
}

type Register = Server['setRequestHandler'];

function handleReads(on: Register, surface: Surface, channel: Channel<Caller>): void {
  const { resources, prompts, complete } = surface;
  const guard = <Value>(context: ServerContext, read: () => Value | Promise<Value>): Promise<Value> =>
    guarded(channel.callerOf(context.mcpReq.id), read);
  on('resources/list', { params: list }, ({ cursor }, context) =>
    guard(context, () => {
      const { items, nextCursor } = resources.list(cursor);
      return { resources: items, ...(nextCursor !== undefined && { nextCursor }) };
    }),
  );
  on('resources/templates/list', { params: list }, ({ cursor }) => ({
    resourceTemplates: whole(resources.templates, cursor),
  }));
  on('resources/read', { params: resourceRead }, ({ uri }, context) =>
    guard(context, async () => (await resources.read(uri)) ?? raise(new ResourceNotFoundError(uri))),
  );
  on('prompts/list', { params: list }, ({ cursor }) => ({ prompts: whole(prompts.list, cursor) }));
  on('prompts/get', { params: promptGet }, ({ name, arguments: values = {} }, context) =>
    guard(context, () => prompts.get(name, values) ?? raise(invalid(`There is no prompt ${name}.`))),
  );
  on('completion/complete', { params: completion }, (params, context) =>
    guard(context, () => completed(complete(params) ?? raise(invalid('Nothing has this reference.')))),
  );
}

const handshake = z.looseObject({ protocolVersion: z.string() });
const list = z.looseObject({ cursor: z.string().max(512).optional() });
const toolCall = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() });
const resourceRead = z.looseObject({ uri: z.string().max(2048) });
const promptGet = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});
const completion = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
});

/** The revision that the client asked for, or the newest that has a handshake. */
const negotiate = (asked: string): string =>
  legacyProtocolVersions.find(version => version === asked) ?? legacyProtocolVersions[0];

/** A list that has one part only, so that no cursor into it was ever given out. */
function whole<Item>(items: readonly Item[], cursor: string | undefined): Item[] {
  if (cursor !== undefined) throw invalid('There is no such cursor: this list has one part.');
  return items as Item[];
}

async function callTool(
  { tools }: Surface,
  { name, arguments: values }: z.infer<typeof toolCall>,
  caller: Caller,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = tools.find(each => each.definition.name === name);
  if (!tool)
    throw invalid(`There is no tool ${name}. Tools: ${tools.map(each => each.definition.name).join(', ')}.`);
  try {
    return await tool.call(values, { ...caller, context });
  } catch (error) {
    if (error instanceof ToolError) return errorResult(error.message);
    throw hidden(error, caller);
  }
}

async function guarded<Value>(caller: Caller, read: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw hidden(error, caller);
  }
}

/** An error of the protocol as it is; anything else is a bug, of which the client gets to know nothing. */
function hidden(error: unknown, { world }: Caller): ProtocolError {
  if (error instanceof ProtocolError) return error;
  world.log.error({ err: error }, 'MCP request failed');
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'The request could not be answered. Try again later.',
  );
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

function raise(error: Error): never {
  throw error;
}

/** The protocol allows 100 values in one answer. */
const maxValues = 100;

const completed = (values: readonly string[]): Result => ({
  completion: {
    values: values.slice(0, maxValues),
    total: values.length,
    hasMore: values.length > maxValues,
  },
});
