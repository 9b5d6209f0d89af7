/** Gemini CLI: an agent a role, and a command. An empty list of tools gives an agent none; agents cannot start other agents. */

import { turnsOf } from '../program/plan.ts';
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
  tiers: false,
  perAgent: ['calls', 'elapsed_milliseconds'],
} as const;

/** The turns of a role where its document states no calls. The default of Gemini CLI, 30, would end many roles early. */
const usualTurns = 100;
const minute = 60_000;

export const geminiCli: Target<'gemini-cli'> = {
  id: host.id,
  name: host.name,
  version: 'Gemini CLI 0.61',
  express:
    'It enforces tools, and ends each agent at the time of the team and its share of the turns. The session keeps the edges and bounds of the run as told.',
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
          max_turns: turnsOf(team) ?? usualTurns,
          timeout_mins: Math.ceil(team.budget.elapsed_milliseconds / minute),
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

/** A text in which a command replaces nothing: no argument, no file, no output of a shell. */
const inert = (text: string): string => text.replace(/[{!@](?=\{)/g, '$& ');
