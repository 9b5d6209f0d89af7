/** The steps of a team, and what can be computed from them. */
import type { Edge } from '#document/kind/topology.ts';
import type { Team, TeamRole } from './team.ts';
import { edgeKey } from './text.ts';

/** A turn of a role, with the edges that the role decides on. */
export interface Act {
  role: TeamRole;
  asks: Edge[];
}

/** A step of a team: a turn of a role, or several steps that are run together, in a loop or under a condition. */
export type Step =
  | ({ kind: 'act' } & Act)
  /**
   * Steps that several instances run, each on an item of its own. `of` names the works that hold the items; it is empty if all
   * instances have the same inputs.
   */
  | { kind: 'each'; of: string[]; most: number; least: number; steps: Step[]; gathers: string[] }
  | { kind: 'together'; branches: Step[][] }
  /** A loop. The edges `again` begin another round. The loop ends when its first role takes one of the edges `leaves`. */
  | { kind: 'loop'; rounds: number; again: Edge[]; leaves: Edge[]; steps: Step[] }
  | { kind: 'when'; edges: Edge[]; steps: Step[] };

/**
 * Returns the works of which each instance of a role gets one item: the work that the role names, else the works in words that it
 * reads from the single-instance roles which delegate or hand work to it.
 */
export function dealtTo(team: Team, role: TeamRole): string[] {
  if (!role.count) return [];
  if (role.count.each) return [role.count.each];
  const givers = team.edges.filter(
    ({ to, kind }) => to === role.id && ['delegates', 'hands_off'].includes(kind),
  );
  const single = givers.flatMap(({ from }) => team.roles.filter(({ id, count }) => id === from && !count));
  return role.reads.filter(
    work =>
      single.some(({ writes }) => writes.includes(work)) &&
      team.artifacts.find(({ id }) => id === work)?.json_schema === undefined,
  );
}

/** Tells whether a chain of edges leads from one role to another. Every role leads to itself. */
export function leadsTo(edges: readonly Edge[], from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const id of reached) for (const edge of edges) if (edge.from === id) reached.add(edge.to);
  return reached.has(to);
}

/** Counts the turns of models in a run that takes every loop to its last round, with the fewest instances. */
export const countActs = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => {
    if (step.kind === 'act') return sum + (step.role.performer === 'model' ? 1 : 0);
    if (step.kind === 'together') return sum + countActs(step.branches.flat());
    const times = step.kind === 'loop' ? step.rounds : step.kind === 'each' ? step.least : 1;
    return sum + times * countActs(step.steps);
  }, 0);

/** Returns the turns in some steps, in the order in which the roles first act. */
export function actsIn(steps: readonly Step[]): Act[] {
  const acts = steps.flatMap((step): Act[] => {
    if (step.kind === 'act') return [step];
    if (step.kind === 'together') return step.branches.flatMap(actsIn);
    return actsIn(step.steps);
  });
  return acts.filter(({ role }, at) => acts.findIndex(other => other.role === role) === at);
}

/** Returns the questions by whose answers a role decides on its edges, each with the key of its answer. */
export function questionsOf(
  asks: readonly Edge[],
  { loops }: Pick<Team, 'loops'>,
): [key: string, question: string][] {
  const questions = new Map<string, string>();
  for (const edge of asks) {
    const until = loops.find(({ id }) => id === edge.loop)?.until;
    const { when } = edge;
    const says = [when && `Only if ${when}`, until && `${when ? 'not' : 'Not'} once ${until}`].filter(
      Boolean,
    );
    const key = edgeKey(edge);
    const before = questions.get(key);
    const asked = before === undefined ? `Does ${edge.to} act next? ` : `${before} Or: `;
    questions.set(key, `${asked}${says.join(', ')}.`);
  }
  return [...questions];
}
