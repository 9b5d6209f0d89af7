/**
 * Checks that the directions of edges can be followed, in patterns as in formations. Published versions pass these checks.
 *
 * - two roles that delegate to each other are refused, and so are two edges by which one role both hands work off for good and
 *   awaits its result, if neither edge has a condition: nobody knows who holds the work
 * - a role that no walk along edges connects with the first is refused
 * - a cycle of hand-offs, or of delegations, without a `loop` and without a condition is refused in a pattern: nothing ends it
 */
import type { Edge } from '#document/kind/topology.ts';
import { findCycle } from '#document/team/graph.ts';
import { checkFlow, checkGraph, checkTopology, type Topology } from '#document/team/shape.ts';
import type { Fault, UnplacedFault } from '#document/text/fault.ts';
import { placeAll } from '#document/text/validate.ts';
import type { ParsedSource } from '../source/source.ts';

/** Returns the faults in the topology of a starter, formation or pattern; none for other kinds. */
export function checkShape({ kind, value, published, place }: ParsedSource): Fault[] {
  const topology = value as unknown as Topology;
  if (kind.kind === 'pattern') {
    const graph = [...checkGraph(topology.roles, topology.edges), ...checkFlow(topology)];
    return placeAll(
      [...graph, ...contradictions(topology), ...islands(topology), ...unbounded(topology)],
      place,
    );
  }
  if (kind.form !== 'artifact') return [];
  const directions = published ? [] : [...contradictions(topology), ...islands(topology)];
  return placeAll([...checkTopology(topology), ...directions], place);
}

function contradictions({ edges }: Topology): UnplacedFault[] {
  return edges.flatMap((edge, at) => {
    const other = edges.slice(0, at).find(each => isContrary(each, edge));
    if (!other) return [];
    const message = `\`${edge.from}\` ${edge.kind} \`${edge.to}\` contradicts \`${other.from}\` ${other.kind} \`${other.to}\`.`;
    const help = 'Keep one of the two, or say with `when` or `loop` when each is taken.';
    return [{ path: ['edges', at], rule: 'contradictory-edges', message, help }];
  });
}

const isFree = ({ when, loop }: Edge): boolean => when === undefined && loop === undefined;

function isContrary(one: Edge, other: Edge): boolean {
  if (!isFree(one) || !isFree(other)) return false;
  const isBack = one.from === other.to && one.to === other.from;
  if (isBack) return one.kind === other.kind && (one.kind === 'delegates' || one.kind === 'hands_off');
  const kinds = new Set([one.kind, other.kind]);
  return one.from === other.from && one.to === other.to && kinds.has('delegates') && kinds.has('hands_off');
}

/** Returns a fault for each role that no chain of edges, in either direction, connects with the first role. */
function islands({ roles, edges }: Topology): UnplacedFault[] {
  const reached = new Set([roles[0]!.id]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { from, to } of edges) if (reached.has(from) || reached.has(to)) reached.add(from).add(to);
  }
  return roles.flatMap(({ id }, at) => {
    if (reached.has(id) || edges.length === 0) return [];
    const message = `No edges connect \`${id}\` with \`${roles[0]!.id}\`.`;
    const help = 'Add the edge that brings work to it, or remove the role.';
    return [{ path: ['roles', at, 'id'], rule: 'unreachable-role', message, help }];
  });
}

function unbounded({ roles, edges }: Topology): UnplacedFault[] {
  for (const kind of ['hands_off', 'delegates'] as const) {
    const free = edges.filter(edge => edge.kind === kind && isFree(edge));
    const cycle = findCycle(roles, free);
    // Two roles that point at each other contradict themselves, which has a message.
    if (!cycle || cycle.roles.length <= 3) continue;
    const message = `Nothing ends the cycle ${cycle.roles.join(' → ')}.`;
    const help =
      'Add the loop to `loops` with `max_rounds` and `until`, and its id as `loop` to one of these edges.';
    return [{ path: ['edges', edges.indexOf(free[cycle.edge]!)], rule: 'unbounded-cycle', message, help }];
  }
  return [];
}
