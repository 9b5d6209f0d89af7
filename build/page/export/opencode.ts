/**
 * Exports a team for OpenCode: an agent for each role, one that coordinates, and a command that starts it. Permissions deny an
 * agent every tool that its role does not name, and let the coordinating agent start only the agents of its team.
 */

import { withFrontMatter } from '../program/write.ts';
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

const host = {
  id: 'opencode',
  name: 'OpenCode',
  command: 'The coordinating agent',
  start: 'Start the agent of a role with the tool `task`.',
  listed: true,
} as const;

export const opencode: Target<'opencode'> = {
  id: host.id,
  name: host.name,
  version: 'OpenCode 1.18',
  express:
    'OpenCode enforces the tools of each role, and lets the coordinating agent start only roles of its team. The files only ask that agent to ' +
    'keep the edges and bounds.',
  use: ({ name }) => `Start OpenCode in the project and type \`/${name}\` and the task.`,
  rules: hostRules(host),
  files: (team, tools) => [
    ...agentsOf(team).map(role => ({
      path: `.opencode/agent/${agentName(team, role)}.md`,
      text: withFrontMatter(
        {
          description: describeRole(team, role),
          mode: 'subagent',
          permission: allowing(namesOf(role.tools, host.id, tools).names),
        },
        rolePrompt(team, role),
      ),
    })),
    {
      path: `.opencode/agent/${team.name}.md`,
      text: withFrontMatter(
        {
          description: team.description,
          mode: 'primary',
          permission: {
            ...allowing(['question', ...namesOf(programTools(team), host.id, tools).names]),
            task: allowing(agentsOf(team).map(role => agentName(team, role))),
          },
        },
        coordination(team, host),
      ),
    },
    {
      path: `.opencode/command/${team.name}.md`,
      text: withFrontMatter({ description: team.description, agent: team.name }, '$ARGUMENTS'),
    },
  ],
};

const allowing = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries([['*', 'deny'], ...names.map(name => [name, 'allow'])]);
