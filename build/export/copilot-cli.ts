/**
 * GitHub Copilot CLI: an agent a role, and one that coordinates. What it does with such files was measured with those for VS Code,
 * which it loads too; the fields that only VS Code reads are left out here.
 */
import {
  agentName,
  agentsOf,
  coordination,
  describeRole,
  hostRules,
  programTools,
  rolePrompt,
} from './host.ts';
import type { Target } from './target.ts';
import { namesOf } from './tool.ts';
import { withFrontMatter } from './write.ts';

const host = {
  id: 'copilot',
  name: 'Copilot CLI',
  command: 'The coordinating agent',
  start: 'Start a role with the tool `task`.',
  tiers: false,
  listed: true,
} as const;

export const copilotCli: Target<'copilot-cli'> = {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  version: 'Copilot CLI 1.0',
  express:
    'It enforces tools. The coordinating agent keeps edges and bounds as told, and could start other agents.',
  use: ({ name }) => `Run \`copilot --agent ${name}\` in the project and write the task.`,
  rules: hostRules(host),
  files: (team, tools) => [
    ...agentsOf(team).map(role => ({
      path: `.github/agents/${agentName(team, role)}.agent.md`,
      text: withFrontMatter(
        {
          name: agentName(team, role),
          description: describeRole(team, role),
          tools: namesOf(role.tools, host.id, tools).names,
          'user-invocable': false,
        },
        rolePrompt(team, role),
      ),
    })),
    {
      path: `.github/agents/${team.name}.agent.md`,
      text: withFrontMatter(
        {
          name: team.name,
          description: team.description,
          tools: ['agent', ...namesOf(programTools(team), host.id, tools).names],
          'disable-model-invocation': true,
        },
        coordination(team, host, 'the one that the user gives.'),
      ),
    },
  ],
};
