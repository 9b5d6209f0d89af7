/**
 * The checks on roles, edges and budget, the same for editors and tenants (docs/formations.md#2).
 *
 * An edge is walked from its `from` to its `to`. A role counts as reachable when such a walk from the entry role comes
 * to it; along `reviews` and `reads` it may be walked backwards too, since the work that is read reaches its reader.
 */
import type { FieldPath } from './fault.ts';
import type { Budget, Edge, Role } from './kind/topology.ts';

/** What is wrong with a value, at a path within it. */
export interface Complaint {
  path: FieldPath;
  rule: string;
  message: string;
  help: string;
}

/** A formation as far as its shape goes. */
export interface Topology {
  entry_role: string;
  roles: readonly Role[];
  edges: readonly Edge[];
  budget: Budget;
  stop_conditions: readonly string[];
}

/** All complaints about the shape of a formation or starter. */
export function checkTopology(topology: Topology): Complaint[] {
  return [
    ...checkGraph(topology.roles, topology.edges),
    ...checkEntry(topology),
    ...checkReviewers(topology),
    ...checkBudget(topology),
    ...checkStop(topology),
  ];
}

/** The complaints that hold for any graph of roles and edges, a pattern's too. */
export function checkGraph(roles: readonly { id: string }[], edges: readonly Edge[]): Complaint[] {
  return [
    ...duplicateRoles(roles),
    ...edges.flatMap((edge, index) => edgeComplaints(roles, edges, edge, index)),
  ];
}

function duplicateRoles(roles: readonly { id: string }[]): Complaint[] {
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

function edgeComplaints(
  roles: readonly { id: string }[],
  edges: readonly Edge[],
  edge: Edge,
  index: number,
): Complaint[] {
  const known = roles.map(role => role.id);
  const complaints: Complaint[] = [];
  for (const end of ['from', 'to'] as const) {
    if (known.includes(edge[end])) continue;
    complaints.push({
      path: ['edges', index, end],
      rule: 'unknown-role',
      message: `The edge names the role \`${edge[end]}\`, which does not exist.`,
      help: `Name one of the roles: ${known.join(', ')}.`,
    });
  }
  if (edge.from === edge.to) {
    complaints.push({
      path: ['edges', index],
      rule: 'self-edge',
      message: `The edge leads from \`${edge.from}\` to itself.`,
      help: 'Remove it; what a role does by itself belongs in its instructions.',
    });
  }
  const same = (other: Edge) => other.from === edge.from && other.to === edge.to && other.kind === edge.kind;
  if (edges.findIndex(same) < index) {
    complaints.push({
      path: ['edges', index],
      rule: 'duplicate-edge',
      message: `The edge \`${edge.from}\` ${edge.kind} \`${edge.to}\` appears twice.`,
      help: 'Remove one of the two.',
    });
  }
  return complaints;
}

function checkEntry({ entry_role, roles, edges }: Topology): Complaint[] {
  const known = roles.map(role => role.id);
  if (!known.includes(entry_role)) {
    const message = `The entry role \`${entry_role}\` does not exist.`;
    return [
      {
        path: ['entry_role'],
        rule: 'unknown-role',
        message,
        help: `Name one of the roles: ${known.join(', ')}.`,
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

function reachable(entry: string, edges: readonly Edge[]): Set<string> {
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

/** A reviewing role must not be able to change what it judges. */
function checkReviewers({ roles, edges }: Topology): Complaint[] {
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

function checkBudget({ roles, edges, budget }: Topology): Complaint[] {
  const complaints: Complaint[] = Object.entries(budget)
    .filter(([, amount]) => amount === 0)
    .map(([name]) => ({
      path: ['budget', name],
      rule: 'zero-budget',
      message: `The budget \`${name}\` is 0, so nothing can run.`,
      help: 'State what one run may really spend.',
    }));
  if (budget.max_agents > 0 && roles.length > budget.max_agents) {
    complaints.push({
      path: ['budget', 'max_agents'],
      rule: 'too-many-roles',
      message: `There are ${roles.length} roles, and \`max_agents\` allows ${budget.max_agents}.`,
      help: `Raise \`max_agents\` to at least ${roles.length}, or merge roles.`,
    });
  }
  const cycle = budget.max_rounds === undefined ? findCycle(roles, edges) : undefined;
  if (cycle) {
    complaints.push({
      path: ['edges', cycle.edge],
      rule: 'unbounded-cycle',
      message: `The edges form a cycle (${cycle.roles.join(' → ')}), and \`budget.max_rounds\` is missing.`,
      help: 'Add `max_rounds` to the budget, or break the cycle.',
    });
  }
  return complaints;
}

/** A cycle as its roles, first and last the same, and the index of the edge that closes it. */
function findCycle(
  roles: readonly Role[],
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

function checkStop({ stop_conditions }: Topology): Complaint[] {
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
