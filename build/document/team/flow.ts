/**
 * Checks what a topology says beyond its roles and edges: how many act in a role, who they are, loops, conditions, works and
 * outputs (docs/formations.md#4). Each check applies only if the field that it is about is present.
 */

import type { Loop } from '../kind/topology.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { didYouMean } from '../text/validate.ts';
import { type Flow, type FlowRole, faultsOn, findCycle } from './graph.ts';
import { checkWorks, namedIn } from './work.ts';

/** Returns all faults in the flow of a formation, starter or pattern. */
export function checkFlow(flow: Flow): UnplacedFault[] {
  return [
    ...faultsOn(flow.roles, roleFaults),
    ...faultsOn(flow.roles, (role, index) => [
      ...eachFaults(role, index, flow),
      ...operationFaults(role, index, flow),
    ]),
    ...sumFaults(flow),
    ...conditionFaults(flow),
    ...loopFaults(flow),
    ...checkWorks(flow),
  ];
}

function roleFaults(role: FlowRole, index: number): UnplacedFault[] {
  const { id, count, performed_by: performer, model_tier: tier } = role;
  const at = ['roles', index];
  const unplaced: UnplacedFault[] = [];
  if (count && count.max === undefined) {
    const message = `At least ${count.min} act as \`${id}\`, and nothing says how many at most.`;
    unplaced.push({
      path: [...at, 'count'],
      rule: 'unbounded-fan-out',
      message,
      help: 'Add `max` to `count`.',
    });
  } else if (count && count.max! < count.min) {
    const message = `\`count\` of \`${id}\` has \`min\` ${count.min} and \`max\` ${count.max}.`;
    unplaced.push({
      path: [...at, 'count'],
      rule: 'count-range',
      message,
      help: 'Let `max` be at least `min`.',
    });
  }
  if (performer && tier && (performer === 'model') === (tier === 'none')) {
    const message = `\`${id}\` is performed by a ${performer} and has \`model_tier: ${tier}\`.`;
    const help = performer === 'model' ? 'Name the least tier that it needs.' : 'Write `model_tier: none`.';
    unplaced.push({ path: [...at, 'performed_by'], rule: 'performer-tier', message, help });
  }
  if (role.interface && performer !== 'program') {
    const message = `\`${id}\` has an \`interface\`, which only a program has.`;
    const help = 'Add `performed_by: program`, or remove `interface`.';
    unplaced.push({ path: [...at, 'interface'], rule: 'interface-of-program', message, help });
  }
  return unplaced;
}

/** Tells whether a work is declared as a list in JSON. */
const isList = ({ artifacts = [] }: Flow, work: string | undefined): boolean =>
  artifacts.some(({ id, json_schema }) => id === work && json_schema?.type === 'array');

/** Returns a fault if a role acts once for each item of a work, and the work is not a list that the role reads. */
function eachFaults({ id, count, reads = [] }: FlowRole, index: number, flow: Flow): UnplacedFault[] {
  const work = count?.each;
  if (work === undefined || (reads.includes(work) && isList(flow, work))) return [];
  const message = `One \`${id}\` acts for each item of \`${work}\`, which ${reads.includes(work) ? 'is no list' : 'it does not read'}.`;
  const help = `Let \`reads\` have a work whose \`json_schema\` is an array, and name that.${didYouMean(work, reads)}`;
  return [{ path: ['roles', index, 'count', 'each'], rule: 'each-of-list', message, help }];
}

/** Returns a fault if a program role that exports write as code does not read and write the works that its operation needs. */
function operationFaults(role: FlowRole, index: number, flow: Flow): UnplacedFault[] {
  const { id, reads = [], writes = [] } = role;
  const does = role.interface?.operation?.does;
  if (does === undefined) return [];
  const lists = { deduplicate: 1, vote: 1, check_quotes: 1, match: 2, arrange: 0 }[does];
  const isFit = writes.length === 1 && reads.length >= Math.max(lists, does === 'check_quotes' ? 2 : 1);
  if (isFit && reads.slice(0, lists).every(work => isList(flow, work))) return [];
  const message = `\`${id}\` does \`${does}\`, and its works are not of that form.`;
  const first = lists === 0 ? 'read one work or more' : `read ${lists === 1 ? 'a list' : 'two lists'} first`;
  const help = `Let it ${first}${does === 'check_quotes' ? ', then the pages' : ''}, and write one work.`;
  return [{ path: ['roles', index, 'interface', 'operation'], rule: 'operation-works', message, help }];
}

/**
 * Returns a fault unless the counts of all roles add up to the agents that the budget allows. Returns none if the team states
 * no counts, or a count has no upper bound.
 */
function sumFaults({ roles, budget }: Flow): UnplacedFault[] {
  const isBounded = roles.every(({ count }) => !count || count.max !== undefined);
  if (!budget || !isBounded || !roles.some(({ count }) => count)) return [];
  const most = roles.reduce((sum, { count }) => sum + (count?.max ?? 1), 0);
  if (most === budget.max_agents || budget.max_agents === 0) return [];
  const message = `The roles together come to ${most} at most, and \`max_agents\` is ${budget.max_agents}.`;
  const help = 'Let `max_agents` be the sum of each `count.max`; a role without `count` counts as 1.';
  return [{ path: ['budget', 'max_agents'], rule: 'count-sum', message, help }];
}

