/** `/.well-known/api-catalog`: the linkset of RFC 9727. */
import { mcpPath, serverCardPath } from '#document/text/protocol.ts';
import { jsonSchemaPaths } from './json-schema.ts';
import { openApiPath } from './openapi.ts';
import { serverCardType } from './server-card.ts';
import { type DiscoveryFile, type Service, toJson } from './service.ts';

const openApiType = 'application/vnd.oai.openapi+json;version=3.1';
const apiCatalogPath = '/.well-known/api-catalog';

export function apiCatalog({ baseUrl }: Service): DiscoveryFile[] {
  const linkset = [
    {
      anchor: baseUrl + mcpPath,
      'service-desc': [{ href: baseUrl + serverCardPath, type: serverCardType }],
      'service-doc': [{ href: `${baseUrl}/docs/index.md`, type: 'text/markdown' }],
      status: [{ href: `${baseUrl}/status.md`, type: 'text/markdown' }],
    },
    {
      anchor: `${baseUrl}/v1/`,
      'service-desc': [{ href: baseUrl + openApiPath, type: openApiType }],
      'service-doc': [{ href: `${baseUrl}/docs/index.md`, type: 'text/markdown' }],
      'service-meta': jsonSchemaPaths.map(path => ({
        href: baseUrl + path,
        type: 'application/schema+json',
      })),
      status: [{ href: `${baseUrl}/status.md`, type: 'text/markdown' }],
    },
  ];
  const mediaType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  return [{ paths: [apiCatalogPath], mediaType, text: toJson({ linkset }) }];
}
