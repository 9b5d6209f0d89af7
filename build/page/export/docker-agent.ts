/**
 * Exports a team for Docker Agent (formerly cagent): one YAML file. An agent without toolsets has
 * only the tools that reach other agents.
 */
import { withoutExpressions } from '#document/guard/active-form.ts';
import type { Team, TeamRole } from '../program/team.ts';
import { quoted, yamlText } from '../program/write.ts';
import { withoutTool } from './host.ts';
import { addressed, networkPrompt, networkRules } from './network.ts';
import type { Target } from './target.ts';
import { code } from './team-text.ts';
import { namesOf, type Tools } from './tool.ts';

const id = 'docker-agent';

/** The name that the agent with which a run begins must have. */
const root = 'root';

export const dockerAgent: Target<'docker-agent'> = {
  id,
  name: 'Docker Agent',
  version: 'Docker Agent configuration 7',
  express:
    'Docker Agent enforces the tools of each role, and the edges that delegate, hand off and answer. The files only ask the agents to keep the bounds.',
  use: ({ name }) =>
    `Put the names of your models into \`models\` in the file, then run \`docker agent run docker-agent/${name}.yaml\`.`,
  rules: networkRules({
    name: 'Docker Agent',
    missing: (role, _team, tools) => {
      const { missing } = namesOf(role.tools, id, tools);
      return missing.length === 0
        ? []
        : [
            {
              what: `Docker Agent has no toolset for ${code(missing, 'or')}.`,
              instead: withoutTool,
            },
          ];
    },
  }),
  files: (team, tools) => {
    const tiers = [...new Set(team.roles.map(tierOf))];
    const text = [
      'version: "7"',
      'metadata:',
      `  description: ${quoted(team.description)}`,
      `  version: ${quoted(team.version)}`,
      'models:',
      ...tiers.map(tier => `  ${tier}: {provider: "openai", model: "YOUR-${tier.toUpperCase()}-MODEL"}`),
      'agents:',
      ...team.roles.flatMap(role => agentLines(team, role, tools)),
    ];
    return [{ path: `docker-agent/${team.name}.yaml`, text: `${text.join('\n')}\n` }];
  },
};

/**
 * Returns the model tier of a role. A model also plays the roles of programs and persons, for which
 * any tier will do: they get `medium`.
 */
const tierOf = ({ model_tier }: TeamRole) => (model_tier === 'none' ? 'medium' : model_tier);

const keyOf = (team: Team, role: string): string => {
  if (role === team.entry_role) return root;
  return role === root ? `${team.name}-${root}` : role;
};

function agentLines(team: Team, role: TeamRole, tools: Tools): string[] {
  const edges = addressed(team, role);
  const to = (kinds: (kind: string) => boolean) =>
    [...new Set(edges.filter(({ kind }) => kinds(kind)).map(edge => keyOf(team, edge.to)))].map(quoted);
  const subAgents = to(kind => kind === 'delegates');
  const handoffs = to(kind => kind !== 'delegates');
  const toolsets = toolsetsOf(namesOf(role.tools, id, tools).names);
  return [
    `  ${quoted(keyOf(team, role.id))}:`,
    `    model: ${quoted(tierOf(role))}`,
    `    description: ${quoted(withoutExpressions(role.purpose))}`,
    `    instruction: ${yamlText(networkPrompt(team, role), '      ')}`,
    ...(toolsets.length > 0 ? ['    toolsets:', ...toolsets.map(toolset => `      - ${toolset}`)] : []),
    ...(subAgents.length > 0 ? [`    sub_agents: [${subAgents.join(', ')}]`] : []),
    ...(handoffs.length > 0 ? [`    handoffs: [${handoffs.join(', ')}]`] : []),
  ];
}

/**
 * Returns a line of YAML for each toolset.
 * @param names each `toolset/tool`, or the name of a whole toolset
 */
function toolsetsOf(names: readonly string[]): string[] {
  const sets = new Map<string, string[]>();
  for (const name of names) {
    const [set = '', tool] = name.split('/');
    sets.set(set, [...(sets.get(set) ?? []), ...(tool === undefined ? [] : [tool])]);
  }
  return [...sets].map(([type, tools]) =>
    tools.length === 0
      ? `{type: ${quoted(type)}}`
      : `{type: ${quoted(type)}, tools: [${tools.map(quoted).join(', ')}]}`,
  );
}
