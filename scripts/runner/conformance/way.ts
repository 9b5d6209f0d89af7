/** The ways that messages may go, and which of them are counted. */
import type { Edge } from '#document/kind/topology.ts';

/** The edges of a team, and the role with which it begins. */
interface Directed {
  edges: readonly Edge[];
  entry: string;
}

/** A way that messages may go. */
export interface Way {
  /** As `Turn.channels` has it. */
  name: string;
  edge: Edge;
  from: string;
  to: string;
}

/** Along each edge, but for what is only read; and to whoever reviews or reads a role's work, if nobody else writes to them. */
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

/** The ways that some loop bounds, and those on which a message could go round without any. */
export function boundedOf(ways: Way[]): Set<Way> {
  const free = ways.filter(({ edge }) => edge.loop === undefined);
  const leadsTo = (from: string, to: string) => {
    const reached = new Set([from]);
    for (const role of reached) for (const way of free) if (way.from === role) reached.add(way.to);
    return reached.has(to);
  };
  return new Set(ways.filter(way => way.edge.loop !== undefined || leadsTo(way.to, way.from)));
}

/** How often each edge of a loop was walked, under the number of the loop. */
export type Walks = Record<string, number>;

/**
 * The walks after one more along a bounded way, or the name of the bound that forbids it. Each edge of a loop may be walked as
 * often as the loop may be gone round, and going round it begins the loops within it again.
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

/** The most walks of each edge on any of several ways. */
export function mostWalks(ways: Walks[]): Walks {
  const all: Walks = {};
  for (const way of ways)
    for (const [key, times] of Object.entries(way)) all[key] = Math.max(all[key] ?? 0, times);
  return all;
}
