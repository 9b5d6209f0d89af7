/** The revisions of the Model Context Protocol that the endpoint serves, newest first; cards and endpoint share them. */

/** Revisions in which every request is independent and states its version. */
export const modernProtocolVersions = ['2026-07-28'] as const;

/** Revisions with a handshake; the first is offered to clients that ask for an unknown one. */
export const legacyProtocolVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export const protocolVersions = [...modernProtocolVersions, ...legacyProtocolVersions] as const;

export const newestProtocolVersion = protocolVersions[0];

/** The capabilities of the endpoint. None of them changes while a client is connected: there are no sessions. */
export const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  // Declared, though the list is empty: some clients take "method not found" on a list as fatal.
  prompts: { listChanged: false },
  completions: {},
} as const;

/** Skills over MCP (SEP-2640), written against the newest revision, so declared to its clients alone. */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** The path of the MCP endpoint, below the base address. */
export const mcpPath = '/mcp';

/** The path of the endpoint for OpenAI's clients, which has the same catalog. */
export const openAiPath = `${mcpPath}/openai`;

/** The path of the MCP server card. */
export const serverCardPath = '/mcp/server-card';
