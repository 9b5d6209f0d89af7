/**
 * The common parts of exports to coding hosts: each role that a model performs is an agent of the host, and one command makes the
 * session coordinate these agents. No agent may start another, so every edge goes through the session.
 */
import type { Edge } from '#document/kind/topology.ts';
import { type Team, type TeamRole, teamName } from '../program/team.ts';
import { isIsolated } from '../program/workflow.ts';
import type { HostId } from '../runtime/claim.ts';
import { hostSetup } from '../runtime/setup.ts';
import { lossesIn, offerLoss } from './known.ts';
import type { Lost, Rules } from './target.ts';
import {
  actText,
  code,
  edgeSections,
  endSections,
  formLines,
  getsLine,
  section,
  worksText,
  writesLine,
} from './team-text.ts';
import { namesOf, type Tools } from './tool.ts';

interface Host {
  id: HostId;
  name: string;
  /** The file that starts the team, as a sentence names it, such as `The command`. */
  command: string;
  /** The sentence that tells the session how to start an agent. */
  start: string;
  /** Tells whether the host itself enforces an edge; if absent, it enforces none. */
  edge?(edge: Edge, team: Team): boolean;
  /** The fields of the budget and bounds that the host itself keeps, such as `max_agents`; none if absent. */
  budget?: readonly string[];
  /** Whether the file of an agent can give the agent a git work tree of its own; false if absent. */
  worktrees?: boolean;
  /**
   * Whether the coordinating agent has a list of tools of its own, which must include the tools of the programs; false if absent.
   */
  listed?: boolean;
}

/** Returns the name of the agent of a role: `{team}-{role}`. */
export const agentName = (team: Team, role: Pick<TeamRole, 'id'>): string => `${team.name}-${role.id}`;

/** Returns the roles that become agents, with the tools that they have in a coding host. */
export const agentsOf = (team: Team): TeamRole[] =>
  team.roles.filter(role => role.performer === 'model').map(role => inHost(role, team));

/**
 * Tells whether a role searches the web and opens pages. Such a role saves its quotes, so that other roles read the same words.
 */
const savesPages = ({ tools }: TeamRole): boolean =>
  tools.includes('web-search') && tools.includes('web-fetch');

/**
 * Returns a role with the tools that it has in a coding host: a role that saves pages also writes files, and a role that opens
 * saved pages also reads them.
 */
export function inHost(role: TeamRole, team: Team): TeamRole {
  if (!role.tools.includes('web-fetch') || !team.roles.some(savesPages)) return role;
  const added = ['read-files', ...(savesPages(role) ? ['write-files'] : [])];
  return { ...role, tools: [...new Set([...role.tools, ...added])] };
}

/** Returns the ids of the roles whose instances change files at once, so that each instance needs a git work tree of its own. */
export const apartIn = (team: Team): string[] => team.roles.filter(isIsolated).map(({ id }) => id);

/**
 * Returns the tools that a session needs to carry out the programs of a team: those of the programs, and one that reads their
 * inputs; none for a team without programs.
 */
export function programTools(team: Team): string[] {
  const programs = team.roles.filter(role => role.performer === 'program');
  return programs.length > 0 ? [...new Set(['read-files', ...programs.flatMap(({ tools }) => tools)])] : [];
}

/**
 * Writes the description under which a host offers the agent of a role. It tells the session to
 * start the agent only for its team.
 */
export const describeRole = (team: Team, role: TeamRole): string =>
  `Plays the role ${role.id} of the team ${team.name}. Start it only when that team runs. ${role.purpose}`;

/** Writes the instructions of the agent of a role. */
export function rolePrompt(team: Team, role: TeamRole): string {
  const lines = [
    `- You are \`${role.id}\` in the team \`${teamName(team)}\` ${team.version}.`,
    getsLine(role),
    writesLine(role),
    ...formLines(team, role.writes),
    ...fetchLines(team, role),
    ...(role.tools.length === 0
      ? ['- You have no tools. Start no other agent.']
      : ['- Start no other agent.']),
  ];
  return `${role.prompt}\n\n## In this team\n\n${lines.join('\n')}\n`;
}

/**
 * Writes the lines that tell a role to open what it gets only by name, such as a branch or a path,
 * and where to save what it quotes.
 * @param role a role with the tools that it has in a coding host
 */
function fetchLines(team: Team, role: TeamRole): string[] {
  const opens = role.tools.some(id => ['read-files', 'search-code', 'run-tests'].includes(id));
  const isCode = role.tools.some(id => ['search-code', 'run-tests'].includes(id));
  const rules = isCode ? ' Read the rules of the project first (`CLAUDE.md` or `AGENTS.md`).' : '';
  return [
    ...(opens
      ? [
          `- If you get a branch, a commit, a path or an address in place of a text, open it yourself.${rules}`,
        ]
      : []),
    ...(savesPages(role)
      ? [
          `- Save each passage that you quote, unchanged and with its address, in a file below \`.agent-topology/${team.name}/\` that ` +
            'no other agent writes, and return its path for the text.',
        ]
      : []),
  ];
}

/**
 * Writes the text that tells a session how to coordinate a team.
 * @param task the placeholder that the host replaces by the task of the user; undefined if it has none
 */
