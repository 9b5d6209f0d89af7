/** The makers of all discovery files, and the pages that these files become. */
import { skillIndexPath, skillPath } from '#document/text/skill.ts';
import type { Page } from '../compose/page.ts';
import { agentCard } from './agent-card.ts';
import { agentSkill } from './agent-skill.ts';
import { apiCatalog } from './api-catalog.ts';
import { ardManifest } from './ard.ts';
import { jsonSchemaPaths, jsonSchemas, sourceSchemaPaths } from './json-schema.ts';
import { llmsTxt } from './llms-txt.ts';
import { marketplaces } from './marketplace.ts';
import { openApi, openApiPath } from './openapi.ts';
import { operatorDocuments } from './operator-file.ts';
import { ownersDocuments } from './owners.ts';
import { recomputeFiles, recomputePaths } from './recompute.ts';
import { robots } from './robots.ts';
import { serverCards } from './server-card.ts';
import { registryEntry } from './server-json.ts';
import type { DiscoveryFile, Service } from './service.ts';
import { sitemaps } from './sitemap.ts';

const makers: readonly ((service: Service) => DiscoveryFile[])[] = [
  llmsTxt,
  robots,
  sitemaps,
  agentCard,
  agentSkill,
  serverCards,
  registryEntry,
  ardManifest,
  marketplaces,
  ownersDocuments,
  apiCatalog,
  jsonSchemas,
  openApi,
  operatorDocuments,
  recomputeFiles,
];

/** The paths of discovery files that exist whatever the content is, so that content may link to them. */
export const discoveryPaths = [
  '/llms.txt',
  '/robots.txt',
  '/sitemap.txt',
  '/mcp/server-card',
  '/server.json',
  skillPath,
  skillIndexPath,
  '/.well-known/agent-card.json',
  '/.well-known/mcp.json',
  '/.well-known/ard.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/trust/keys.md',
  '/log/checkpoint',
  openApiPath,
  ...jsonSchemaPaths,
  ...sourceSchemaPaths,
  ...recomputePaths,
] as const;

/** Makes the pages of all discovery files. An alias is a page with the same text, which names the canonical path. */
export function discoveryPages(service: Service): Page[] {
  return makers
    .flatMap(make => make(service))
    .flatMap(file => file.paths.map(path => discoveryPage(file, path)));
}

function discoveryPage(file: DiscoveryFile, path: string): Page {
  const canonical = file.canonical ?? file.paths[0]!;
  return {
    path,
    file: file.file ?? path.slice(1),
    kind: 'discovery',
    mediaType: file.mediaType,
    ...(file.title && { title: file.title }),
    ...(canonical !== path && { canonical }),
    listed: file.listed ?? false,
    text: () => file.text,
  };
}
