/**
 * Checks roles, edges and budget, in the same way for editors and tenants (docs/formations.md#2).
 *
 * An edge leads from its `from` to its `to`. A role counts as reachable if a walk from the entry role reaches it. Along
 * `reviews` and `reads` the walk may go backwards, since the work that is read reaches its reader.
 */

import type { Budget, Edge, Role } from '../kind/topology.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { didYouMean } from '../text/suggestion.ts';
import { checkFlow } from './flow.ts';
import { checkGraph, type Flow, findCycle, reachable } from './graph.ts';

export { checkFlow, checkGraph };

/** A formation with the fields that describe its shape. */
export interface Topology extends Flow {
  entry_role: string;
  roles: readonly Role[];
  edges: readonly Edge[];
  budget: Budget;
  stop_conditions: readonly string[];
}

/** Returns all faults in the shape of a formation or starter. */
export function checkTopology(topology: Topology): UnplacedFault[] {
  return [
    ...checkGraph(topology.roles, topology.edges),
    ...checkEntry(topology),
    ...checkReviewers(topology),
    ...checkBudget(topology),
    ...checkStop(topology),
    ...checkFlow(topology),
  ];
}

function checkEntry({ entry_role, roles, edges }: Topology): UnplacedFault[] {
  const known = roles.map(role => role.id);
  if (!known.includes(entry_role)) {
    const message = `The entry role \`${entry_role}\` does not exist.`;
    return [
      {
        path: ['entry_role'],
        rule: 'unknown-role',
        message,
        help: `Name one of the roles: ${known.join(', ')}.${didYouMean(entry_role, known)}`,
      },
    ];
  }
  const reached = reachable(entry_role, edges);
  return roles.flatMap((role, index) => {
    if (reached.has(role.id)) return [];
    const message = `No path of edges leads from the entry role \`${entry_role}\` to \`${role.id}\`.`;
    return [
      {
        path: ['roles', index, 'id'],
        rule: 'unreachable-role',
        message,
        help: 'Add the edge that brings it work, or remove the role.',
      },
    ];
  });
}

/** Returns a fault for each work that a reviewing role may write although it reviews that work. */
function checkReviewers({ roles, edges }: Topology): UnplacedFault[] {
  const byId = new Map(roles.map((role, index) => [role.id, { role, index }]));
  return edges.flatMap(edge => {
    const reviewer = byId.get(edge.from);
    const reviewed = byId.get(edge.to);
    if (edge.kind !== 'reviews' || !reviewer || !reviewed || edge.from === edge.to) return [];
    return reviewer.role.writes.flatMap((work, at) => {
      if (!reviewed.role.writes.includes(work)) return [];
      return [
        {
          path: ['roles', reviewer.index, 'writes', at],
          rule: 'reviewer-writes',
          message: `\`${edge.from}\` reviews \`${edge.to}\` and may write \`${work}\`, which it reviews.`,
          help: `Let \`${edge.from}\` only read \`${work}\` and write its verdict elsewhere.`,
        },
      ];
    });
  });
}

function checkBudget({ roles, edges, budget }: Topology): UnplacedFault[] {
  const unplaced: UnplacedFault[] = Object.entries(budget)
    .filter(([, amount]) => amount === 0)
    .map(([name]) => ({
      path: ['budget', name],
      rule: 'zero-budget',
      message: `The budget \`${name}\` is 0, so nothing can run.`,
      help: 'State what one run may really spend.',
    }));
  if (budget.max_agents > 0 && roles.length > budget.max_agents) {
    unplaced.push({
      path: ['budget', 'max_agents'],
      rule: 'too-many-roles',
      message: `There are ${roles.length} roles, and \`max_agents\` allows ${budget.max_agents}.`,
      help: `Raise \`max_agents\` to at least ${roles.length}, or merge roles.`,
    });
  }
  const cycle = budget.max_rounds === undefined ? findCycle(roles, edges) : undefined;
  if (cycle) {
    unplaced.push({
      path: ['edges', cycle.edge],
      rule: 'unbounded-cycle',
      message: `The edges form a cycle (${cycle.roles.join(' → ')}), and \`budget.max_rounds\` is missing.`,
      help: 'Add `max_rounds` to the budget, or break the cycle.',
    });
  }
  return unplaced;
}

function checkStop({ stop_conditions }: Topology): UnplacedFault[] {
  if (stop_conditions.length > 0) return [];
  const message = 'There is no stop condition.';
  return [
    {
      path: ['stop_conditions'],
      rule: 'no-stop-condition',
      message,
      help: 'Say when a run ends, success or not.',
    },
  ];
}
