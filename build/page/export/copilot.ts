/**
 * Exports a team for GitHub Copilot in VS Code and on the command line: an agent for each role, and one that coordinates. The
 * coordinating agent may start only the agents of its team, and these may start none.
 */

import type { Team, TeamRole } from '../program/team.ts';
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
  id: 'copilot',
  name: 'Copilot',
  command: 'The coordinating agent',
  start: 'Start a role with the tool for subagents.',
  listed: true,
} as const;

export const copilot: Target<'copilot'> = {
  id: host.id,
  name: 'GitHub Copilot',
  version: 'VS Code 1.120',
  express:
    'GitHub Copilot enforces the tools of each role. The documentation of VS Code says that the coordinating agent starts only roles of its ' +
    'team. In Copilot CLI, which we measured, it can start others. The files only ask that agent to keep the edges and bounds.',
  use: ({ name }) =>
    `In VS Code, choose the agent \`${name}\` in the chat and write the task. With Copilot CLI, run \`copilot --agent ${name}\` in the project. ` +
    'Both read the same files. Only VS Code also uses `agents`, which lists the roles that an agent may start, and `handoffs`, which adds ' +
    'buttons below an answer.',
  rules: hostRules(host),
  files: (team, tools) => [
    ...agentsOf(team).map(role => ({
      path: `.github/agents/${agentName(team, role)}.agent.md`,
      text: withFrontMatter(
        {
          name: agentName(team, role),
          description: describeRole(team, role),
          tools: namesOf(role.tools, host.id, tools).names,
          agents: [],
          'user-invocable': false,
          handoffs: handoffsOf(team, role),
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
          agents: agentsOf(team).map(role => agentName(team, role)),
          'disable-model-invocation': true,
        },
        coordination(team, host),
      ),
    },
  ],
};

/**
 * Returns the offers that a person gets after a role has answered, one for each agent to which the role
 * hands work off; undefined if there are none.
 */
function handoffsOf(team: Team, role: TeamRole): object[] | undefined {
  const next = team.edges
    .filter(({ from, kind }) => from === role.id && kind === 'hands_off')
    .filter(({ to }) => agentsOf(team).some(other => other.id === to))
    .map(({ to }) => {
      const prompt = `Take over the work of ${role.id}.`;
      return { label: `Hand off to ${to}`, agent: agentName(team, { id: to }), prompt, send: false };
    });
  return next.length > 0 ? next : undefined;
}
