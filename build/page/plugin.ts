/**
 * `/plugins/…`: the newest version of each team as a plugin in a ZIP archive, for Claude Code and
 * for clients of Agent Plugins 1.0.
 */

import { withoutShell } from '#document/guard/active-form.ts';
import { sha256Hex } from '#document/text/digest.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import { offered } from '../catalog/source/version-order.ts';
import { archiveOf } from './archive.ts';
import type { Page, Setting } from './compose/page.ts';
import { claudeCode } from './export/claude-code.ts';
import { asPlugin, pluginFolder } from './export/plugin.ts';
import { teamText } from './export/prompts.ts';
import { readTeam, teamName } from './program/team.ts';
import { withFrontMatter } from './program/write.ts';

const zipType = 'application/zip';

/** Returns the path of the plugin made from a version. */
export const pluginPath = ({ more }: VersionEntry): string =>
  `/plugins/${teamName(more)}/${more.version}.zip`;

/**
 * Returns the newest version of each team. The name of a plugin is only that of its team, so a
 * starter displaces a formation of the same name.
 */
export function pluginVersions({ starters, formations }: Catalog): VersionEntry[] {
  const newest = [...offered(starters), ...offered(formations)].map(([first]) => first!);
  return newest.filter((entry, at) => newest.findIndex(({ more }) => more.name === entry.more.name) === at);
}

export function pluginPages(catalog: Catalog, setting: Setting): Page[] {
  return pluginVersions(catalog).map(newest => {
    const path = pluginPath(newest);
    return {
      ...{ path, file: path.slice(1), kind: 'discovery', mediaType: zipType, listed: false, tokens: 0 },
      text: () => pluginOf(newest, catalog, setting),
    };
  });
}

/** Returns the archive of a plugin, with the agents and the command for Claude Code, and one skill for all other clients. */
function pluginOf(entry: VersionEntry, { tools }: Catalog, { baseUrl }: Setting): Uint8Array {
  const team = readTeam(entry.page()!, entry.path);
  const { name, version, description, source } = team;
  const files = claudeCode
    .files(team, tools)
    .map(file => ({ ...file, digest: `sha256:${sha256Hex(file.text)}` }));
  const plugin = asPlugin(files, { team: teamName(team), version, description, source, catalog: baseUrl });
  // A skill of the name of the command would take its place in Claude Code.
  const skill = `${name}-prompts`.slice(-64).replace(/^-+/, '');
  const text = withFrontMatter({ name: skill, description }, withoutShell(teamText(team)));
  return archiveOf([
    ...plugin.map(file => ({ path: file.path.replace(`${pluginFolder}/${name}/`, ''), text: file.text })),
    { path: `skills/${skill}/SKILL.md`, text },
  ]);
}
