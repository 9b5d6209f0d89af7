/** Graphs of roles and edges: the faults that any graph may have, the roles that a walk reaches, and its cycles. */

import type { Artifact, Output } from '../kind/artifact.ts';
import type { Budget, Edge, Loop, Role } from '../kind/topology.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { maxFaults } from '../text/fault.ts';
import { didYouMean } from '../text/suggestion.ts';

/** A role with the fields that these checks need. The roles of a pattern may have only an id. */
export type FlowRole = Pick<Role, 'id'> & Partial<Role>;

/** A graph of roles, with what it says about its flow. */
export interface Flow {
  roles: readonly FlowRole[];
  edges: readonly Edge[];
  loops?: readonly Loop[] | undefined;
  artifacts?: readonly Artifact[] | undefined;
  outputs?: readonly Output[] | undefined;
  /** The budget; absent for a pattern. */
  budget?: Budget;
}

/** Collects the faults of items, up to the most that are listed, since writing a message costs more than finding the fault. */
export function faultsOn<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => UnplacedFault[],
): UnplacedFault[] {
  const found: UnplacedFault[] = [];
  for (const [index, item] of items.entries()) {
    if (found.length >= maxFaults) break;
    found.push(...find(item, index));
  }
  return found;
}

/** Returns the faults that any graph of roles and edges may have, even that of a pattern. */
export function checkGraph(roles: readonly { id: string }[], edges: readonly Edge[]): UnplacedFault[] {
  return [...duplicateRoles(roles), ...edges.flatMap((edge, index) => edgeFaults(roles, edges, edge, index))];
}

function duplicateRoles(roles: readonly { id: string }[]): UnplacedFault[] {
  return roles.flatMap((role, index) => {
    const first = roles.findIndex(other => other.id === role.id);
    if (first === index) return [];
    const message = `The role id \`${role.id}\` appears twice (roles[${first}] and roles[${index}]).`;
    return [
      {
        path: ['roles', index, 'id'],
        rule: 'duplicate-id',
        message,
        help: 'Give each role an id of its own.',
      },
    ];
  });
}

function edgeFaults(
  roles: readonly { id: string }[],
  edges: readonly Edge[],
  edge: Edge,
  index: number,
): UnplacedFault[] {
  const known = roles.map(role => role.id);
  const unplaced: UnplacedFault[] = [];
  for (const end of ['from', 'to'] as const) {
    if (known.includes(edge[end])) continue;
    unplaced.push({
      path: ['edges', index, end],
      rule: 'unknown-role',
      message: `The edge names the role \`${edge[end]}\`, which does not exist.`,
      help: `Name one of the roles: ${known.join(', ')}.${didYouMean(edge[end], known)}`,
    });
  }
  if (edge.from === edge.to) {
    unplaced.push({
      path: ['edges', index],
      rule: 'self-edge',
      message: `The edge leads from \`${edge.from}\` to itself.`,
      help: 'Remove it; what a role does by itself belongs in its instructions.',
    });
  }
  const same = (other: Edge) => other.from === edge.from && other.to === edge.to && other.kind === edge.kind;
  if (edges.findIndex(same) < index) {
    unplaced.push({
      path: ['edges', index],
      rule: 'duplicate-edge',
      message: `The edge \`${edge.from}\` ${edge.kind} \`${edge.to}\` appears twice.`,
      help: 'Remove one of the two.',
    });
  }
  return unplaced;
}

/** Returns the roles that a walk from `entry` reaches. Along `reviews` and `reads`, it may go backwards. */
export function reachable(entry: string, edges: readonly Edge[]): Set<string> {
  const reached = new Set([entry]);
  const waiting = [entry];
  for (let role = waiting.pop(); role !== undefined; role = waiting.pop()) {
    for (const edge of edges) {
      const backwards = edge.kind === 'reviews' || edge.kind === 'reads';
      const next = edge.from === role ? edge.to : backwards && edge.to === role ? edge.from : undefined;
      if (next === undefined || reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

/**
 * Returns the roles of a cycle, with the first repeated at the end, and the index of the edge that closes it; undefined if
 * there is no cycle.
 */
export function findCycle(
  roles: readonly { id: string }[],
  edges: readonly Edge[],
): { roles: string[]; edge: number } | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (role: string): { roles: string[]; edge: number } | undefined => {
    if (done.has(role)) return undefined;
    path.push(role);
    for (const [index, edge] of edges.entries()) {
      if (edge.from !== role || edge.to === role) continue;
      const start = path.indexOf(edge.to);
      if (start >= 0) return { roles: [...path.slice(start), edge.to], edge: index };
      const found = walk(edge.to);
      if (found) return found;
    }
    path.pop();
    done.add(role);
    return undefined;
  };
  for (const role of roles) {
    const found = walk(role.id);
    if (found) return found;
  }
  return undefined;
}
