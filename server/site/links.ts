/** The values of the `Link` header: the link to the schema of a document, and the discovery links of every page. */

/** Returns the link to the schema of a kind of document that the service writes. */
export const describedBy = (kind: string): string =>
  `</docs/schemas/${kind}/v0.1.md>; rel="describedby"; type="text/markdown"`;

/** The `Link` values by which machines find the rest of the service (docs/http.md#6). */
export const discoveryLinks = [
  '</llms.txt>; rel="describedby"; type="text/markdown"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</.well-known/ard.json>; rel="ard"; type="application/json"',
  '</.well-known/ai-catalog.json>; rel="ai-catalog"; type="application/ai-catalog+json"',
  '</mcp/server-card>; rel="service-desc"; type="application/mcp-server-card+json"',
  '</docs/index.md>; rel="service-doc"; type="text/markdown"',
] as const;
