/**
 * An export for Claude Code packaged as a plugin: the same agents in a folder of their own, with a manifest and a README. Claude
 * Code names an agent of a plugin by the name of the plugin and of the agent, so the command does so too.
 */
import { sha256Hex } from '#document/text/digest.ts';

/** A file of a plugin, by its path from the root of a project. */
interface PluginFile {
  path: string;
  text: string;
  digest: string;
}

/**
 * The address of the schema for the manifest that is not specific to one vendor (Agent Plugins 1.0.0, https://agent-plugins.org).
 */
export const pluginSchema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';

/** The folder of plugins in a project. */
export const pluginFolder = 'claude-plugins';

/**
 * Returns the path in a plugin for a file of the export for Claude Code.
 * @param name the name of the team without its publisher
 */
export const pathInPlugin = (name: string, path: string): string =>
  `${pluginFolder}/${name}/${path.replace(/^\.claude\//, '')}`;

/** The facts of a team that the manifest of its plugin states. */
interface PluginTeam {
  /** The name of the team, with its publisher if it has one. */
  team: string;
  version: string;
  description: string;
  /** The address of the catalog. */
  catalog: string;
  /** The path of the page of the team in the catalog. */
  source: string;
}

/**
 * Turns the files of an export into a plugin. Agents keep their bytes below `claude-plugins/{name}`, and the command names each
 * of them `{name}:{name}-{role}`.
 * @param files the files of the export for `claude-code`
 */
export function asPlugin(files: readonly PluginFile[], team: PluginTeam): PluginFile[] {
  const name = team.team.split('/').at(-1)!;
  const manifest = manifestOf(name, team);
  const own = (path: string, text: string) => {
    return { path: pathInPlugin(name, path), text, digest: `sha256:${sha256Hex(text)}` };
  };
  return [
    own('.claude-plugin/plugin.json', toJson(manifest)),
    own('plugin.json', toJson({ $schema: pluginSchema, ...manifest })),
    own('README.md', readmeOf(name, team)),
    ...files.map(file =>
      file.path.startsWith('.claude/commands/')
        ? own(file.path, file.text.replaceAll(`the agent \`${name}-`, `the agent \`${name}:${name}-`))
        : { ...file, path: pathInPlugin(name, file.path) },
    ),
  ];
}

function manifestOf(name: string, { team, version, description, catalog }: PluginTeam): object {
  const author = { name: team.includes('/') ? team.split('/')[0] : new URL(catalog).host };
  return { name, version, description, author };
}

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function readmeOf(name: string, { version, description, catalog, source }: PluginTeam): string {
  return [
    `# ${name}`,
    description,
    `Load it with \`claude --plugin-dir ${pluginFolder}/${name}\`, then type \`/${name}:${name}\` and the task. ` +
      `Claude Code lists each agent as \`${name}:${name}-ROLE\`. ` +
      'The agents have the tools that their files name. The command says which edges and bounds the session has to keep; nothing enforces them.',
    `Version ${version} of ${catalog}${source}, written by agent-topology. To change it, edit its files in a copy under another name.`,
  ]
    .join('\n\n')
    .concat('\n');
}
