/** The ways that messages may go, and which of them are counted. */
import type { Edge, Team } from './team.ts';

/** A way that messages may go. */
export interface Way {
  /** As `Turn.channels` has it. */
  name: string;
  edge: Edge;
  from: string;
  to: string;
}

/** Along each edge, but for what is only read; and to whoever reviews or reads a role's work, if nobody else writes to them. */
export function waysOf({ edges, entry }: Team): Way[] {
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
