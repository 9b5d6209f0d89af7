/** `/.well-known/agent-card.json`: an A2A 1.0.1 card that points to the MCP endpoint. */
import { mcpPath, newestProtocolVersion } from '#document/text/protocol.ts';
import { type DiscoveryFile, json, type Service, toJson } from './service.ts';

export function agentCard(service: Service): DiscoveryFile[] {
  const { site, baseUrl } = service;
  const card = {
    name: service.title,
    description: `${service.description} This host speaks MCP (Streamable HTTP), not A2A.`,
    supportedInterfaces: [
      {
        url: baseUrl + mcpPath,
        protocolBinding: `https://modelcontextprotocol.io/specification/${newestProtocolVersion}/basic/transports/streamable-http`,
        protocolVersion: newestProtocolVersion,
      },
    ],
    provider: { organization: site.organization, url: site.website },
    version: site.version,
    documentationUrl: `${baseUrl}/docs/index.md`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/markdown'],
    skills: site.skills,
  };
  return [
    {
      paths: ['/.well-known/agent-card.json', '/.well-known/agent.json'],
      mediaType: json,
      text: toJson(card),
    },
  ];
}
