/** The revisions of the Model Context Protocol that the endpoint serves, newest first; cards and endpoint share them. */
export const protocolVersions = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export const newestProtocolVersion = protocolVersions[0];

/** Where the endpoint is, below the base address. */
export const mcpPath = '/mcp';
