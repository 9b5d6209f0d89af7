/** The MCP server card (SEP-2127). The copies at the paths that older probes use have additional fields. */
import {
  capabilities,
  mcpPath,
  newestProtocolVersion,
  protocolVersions,
  serverCardPath,
} from '#document/text/protocol.ts';
import { type DiscoveryFile, json, type Service, toJson } from './service.ts';

export const serverCardType = 'application/mcp-server-card+json';

/** Returns the server card in version 1: the identity and address of the server, and never tools or resources. */
function serverCard({ site, title, baseUrl }: Service) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: site.name,
    version: site.version,
    title,
    description: site.tagline,
    websiteUrl: `${baseUrl}/`,
    remotes: [
      { type: 'streamable-http', url: baseUrl + mcpPath, supportedProtocolVersions: protocolVersions },
    ],
  };
}

export function serverCards(service: Service): DiscoveryFile[] {
  const card = serverCard(service);
  const old = { ...card, ...olderFields(service) };
  const compatible = (path: string, value: unknown): DiscoveryFile => {
    return { paths: [path], mediaType: json, text: toJson(value), canonical: serverCardPath };
  };
  return [
    { paths: [serverCardPath], mediaType: serverCardType, text: toJson(card), title: 'MCP server card' },
    compatible('/.well-known/mcp/server-card.json', old),
    compatible('/.well-known/mcp.json', old),
    compatible('/.well-known/mcp-server-card', old),
    {
      ...compatible('/.well-known/mcp', { ...old, ...oldestFields(service) }),
      file: '.well-known/mcp/index.json',
    },
    compatible('/.well-known/mcp/server-cards.json', { ...old, servers: [card] }),
  ];
}

/** Returns the fields for probes that were written before the card was final. */
function olderFields({ site, title, baseUrl }: Service) {
  const endpoint = baseUrl + mcpPath;
  return {
    serverInfo: { name: site.name, title, version: site.version },
    protocolVersion: newestProtocolVersion,
    transport: { type: 'streamable-http', endpoint },
    endpoint,
    capabilities,
    authentication: { required: false, schemes: [] },
  };
}

function oldestFields({ site, baseUrl }: Service) {
  return {
    mcp_version: newestProtocolVersion,
    server_name: site.name,
    server_version: site.version,
    endpoints: { streamable_http: baseUrl + mcpPath },
  };
}
