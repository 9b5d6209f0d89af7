/** `/server.json`: the entry for the official MCP registry, which `mcp-publisher publish` sends from `dist/`. */
import { mcpPath } from '#document/text/protocol.ts';
import { type DiscoveryFile, json, type Service, toJson } from './service.ts';

export function registryEntry({ site, title, baseUrl }: Service): DiscoveryFile[] {
  const entry = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: site.name,
    title,
    description: site.tagline,
    version: site.version,
    websiteUrl: `${baseUrl}/`,
    remotes: [{ type: 'streamable-http', url: baseUrl + mcpPath }],
  };
  return [{ paths: ['/server.json'], mediaType: json, text: toJson(entry), title: 'MCP registry entry' }];
}
