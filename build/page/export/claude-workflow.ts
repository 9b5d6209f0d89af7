/**
 * Exports a team as a dynamic workflow of Claude Code: an agent for each role, and a script that
 * starts the agents in the order of the edges.
 */

import { isPassed, type Team, type TeamRole, teamName } from '../program/team.ts';
import { workflowFiles } from '../program/workflow.ts';
import { type ExportFile, withFrontMatter } from '../program/write.ts';
import { codeRules } from './framework.ts';
import { agentName, describeRole, modelLoss, withoutTool } from './host.ts';
import { lossesIn } from './known.ts';
import type { Lost, Target } from './target.ts';
import { code, formLines, getsLine, programLine } from './team-text.ts';
import { namesOf, type Tools } from './tool.ts';

/** The host whose names the tools have: a workflow runs in Claude Code, with the same tools as a session. */
const host = 'claude-code';

export const claudeWorkflow: Target<'claude-workflow'> = {
  id: 'claude-workflow',
  name: 'Claude Code workflow',
  version: 'Claude Code 2.1 workflows',
  express:
    'A script enforces the edges and their order, the loops and their rounds, the form of each output and who reads it, how many agents ' +
    'act, and the output tokens. Roles state in required fields whether a condition holds, and the script acts on them. It also waits for people.',
  use: ({ name }) =>
    `Start Claude Code 2.1.154 or later in the project, type \`/${name}\`, and give each input as a text or as a path, a branch or a commit.`,
  rules: {
    role: (role, _team, tools) => [
      ...performerLoss(role),
      ...toolLosses(role, tools),
      role.performer === 'model' ? modelLoss(role) : undefined,
    ],
    ...codeRules,
    budget: field => budgetLosses[field],
  },
  files: (team, tools) => [
    ...team.roles
      .filter(role => role.performer === 'model' || isPassed(role))
      .map(role => agentFile(team, role, tools)),
    ...workflowFiles(team),
  ],
};

const budgetLosses: Record<string, Lost> = {
  input_tokens: {
    what: 'Claude Code tells a workflow only how many output tokens it has used.',
    instead: 'The bounds on output tokens, agents and rounds also limit the input.',
  },
  calls: {
    what: 'Claude Code does not tell a workflow how many calls an agent makes.',
    instead: 'The script limits the number of agents to this number instead.',
  },
  elapsed_milliseconds: {
    what: 'A workflow has no clock.',
    instead: 'You can end the workflow yourself in the view of workflows, which keeps what it has written.',
  },
};

function performerLoss(role: TeamRole): Lost[] {
  if (!isPassed(role)) return [];
  return [
    {
      what: 'A script of Claude Code cannot run a program.',
      instead:
        'An agent follows the text of the program exactly, and the script checks what the agent passes on. It may err, so do not rely on it to guard anything.',
    },
  ];
}

function toolLosses(role: TeamRole, tools: Tools): Lost[] {
  if (role.performer === 'person') return [];
  const { missing } = namesOf(role.tools, host, tools);
  return [
    missing.length > 0
      ? {
          what: `Claude Code has no tool for ${code(missing, 'or')}.`,
          instead: withoutTool,
        }
      : undefined,
    ...lossesIn(host, role, tools),
  ];
}

function agentFile(team: Team, role: TeamRole, tools: Tools): ExportFile {
  return {
    path: `.claude/agents/${agentName(team, role)}.md`,
    text: withFrontMatter(
      {
        name: agentName(team, role),
        description: describeRole(team, role),
        tools: namesOf(role.tools, host, tools).names,
      },
      promptOf(team, role),
    ),
  };
}

/** Writes the instructions of the agent of a role. */
function promptOf(team: Team, role: TeamRole): string {
  const lines = [
    `- You are \`${role.id}\` in the team \`${teamName(team)}\` ${team.version}.`,
    ...(role.performer === 'program' ? [programLine] : []),
    getsLine(role),
    role.writes.length > 0
      ? `- Your answer has ${role.writes.length === 1 ? 'the field' : 'the fields'} ${code(role.writes)}.`
      : '- You write nothing but your answer.',
    ...formLines(team, role.writes),
    '- Start no other agent.',
  ];
  return `${role.prompt}\n\n## In this team\n\n${lines.join('\n')}\n`;
}
