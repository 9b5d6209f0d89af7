/** One run of a team as numbered steps. Each edge is one step, in the order in which work passes along the edges. */
import { type Edge, edgeVerbs } from '#document/kind/topology.ts';
import type { Topology } from './topology.ts';

/** A step of a run. */
export interface Step {
  /** The number of the step, counted from 1. */
  number: number;
  /** The index of its edge in the topology. */
  edge: number;
  /** The text of the step, such as `lead delegates to worker, at most 3 times`. */
  text: string;
}

/**
 * Returns the steps of a run. The run begins at the role that takes the task, and follows the edges of each role by their
 * `order`, depth first. Edges that it does not reach come last.
 */
export function stepsOf(topology: Topology): Step[] {
  const { roles, edges, entry_role } = topology;
  const taken = new Set<number>();
  const met = new Set<string>();
  const visit = (role: string): void => {
    // Work that returns to a role goes on where that role was.
    if (met.has(role)) return;
    met.add(role);
    const own = edges
      .map((edge, at) => ({ edge, at, order: edge.order ?? Number.POSITIVE_INFINITY }))
      .filter(({ edge }) => edge.from === role)
      .sort((a, b) => (a.order === b.order ? a.at - b.at : a.order - b.order));
    for (const { edge, at } of own) {
      taken.add(at);
      visit(edge.to);
    }
  };
  visit(entry_role ?? roles[0]!.id);
  for (const { from } of edges) visit(from);
  return [...taken].map((edge, at) => ({ number: at + 1, edge, text: textOf(edges[edge]!, topology) }));
}

/** Returns the number of the step of each edge, in the order of the edges. */
export function numbersOf(topology: Topology): number[] {
  const numbers: number[] = [];
  for (const { edge, number } of stepsOf(topology)) numbers[edge] = number;
  return numbers;
}

/** Returns the ids of the roles in the order in which a run first reaches them. */
export function rolesInOrder(topology: Topology): string[] {
  const { roles, edges, entry_role } = topology;
  const ways = stepsOf(topology).flatMap(({ edge }) => [edges[edge]!.from, edges[edge]!.to]);
  return [...new Set([entry_role ?? roles[0]!.id, ...ways, ...roles.map(({ id }) => id)])];
}

/** Writes an edge as a clause: `lead delegates to worker`. */
export const clauseOf = ({ from, kind, to }: Topology['edges'][number]): string =>
  `${from} ${edgeVerbs[kind as Edge['kind']] ?? kind} ${to}`;

function textOf(edge: Topology['edges'][number], { loops = [] }: Topology): string {
  const { when, loop } = edge;
  const rounds = loops.find(({ id }) => id === loop)?.max_rounds;
  const bound = rounds === undefined ? '' : `, at most ${rounds === 1 ? 'once' : `${rounds} times`}`;
  const condition = when === undefined ? '' : `, if ${when.replaceAll('`', '')}`;
  return `${clauseOf(edge)}${bound}${condition}`;
}
