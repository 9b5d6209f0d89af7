/** The note on pages about the server in the static profile. */
export const staticNote =
  '> This copy of the catalog is plain files without its server. What this page says about search, MCP, tickets, `/v1/`, redirects and the ' +
  'headers of answers is not true at this address.\n';