/** Returns a fault for each condition of an edge that the role at its beginning cannot evaluate. */
function conditionFaults(flow: Flow): UnplacedFault[] {
  const byId = new Map(flow.roles.map(role => [role.id, role]));
  return faultsOn(flow.edges, (edge, index) => {
    const role = byId.get(edge.from);
    if (edge.when === undefined || role === undefined) return [];
    const path = ['edges', index, 'when'];
    return unevaluated(path, edge.when, [role], `\`${edge.from}\``, flow);
  });
}

/**
 * Returns a fault if a condition names no work, or one for each work in it that none of the roles reads or writes: the roles
 * cannot evaluate such a condition.
 * @param called the roles in the words of the message
 */
function unevaluated(
  path: UnplacedFault['path'],
  condition: string,
  roles: readonly FlowRole[],
  called: string,
  { artifacts }: Flow,
): UnplacedFault[] {
  // The roles of a pattern need not say what they read.
  if (roles.every(({ reads, writes }) => !reads && !writes)) return [];
  const known = roles.flatMap(({ reads = [], writes = [] }) => [...reads, ...writes]);
  const named = namedIn(condition);
  const rule = 'unevaluated-condition';
  if (named.length === 0 && artifacts) {
    const message = 'The condition names no work, so nobody can evaluate it.';
    const help = `Name in backticks what decides: ${known.join(', ') || `a work that ${called} reads`}.`;
    return [{ path, rule, message, help }];
  }
  return named
    .filter(name => !known.includes(name))
    .map(name => {
      const message = `Nobody evaluates the condition: ${called} neither reads nor writes \`${name}\`.`;
      const help = `Add \`${name}\` to its \`reads\`, or name a work that it knows.${didYouMean(name, known)}`;
      return { path, rule, message, help };
    });
}

function loopFaults(flow: Flow): UnplacedFault[] {
  const { edges, loops = [], roles } = flow;
  const ids = loops.map(({ id }) => id);
  const known = new Set(ids);
  const unknown = faultsOn(edges, ({ loop }, index) => {
    if (loop === undefined || known.has(loop)) return [];
    const message = `The edge goes round the loop \`${loop}\`, which \`loops\` does not have.`;
    const help = `Add it to \`loops\` with its bound.${didYouMean(loop, ids)}`;
    return [{ path: ['edges', index, 'loop'], rule: 'unknown-loop', message, help }];
  });
  const byId = new Map(roles.map(role => [role.id, role]));
  return [
    ...unknown,
    ...faultsOn(loops, (loop, index) => oneLoop(loop, index, ids, byId, flow)),
    ...unboundedCycle(flow),
    ...roundFaults(flow),
  ];
}

function oneLoop(
  { id, until }: Loop,
  index: number,
  ids: readonly string[],
  byId: ReadonlyMap<string, FlowRole>,
  flow: Flow,
): UnplacedFault[] {
  if (ids.indexOf(id) < index) {
    const message = `The loop id \`${id}\` appears twice.`;
    const help = 'Give each loop an id of its own.';
    return [{ path: ['loops', index, 'id'], rule: 'duplicate-id', message, help }];
  }
  const members = flow.edges.filter(({ loop }) => loop === id).flatMap(({ from, to }) => [from, to]);
  if (members.length === 0) {
    const message = `No edge goes round the loop \`${id}\`.`;
    const help = `Add \`loop: ${id}\` to the edge that closes it, or remove the loop.`;
    return [{ path: ['loops', index, 'id'], rule: 'unused-loop', message, help }];
  }
  const roles = [...new Set(members)].flatMap(member => byId.get(member) ?? []);
  return unevaluated(['loops', index, 'until'], until, roles, `any role of \`${id}\``, flow);
}

/** Returns a fault if loops are declared and a cycle of edges goes through none of them. */
function unboundedCycle({ roles, edges, loops }: Flow): UnplacedFault[] {
  if (!loops) return [];
  const others = edges.filter(({ loop }) => loop === undefined);
  const cycle = findCycle(roles, others);
  if (!cycle) return [];
  const message = `The cycle ${cycle.roles.join(' → ')} goes through none of the \`loops\`, so nothing bounds it.`;
  const help = 'Add `loop:` with the id of a loop to one of its edges.';
  return [{ path: ['edges', edges.indexOf(others[cycle.edge]!)], rule: 'unbounded-loop', message, help }];
}

/** Returns a fault if loops are declared and none of them has the `max_rounds` of the budget. */
function roundFaults({ loops, budget }: Flow): UnplacedFault[] {
  const rounds = budget?.max_rounds;
  if (!loops || !rounds || loops.some(({ max_rounds }) => max_rounds === rounds)) return [];
  const stated = loops.map(({ id, max_rounds }) => `\`${id}\` ${max_rounds}`).join(', ');
  const message = `\`max_rounds\` is ${rounds}, and no loop has it: ${stated}.`;
  const help = 'Let it be that of the loop which bounds the whole run.';
  return [{ path: ['budget', 'max_rounds'], rule: 'loop-rounds', message, help }];
}
