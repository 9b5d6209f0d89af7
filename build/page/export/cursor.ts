/**
 * Exports a team for Cursor: a subagent for each role, and a skill that makes the session coordinate them. Cursor 2.4 documents
 * no list of tools for a subagent (https://cursor.com/docs/subagents): a subagent has all tools of the session, and `readonly`
 * only prevents it from writing files and running most commands.
 */
import { withoutShell } from '#document/guard/active-form.ts';
import type { TeamRole } from '../program/team.ts';
import { withFrontMatter } from '../program/write.ts';
import {
  agentName,
  agentsOf,
  coordination,
  describeRole,
  hostRules,
  inHost,
  modelLoss,
  rolePrompt,
} from './host.ts';
import type { Lost, Target } from './target.ts';
import { accessOf, type Tools } from './tool.ts';

/**
 * The facts of Cursor as a host. Like Copilot, whose id it has here, Cursor starts agents from its session,
 * and finds new files only after a restart.
 */
const host = {
  id: 'copilot',
  name: 'Cursor',
  command: 'The skill',
  start: 'Start the subagent of a role by its name.',
} as const;

const rules = hostRules(host);

export const cursor: Target<'cursor'> = {
  id: 'cursor',
  name: 'Cursor',
  version: 'Cursor 2.4',
  express:
    'The documentation of Cursor says that roles that only read cannot change files. Every role has the tools of the session, and the ' +
    'files only ask the session to keep the edges and bounds. We measured none of this, because Cursor needs an account.',
  use: ({ name }) =>
    `Open the project in Cursor, or run \`agent\` in it, and type \`/${name}\` and the task.`,
  rules: {
    ...rules,
    role: (role, team, tools) =>
      role.performer === 'model'
        ? [toolLoss(inHost(role, team), tools), modelLoss(role), countLoss(role)]
        : rules.role({ ...role, tools: [] }, team, tools),
  },
  files: (team, tools) => [
    ...agentsOf(team).map(role => ({
      path: `.cursor/agents/${agentName(team, role)}.md`,
      text: withFrontMatter(
        {
          name: agentName(team, role),
          description: describeRole(team, role),
          model: 'inherit',
          readonly: onlyReads(role, tools),
        },
        rolePrompt(team, role),
      ),
    })),
    {
      path: `.cursor/skills/${team.name}/SKILL.md`,
      text: withFrontMatter(
        { name: team.name, description: team.description, 'disable-model-invocation': true },
        withoutShell(coordination(team, host)),
      ),
    },
  ],
};

/** Tells whether no tool of a role writes files or runs programs. */
function onlyReads({ tools: ids }: TeamRole, tools: Tools): boolean {
  const access = accessOf(ids, tools);
  return !access.has('write') && !access.has('execute');
}

const toolLoss = (role: TeamRole, tools: Tools): Lost => ({
  what: 'The agent has all tools of the session, because Cursor cannot list the tools of a subagent.',
  instead: onlyReads(role, tools)
    ? '`readonly` keeps the agent from changing files, and its instructions say which tools it may use.'
    : 'Its instructions say which tools it may use.',
});

const countLoss = ({ count }: TeamRole): Lost =>
  count && {
    what: 'Nothing limits how many agents act in this role at once.',
    instead: 'The skill asks the session to respect this, but nothing makes the session comply.',
  };
