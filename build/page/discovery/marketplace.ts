/**
 * Marketplaces of plugins. Claude Code also reads `/.claude-plugin/marketplace.json` from its address, but then
 * refuses relative sources. So each active team is listed as an archive with its digest. Claude Code fetches
 * archives only over https, so a service without https lists none. Codex 0.169 adds marketplaces only from folders
 * and git, so `/.agents/plugins/marketplace.json` is for a copy of the tree: the tree is itself a plugin of Agent
 * Plugins 1.0, with the skills below `/skills/`.
 */

import { sha256Hex } from '../../document/text/digest.ts';
import { pluginSchema } from '../export/plugin.ts';
import { pluginPath, pluginVersions } from '../plugin.ts';
import { readTeam } from '../program/team.ts';
import { type DiscoveryFile, json, type Service, toJson } from './service.ts';

/**
 * Returns the name of the marketplace, made from the domain of the service: lowercase words joined by hyphens, as
 * the clients of both marketplaces require.
 */
const nameOf = ({ domain }: Service): string =>
  domain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

export function marketplaces(service: Service): DiscoveryFile[] {
  const { baseUrl, title, description, site } = service;
  const name = nameOf(service);
  const pages = new Map(service.pages.map(page => [page.path, page]));
  const active = pluginVersions(service.catalog).filter(({ status }) => status === 'active');
  const plugins = active.flatMap(entry => {
    const path = pluginPath(entry);
    const page = pages.get(path);
    if (!page || !baseUrl.startsWith('https:')) return [];
    const source = { source: 'archive', url: baseUrl + path, sha256: sha256Hex(page.text()) };
    const { name: team, version, task_classes: keywords } = entry.more;
    return [
      { name: team, description: readTeam(entry.page()!, entry.path).description, version, source, keywords },
    ];
  });
  const own = { name: 'agent-topology', version: site.version, description };
  const entry = {
    ...{ name: own.name, source: { source: 'local', path: './' } },
    ...{ policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' }, category: 'Productivity' },
  };
  return [
    {
      paths: ['/.claude-plugin/marketplace.json'],
      mediaType: json,
      text: toJson({ name, owner: { name: title, url: baseUrl }, metadata: { description }, plugins }),
    },
    {
      paths: ['/.agents/plugins/marketplace.json'],
      mediaType: json,
      text: toJson({ name, interface: { displayName: title }, plugins: [entry] }),
    },
    {
      paths: ['/plugin.json'],
      mediaType: json,
      text: toJson({ $schema: pluginSchema, ...own, author: { name: title, url: baseUrl } }),
    },
  ];
}
