/** `/.well-known/ard.json` and `/.well-known/ai-catalog.json`: one manifest that satisfies both conventions. */
import { serverCardPath } from '#document/text/protocol.ts';
import { isAboutServer } from '../static.ts';
import { serverCardType } from './server-card.ts';
import { type DiscoveryFile, json, type Service, toJson } from './service.ts';
import { type TeamSkill, teamSkills } from './team-skill.ts';

const aiCatalogType = 'application/ai-catalog+json';

export function ardManifest(service: Service): DiscoveryFile[] {
  const { baseUrl, domain, title } = service;
  const text = toJson({
    specVersion: '1.0',
    host: { displayName: title, identifier: domain, documentationUrl: `${baseUrl}/docs/index.md` },
    entries: [
      ...(service.isStatic
        ? []
        : [entry(service, 'mcp', serverCardType, serverCardPath, `${title} over MCP`, service.site.tagline)]),
      entry(
        service,
        'llms-txt',
        'text/markdown',
        '/llms.txt',
        `${title}: index for agents`,
        'Where to begin, with one line for each page.',
      ),
      entry(
        service,
        'patterns',
        'text/markdown',
        '/patterns/index.md',
        'Organisation patterns',
        'Every pattern in one line that says when to choose it.',
      ),
      entry(
        service,
        'starters',
        'text/markdown',
        '/starters/index.md',
        'Starter formations',
        'Complete teams to begin from, by task class.',
      ),
      ...teamSkills(service).map(skill => skillEntry(service, skill)),
    ],
  });
  return [
    { paths: ['/.well-known/ard.json'], mediaType: json, text },
    {
      paths: ['/.well-known/ai-catalog.json'],
      mediaType: aiCatalogType,
      text,
      canonical: '/.well-known/ard.json',
    },
  ];
}

/** Returns the entry of a team in the AI catalog, as a skill in Markdown. */
function skillEntry(
  { baseUrl, domain }: Service,
  { name, version, description, taskClasses, path }: TeamSkill,
) {
  const tasks = taskClasses.map(each => each.replace(/^.*\./, '').replaceAll('_', ' '));
  return {
    identifier: `urn:air:${domain}:skill:${name}`,
    displayName: name,
    type: 'application/agent-skills+md',
    url: baseUrl + path,
    description,
    tags: taskClasses,
    capabilities: [name],
    representativeQueries: [`a team of agents for ${tasks[0]}`, `how to organise agents for ${tasks.at(-1)}`],
    version,
  };
}

function entry(
  service: Service,
  name: string,
  type: string,
  path: string,
  displayName: string,
  description: string,
) {
  const { site: facts, baseUrl, domain, updatedAt, isStatic } = service;
  const skills = facts.skills.filter(skill => !(isStatic && isAboutServer(skill.description)));
  return {
    identifier: `urn:air:${domain}:catalog:${name}`,
    displayName,
    type,
    url: baseUrl + path,
    description,
    tags: [...new Set(skills.flatMap(skill => skill.tags))],
    capabilities: skills.map(skill => skill.id),
    representativeQueries: facts.queries,
    version: facts.version,
    ...(updatedAt && { updatedAt }),
  };
}
