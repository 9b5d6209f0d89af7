/**
 * The common parts of exports to agent frameworks: every role is an agent, even one that a program or a person should perform,
 * and an agent can address the agents to which its edges lead.
 */
import type { Edge } from '#document/kind/topology.ts';
import { type Team, type TeamRole, teamName } from '../program/team.ts';
import type { Rules } from './target.ts';
import { edgeLine, endSections, formLines, getsLine, programLine, section, writesLine } from './team-text.ts';

interface Network {
  name: string;
  /** Returns the losses for the tools of a role that have no name in the framework. */
  missing: Rules['role'];
}

/** Returns the edges from a role to the roles that it may address. Answers to a role that delegated to it are left out. */
export const addressed = (team: Team, role: TeamRole): Edge[] =>
  team.edges.filter(edge => edge.from === role.id && edge.kind !== 'reads' && !isAnswer(edge, team));

/** Tells whether an edge is the answer to a delegation. An answer returns without being addressed to anyone. */
const isAnswer = ({ from, to, kind }: Edge, team: Team): boolean =>
  (kind === 'reports' || kind === 'votes') &&
  team.edges.some(edge => edge.kind === 'delegates' && edge.from === to && edge.to === from);

/** Writes the instructions of the agent of a role. Those of the entry role also state the rules of the run. */
export function networkPrompt(team: Team, role: TeamRole): string {
  const edges = team.edges.filter(({ from }) => from === role.id);
  const lines = [
    `- You are \`${role.id}\` in the team \`${teamName(team)}\` ${team.version}.`,
    ...performerLine(role),
    getsLine(role),
    writesLine(role),
    ...formLines(team, role.writes),
    ...edges.map(edgeLine),
    '- Address no other role. Pass on what you get, unchanged.',
  ];
  const run = role.id === team.entry_role ? `\n\n${runText(team)}` : '';
  return `${role.prompt}\n\n## In this team\n\n${lines.join('\n')}${run}\n`;
}

function performerLine({ performer }: TeamRole): string[] {
  if (performer === 'program') return [programLine];
  return performer === 'person'
    ? [
        '- A person performs this role. Ask the user, show only what this role reads, and wait for the answer.',
      ]
    : [];
}

/** The words for the duty that comes with an edge of a kind, in addition to passing work on. */
const duties: Partial<Record<Edge['kind'], string>> = {
  reviews: 'review the work of',
  reports: 'report to',
  votes: 'vote to',
};

const runText = (team: Team): string =>
  [`Goal: ${team.goal}`, team.flow && section('How it flows', team.flow), ...endSections(team)]
    .filter(Boolean)
    .join('\n\n');

/** Returns the rules that give the losses of a team in a framework of agents. */
export function networkRules(network: Network): Rules {
  const asked = 'The instructions of the roles ask for this, but nothing makes them comply.';
  const askedOfEntry = 'The instructions of the entry role ask for this, but nothing makes the role comply.';
  return {
    role: (role, team, tools) => [
      role.performer === 'program'
        ? {
            what: `${network.name} cannot run a program as an agent.`,
            instead:
              'A model follows the text of the program exactly. It may err, so do not rely on it to guard anything.',
          }
        : undefined,
      role.performer === 'person'
        ? {
            what: `${network.name} cannot make a person an agent.`,
            instead: 'An agent asks the user and waits.',
          }
        : undefined,
      role.count && {
        what: 'Nothing limits how many agents act in this role at once.',
        instead: askedOfEntry,
      },
      ...network.missing(role, team, tools),
    ],
    edge: (edge, team) => {
      if (edge.kind === 'delegates' || isAnswer(edge, team)) return undefined;
      if (edge.kind === 'hands_off') return undefined;
      return edge.kind === 'reads'
        ? { what: 'Nothing passes the outputs of one role to the role that reads them.', instead: asked }
        : {
            what: `The two agents can reach each other, but nothing makes the first ${duties[edge.kind]} the second.`,
            instead: asked,
          };
    },
    artifact: () => ({
      what: 'Nothing checks the form of this output or hides it from roles that should not read it.',
      instead: asked,
    }),
    budget: () => ({
      what: 'Nothing counts this bound or stops the run when it is reached.',
      instead: askedOfEntry,
    }),
    stop: () => ({
      what: 'No setting can enforce a condition that is a sentence.',
      instead: askedOfEntry,
    }),
    loop: () => ({ what: 'Nothing counts the rounds of this loop.', instead: askedOfEntry }),
  };
}
