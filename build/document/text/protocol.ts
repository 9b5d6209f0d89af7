/**
 * The revisions of the Model Context Protocol that the endpoint serves, newest first. The server card and the endpoint both use
 * them.
 */

/** The revisions in which each request stands alone and states its version. */
export const modernProtocolVersions = ['2026-07-28'] as const;

/** The revisions with a handshake. The first one is offered to a client that asks for an unknown revision. */
export const legacyProtocolVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export const protocolVersions = [...modernProtocolVersions, ...legacyProtocolVersions] as const;

export const newestProtocolVersion = protocolVersions[0];

/** The capabilities of the endpoint. None of them changes while a client is connected, since there are no sessions. */
export const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  // Declared although the list is empty, because some clients give up when a list is answered with "method not found".
  prompts: { listChanged: false },
  completions: {},
} as const;

/**
 * The extension for skills over MCP (SEP-2640). It builds on the newest revision, so only clients of that revision are told of
 * it.
 */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** The path of the MCP endpoint, below the base address. */
export const mcpPath = '/mcp';

/** The path of the MCP endpoint for OpenAI's clients, which serves the same catalog as the endpoint at `mcpPath`. */
export const openAiPath = `${mcpPath}/openai`;

/** The path of the MCP server card. */
export const serverCardPath = '/mcp/server-card';
