/**
 * Exports a team for Claude Code: an agent for each role, and a command. With an empty list of tools an agent has none; without
 * the field, it would have all. If several instances of a role write at once, each has a git work tree of its own
 * (https://code.claude.com/docs/en/worktrees). No agent gets the tool `Agent`: the types that it names bind only the main
 * session, so a role could start any agent of the host.
 */
import { withoutShell } from '#document/guard/active-form.ts';
import { withFrontMatter } from '../program/write.ts';
import { agentName, agentsOf, apartIn, coordination, describeRole, hostRules, rolePrompt } from './host.ts';
import type { Target } from './target.ts';
import { namesOf } from './tool.ts';

const host = {
  id: 'claude-code',
  name: 'Claude Code',
  command: 'The command',
  start: 'Start an agent with the Agent tool.',
  worktrees: true,
} as const;

export const claudeCode: Target<'claude-code'> = {
  id: host.id,
  name: host.name,
  version: 'Claude Code 2.1',
  express:
    'Claude Code enforces the tools of each role. If several agents write, it gives each of them a git work tree of its own. ' +
    'The files only ask the session to pass work along the edges and to keep the bounds.',
  use: ({ name }) => `Start Claude Code in the project and type \`/${name}\` and the task.`,
  rules: hostRules(host),
  files: (team, tools) => [
    ...agentsOf(team).map(role => ({
      path: `.claude/agents/${agentName(team, role)}.md`,
      text: withFrontMatter(
        {
          name: agentName(team, role),
          description: describeRole(team, role),
          tools: namesOf(role.tools, host.id, tools).names,
          isolation: apartIn(team).includes(role.id) ? 'worktree' : undefined,
        },
        rolePrompt(team, role),
      ),
    })),
    {
      path: `.claude/commands/${team.name}.md`,
      text: withFrontMatter(
        { description: team.description, 'argument-hint': '[task]', 'disable-model-invocation': true },
        inert(coordination(team, host, '\0')).replace('\0', () => '$ARGUMENTS'),
      ),
    },
  ],
};

/** Escapes a text so that Claude Code inserts no argument, file or shell output when it runs the text as a command. */
const inert = (text: string): string =>
  withoutShell(text)
    .replaceAll('$', '\\$')
    .replace(/@(?=\S)/g, '@ ');
