/** The ways that messages may take, and which of these ways are counted. */
import type { Edge } from '#document/kind/topology.ts';

/** The edges of a team, and the role with which it begins. */
interface Directed {
  edges: readonly Edge[];
  entry: string;
}

/** A way that messages may take from one role to another. */
export interface Way {
  /** The name of the way, as in `Turn.channels`. */
  name: string;
  edge: Edge;
  from: string;
  to: string;
}

/**
 * Returns the ways of messages: along each edge except `reads`, and against the direction of `reviews` and `reads` to a reviewer
 * or reader that no other edge reaches.
 */
export function waysOf({ edges, entry }: Directed): Way[] {
  const isReached = (role: string) =>
    role === entry || edges.some(({ to, kind }) => to === role && kind !== 'reads');
  return edges.flatMap(edge => {
    const { from, to, kind } = edge;
    const along = kind === 'reads' ? [] : [{ name: `${kind} ${to}`, edge, from, to }];
    const isBack = (kind === 'reviews' || kind === 'reads') && !isReached(from);
    const name = `is_${kind === 'reads' ? 'read' : 'reviewed'}_by ${from}`;
    return isBack ? [...along, { name, edge, from: to, to: from }] : along;
  });
}

/**
 * Returns the ways whose messages are counted: those in a loop, and those on which a message could go in a circle outside any
 * loop.
 */
export function boundedOf(ways: Way[]): Set<Way> {
  const free = ways.filter(({ edge }) => edge.loop === undefined);
  const leadsTo = (from: string, to: string) => {
    const reached = new Set([from]);
    for (const role of reached) for (const way of free) if (way.from === role) reached.add(way.to);
    return reached.has(to);
  };
  return new Set(ways.filter(way => way.edge.loop !== undefined || leadsTo(way.to, way.from)));
}

/** The number of times that each edge was walked. The key begins with the number of the loop. */
export type Walks = Record<string, number>;

/**
 * Adds one walk along a bounded way. Returns the walks, or the name of the bound that it breaks. Each edge of a loop may be
 * walked as often as the loop allows rounds; walking it resets the loops within the loop.
 */
export function walk({ loops, bounds }: Bounded, { edge, from, to }: Way, walked: Walks): Walks | string {
  const at = loops.findIndex(({ id }) => id === edge.loop);
  const key = `${at} ${from} ${edge.kind} ${to}`;
  const times = (walked[key] ?? 0) + 1;
  if (times > (loops[at]?.most ?? bounds.rounds ?? 1)) return at < 0 ? 'max_rounds' : `loop ${edge.loop}`;
  const kept = Object.entries(walked).filter(([other]) => at < 0 || Number.parseInt(other, 10) <= at);
  return { ...Object.fromEntries(kept), [key]: times };
}

interface Bounded {
  loops: readonly { id: string; most: number }[];
  bounds: { rounds?: number };
}

/** Returns, for each edge, the largest number of walks in any of the given counts. */
export function mostWalks(ways: Walks[]): Walks {
  const all: Walks = {};
  for (const way of ways)
    for (const [key, times] of Object.entries(way)) all[key] = Math.max(all[key] ?? 0, times);
  return all;
}
