/**
 * Exports a team for OpenAI Codex: an agent for each role, limits, and a skill that starts the team. Codex has no list
 * of tools for an agent, so the file of an agent turns off what its role does not need. Codex obeys that for the
 * shell. A spawned agent has the sandbox and the approvals of the session, whatever its file says; the file states
 * them for versions of Codex that obey it.
 */

import { withoutShell } from '#document/guard/active-form.ts';
import type { Team, TeamRole } from '../program/team.ts';
import { codexAgent, withFrontMatter } from '../program/write.ts';
import { hostSetup } from '../runtime/setup.ts';
import { agentName, agentsOf, coordination, describeRole, hostRules, rolePrompt } from './host.ts';
import { reachOf } from './reach.ts';
import type { Target } from './target.ts';
import { namesOf, type Tools } from './tool.ts';

const host = {
  id: 'codex',
  name: 'Codex',
  command: 'The skill',
  start: 'Spawn the agent of each role by its name.',
  budget: ['max_agents'],
} as const;

const rules = hostRules(host);

export const codex: Target<'codex'> = {
  id: host.id,
  name: 'OpenAI Codex',
  version: 'Codex CLI 0.169',
  express:
    'Codex limits how many agents run at once, and gives a shell only to agents that need one. Each agent may write and reach whatever the ' +
    'session may, so start the session with `--sandbox read-only` if no role writes. The files only ask the session to pass work along the ' +
    'edges and to keep the other bounds.',
  use: ({ name }) => `${hostSetup.codex.first} Then write \`$${name}\` and the task.`,
  rules: {
    ...rules,
    role: (role, team, tools) => [
      ...rules.role(role, team, tools),
      role.performer === 'model'
        ? {
            what: 'A file for Codex cannot list the tools of an agent.',
            instead:
              'The file turns off the shell unless a tool of the role needs one. The agent can also use every tool server that you configure.',
          }
        : undefined,
    ],
  },
  files: (team, tools) => [
    ...agentsOf(team).map(role => ({
      path: `.codex/agents/${agentName(team, role)}.toml`,
      text: agentFile(team, role, tools),
    })),
    {
      path: '.codex/config.toml',
      text: `[agents]\nmax_threads = ${team.budget.max_agents}\nmax_depth = 1\n`,
    },
    {
      path: `.agents/skills/${team.name}/SKILL.md`,
      text: withFrontMatter(
        {
          name: team.name,
          description: `Runs the team ${team.name}, when the user asks for it by name. ${team.goal}`,
        },
        withoutShell(coordination(team, host)),
      ),
    },
  ],
};

function agentFile(team: Team, role: TeamRole, tools: Tools): string {
  const { names } = namesOf(role.tools, host.id, tools);
  const { runs, writes } = reachOf(role, host.id, tools);
  return codexAgent({
    name: agentName(team, role),
    description: describeRole(team, role),
    developer_instructions: rolePrompt(team, role),
    sandbox_mode: writes ? 'workspace-write' : 'read-only',
    ...(!runs && !writes && { approval_policy: 'never' }),
    web_search: names.includes('web_search') ? 'live' : 'disabled',
    features: { shell_tool: runs, unified_exec: runs, view_image: runs, apps: false },
  });
}
