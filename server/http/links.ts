/** The discovery links that every page carries in its `Link` header. */

/** Where machines find the rest of the service (docs/http.md#9). */
export const discoveryLinks = [
  '</llms.txt>; rel="llms-txt"; type="text/markdown"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</.well-known/ard.json>; rel="ard"; type="application/json"',
  '</.well-known/ai-catalog.json>; rel="ai-catalog"; type="application/ai-catalog+json"',
  '</mcp/server-card>; rel="service-desc"; type="application/mcp-server-card+json"',
  '</docs/index.md>; rel="service-doc"; type="text/markdown"',
] as const;