export function coordination(team: Team, host: Host, task?: string): string {
  const programs = team.roles.some(role => role.performer === 'program')
    ? ', but carry out the programs yourself, as their sections say'
    : '';
  const apart = apartIn(team);
  return [
    `Run the team \`${teamName(team)}\` ${team.version} on ${task ? `this task:\n\n${task}` : 'the task that the user gives you.'}`,
    `You coordinate. ${host.start} Do none of the work of the agents${programs}. Give each role only what it reads.`,
    'Do not type a large input again. Pass the name of its branch or commit, or the path of its file, and let the role open it ' +
      'with `git diff`, `gh pr diff` or by reading the file. If a role has no tools, give it the whole text, unchanged.',
    apart.length > 0 && worktreeLine(apart, host),
    `If an agent named below is missing, say which one and do no work. ${hostSetup[host.id].missing}`,
    `Goal: ${team.goal}`,
    section('Roles', team.roles.map(role => roleLine(team, role)).join('\n')),
    team.flow && section('How it flows', team.flow),
    ...edgeSections(team),
    ...endSections(team),
    ...team.roles
      .filter(role => role.performer !== 'model')
      .map(role => section(`${role.performer === 'person' ? 'Person' : 'Program'}: ${role.id}`, role.prompt)),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

const worktreeLine = (ids: readonly string[], { worktrees }: Host): string =>
  worktrees
    ? `Each agent that acts as ${code(ids)} works in a git work tree of its own, which starts from the default branch. ` +
      'Commit what it needs, and tell it the commit.'
    : `Several agents act as ${code(ids)} at once and change files. Give each a git work tree of its own with \`git worktree add\`. ` +
      'If you have no shell, let each agent make its own.';

function roleLine(team: Team, role: TeamRole): string {
  const { id, count, purpose } = role;
  const works = `${worksText(role)}${count ? ` ${actText(count)}.` : ''}`;
  if (role.performer === 'model')
    return `- \`${id}\`, the agent \`${agentName(team, role)}\`: ${purpose} ${works}`;
  if (role.performer === 'person')
    return `- \`${id}\`, a person: ${purpose} ${works} Ask the user, show only what this role reads, and wait for the answer.`;
  return `- \`${id}\`, a program: ${purpose} ${works} Follow its section below to the letter, and use no judgement of your own.`;
}

/** Returns the rules that give the losses of a team in a coding host. */
export function hostRules(host: Host): Rules {
  const asked = `${host.command} asks the session to respect this, but nothing makes the session comply.`;
  return {
    role: (written, team, tools) => {
      const role = inHost(written, team);
      if (role.performer === 'program') return programLosses(role, team, { host, tools });
      if (role.performer === 'person')
        return [
          {
            what: `${host.name} has no role for a person.`,
            instead: `${host.command} tells the session to ask the user and to wait.`,
          },
        ];
      const { missing } = namesOf(role.tools, host.id, tools);
      return [
        role.count && { what: 'Nothing limits how many agents act in this role at once.', instead: asked },
        modelLoss(role),
        missing.length > 0
          ? {
              what: `${host.name} has no tool for ${code(missing, 'or')}.`,
              instead: withoutTool,
            }
          : undefined,
        ...lossesIn(host.id, role, tools),
      ];
    },
    edge: (edge, team) =>
      host.edge?.(edge, team)
        ? undefined
        : {
            what: 'Nothing enforces the edge, because agents reach each other only through the session.',
            instead: asked,
          },
    artifact: () => ({
      what: 'Nothing checks the form of this output or hides it from roles that should not read it.',
      instead: asked,
    }),
    budget: field =>
      host.budget?.includes(field)
        ? undefined
        : { what: 'Nothing counts this bound or stops the run when it is reached.', instead: asked },
    stop: () => ({
      what: 'No setting can enforce a condition that is a sentence.',
      instead: asked,
    }),
    loop: () => ({ what: 'Nothing counts the rounds of this loop.', instead: asked }),
  };
}

/** The sentence for a role whose runtime lacks a tool that the team gives to the role. */
export const withoutTool = 'The role works without such a tool until you add one.';

/** Returns the loss of the model tier of a role: the file of the role names no model, so that the session decides. */
export const modelLoss = ({ model_tier }: TeamRole): Lost => ({
  what: `The file of the role names no model, although the team asks for a ${model_tier} model.`,
  instead: 'The role runs on the model of the session unless you pin one with `--model`.',
});

function programLosses(role: TeamRole, team: Team, { host, tools }: { host: Host; tools: Tools }): Lost[] {
  const { missing } = namesOf(role.tools, host.id, tools);
  const given =
    host.listed && role.tools.length > missing.length
      ? ' The session has the tools that the program needs.'
      : '';
  return [
    {
      what: `${host.name} cannot run a program as a role.`,
      instead: `${host.command} tells the session to follow the text of the program exactly.${given} A model may err, so do not rely on it to guard anything.`,
    },
    missing.length > 0
      ? {
          what: `${host.name} has no tool for ${code(missing, 'or')}.`,
          instead: 'The session works without such a tool until you add one.',
        }
      : undefined,
    host.listed ? offerLoss(host.id, namesOf(programTools(team), host.id, tools).names) : undefined,
  ];
}
