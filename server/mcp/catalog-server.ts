/** Makes a long-lived server of the SDK for one era, with every handler that a provider needs. */
import {
  type Implementation,
  ResourceNotFoundError,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  capabilities,
  legacyProtocolVersions,
  newestProtocolVersion,
  protocolVersions,
  skillsExtension,
} from '#document/text/protocol.ts';
import type { CapabilityProvider } from './capability-provider.ts';
import type { Channel } from './channel.ts';
import type { Era } from './era.ts';
import { type Caller, callTool, guarded, invalid, raise } from './guard.ts';
import * as parameter from './parameter.ts';
import { partOf } from './resource-provider.ts';

/** The milliseconds for which clients may cache an answer that is the same for every caller. */
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
};

/** A server that is bound to one era from the start, since it serves no requests of the other. */
class EraServer extends Server {
  constructor(identity: Implementation, instructions: string, era: Era) {
    const extensions = era === 'modern' ? { extensions: { [skillsExtension]: {} } } : {};
    super(identity, { ...options, capabilities: { ...capabilities, ...extensions }, instructions });
    this._negotiatedProtocolVersion = era === 'modern' ? newestProtocolVersion : legacyProtocolVersions[0];
  }
}

/** Makes the server of an era, and connects it to its channel. */
export async function connectServer(
  era: Era,
  provider: CapabilityProvider,
  identity: Implementation,
  channel: Channel<Caller>,
): Promise<void> {
  const { instructions } = provider;
  const server = new EraServer(identity, instructions, era);
  const on: typeof server.setRequestHandler = server.setRequestHandler.bind(server);
  // The SDK would remember the client of the handshake, but the next request may be from another.
  on('initialize', { params: parameter.handshake }, ({ protocolVersion }) => ({
    protocolVersion: negotiate(protocolVersion),
    capabilities,
    serverInfo: identity,
    instructions,
  }));
  const tools = provider.tools.map(tool => tool.definition);
  on('tools/list', { params: parameter.list }, ({ cursor }) => ({ tools: whole(tools, cursor) }));
  on('tools/call', { params: parameter.toolCall }, (params, context) =>
    callTool(provider, params, callerOf(context, channel), context),
  );
  handleResources(on, provider, channel);
  handlePrompts(on, provider, channel);
  if (era === 'modern') handleSkills(on, provider, channel);
  await server.connect(channel);
}

type Register = Server['setRequestHandler'];

function handleResources(on: Register, { resources }: CapabilityProvider, channel: Channel<Caller>): void {
  on('resources/list', { params: parameter.list }, ({ cursor }, context) =>
    guarded(callerOf(context, channel), () => {
      const { items, nextCursor } = resources.list(cursor ?? undefined);
      return { resources: items, ...(nextCursor !== undefined && { nextCursor }) };
    }),
  );
  on('resources/templates/list', { params: parameter.list }, ({ cursor }) => ({
    resourceTemplates: whole(resources.templates, cursor),
  }));
  on('resources/read', { params: parameter.resourceRead }, ({ uri }, context) =>
    guarded(
      callerOf(context, channel),
      async () => (await resources.read(uri)) ?? raise(new ResourceNotFoundError(uri)),
    ),
  );
}

/**
 * Adds the handlers of skills (SEP-2640). The SDK does not know these methods, so their results state themselves how long they
 * may be cached.
 */
function handleSkills(on: Register, { skills }: CapabilityProvider, channel: Channel<Caller>): void {
  const kept = { resultType: 'complete', ...cacheHint };
  on('skills/list', { params: parameter.list }, ({ cursor }, context) =>
    guarded(callerOf(context, channel), async () => {
      const { items, nextCursor } = partOf(await skills.list(), cursor ?? undefined);
      return { skills: items, ...(nextCursor !== undefined && { nextCursor }), ...kept };
    }),
  );
  on('skills/get', { params: parameter.resourceRead }, ({ uri }, context) =>
    guarded(callerOf(context, channel), async () => ({
      skill:
        (await skills.get(uri)) ?? raise(invalid(`There is no skill ${uri}. skills/list names all of them.`)),
      ...kept,
    })),
  );
}

function handlePrompts(
  on: Register,
  { prompts, complete }: CapabilityProvider,
  channel: Channel<Caller>,
): void {
  on('prompts/list', { params: parameter.list }, ({ cursor }) => ({ prompts: whole(prompts.list, cursor) }));
  on('prompts/get', { params: parameter.promptGet }, ({ name, arguments: values = {} }, context) =>
    guarded(
      callerOf(context, channel),
      () => prompts.get(name, values) ?? raise(invalid(`There is no prompt ${name}.`)),
    ),
  );
  on('completion/complete', { params: parameter.completion }, (params, context) =>
    guarded(callerOf(context, channel), () =>
      completed(complete(params) ?? raise(invalid('There is no prompt or resource with this reference.'))),
    ),
  );
}

const callerOf = ({ mcpReq }: ServerContext, channel: Channel<Caller>): Caller => channel.callerOf(mcpReq.id);

/** Returns the protocol version that the client asked for, or the newest one with a handshake. */
const negotiate = (asked: string): string =>
  legacyProtocolVersions.find(version => version === asked) ?? legacyProtocolVersions[0];

/**
 * Returns the items of a list that has only one part.
 * @throws ProtocolError for any cursor, since none was ever given out
 */
function whole<Item>(items: readonly Item[], cursor: string | null | undefined): Item[] {
  if (cursor !== undefined && cursor !== null)
    throw invalid('There is no such cursor, because this list has only one part.');
  return items as Item[];
}

/** The most values in one answer that the protocol allows. */
const maxValues = 100;

const completed = (values: readonly string[]): Result => ({
  completion: {
    values: values.slice(0, maxValues),
    total: values.length,
    hasMore: values.length > maxValues,
  },
});
