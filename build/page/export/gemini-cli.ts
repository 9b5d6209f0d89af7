/**
 * Exports a team for Gemini CLI: an agent for each role, and a command. With an empty list of tools an agent
 * has none, and no agent can start another.
 */

import type { Team } from '../program/team.ts';
import { geminiCommand, withFrontMatter } from '../program/write.ts';
import { hostSetup } from '../runtime/setup.ts';
import { agentName, agentsOf, coordination, describeRole, hostRules, rolePrompt } from './host.ts';
import type { Target } from './target.ts';
import { namesOf } from './tool.ts';

const host = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  command: 'The command',
  start: 'Start the agent of a role by its name.',
} as const;

/** The most turns of an agent. The default of Gemini CLI, 30, would end many roles early. */
const turns = 100;

/**
 * Returns the most minutes that an agent may run: an even share of the time of the team, but at least the
 * default of Gemini CLI and at most an hour.
 */
const minutesOf = (team: Team): number =>
  Math.min(60, Math.max(10, Math.ceil(team.budget.elapsed_milliseconds / 60_000 / agentsOf(team).length)));

export const geminiCli: Target<'gemini-cli'> = {
  id: host.id,
  name: host.name,
  version: 'Gemini CLI 0.61',
  express:
    'Gemini CLI enforces the tools of each role, and ends each agent after 100 turns or its share of the time. The files only ask the session to ' +
    'keep the edges and the bounds of the run.',
  use: ({ name }) => `${hostSetup['gemini-cli'].first} Then type \`/${name}\` and the task.`,
  rules: hostRules(host),
  files: (team, tools) => [
    ...agentsOf(team).map(role => ({
      path: `.gemini/agents/${agentName(team, role)}.md`,
      text: withFrontMatter(
        {
          kind: 'local',
          name: agentName(team, role),
          description: describeRole(team, role),
          tools: namesOf(role.tools, host.id, tools).names,
          max_turns: turns,
          timeout_mins: minutesOf(team),
        },
        rolePrompt(team, role),
      ),
    })),
    {
      path: `.gemini/commands/${team.name}.toml`,
      text: geminiCommand(
        team.description,
        inert(coordination(team, host, '\0')).replace('\0', () => '{{args}}'),
      ),
    },
  ],
};

/** Escapes a text so that Gemini CLI inserts no argument, file or shell output when it runs the text as a command. */
const inert = (text: string): string => text.replace(/[{!@](?=\{)/g, '$& ');
