/** The note in the static profile on pages about the server. */
export const staticNote =
  '> This copy of the catalog is plain files without its server. What this page says about search, MCP, tickets, `/v1/`, redirects and the ' +
  'headers of answers is not true at this address.\n';
