/**
 * The lines of a program that run a team step by step. They are alike in every program, since each
 * has one function for each role.
 */
import type { Edge } from '#document/kind/topology.ts';
import { operationLines } from './operation.ts';
import { actsIn, type Step } from './step.ts';
import type { Team } from './team.ts';
import { edgeKey, functionName, indented, keyText, listOf, quote } from './text.ts';

type EachStep = Extract<Step, { kind: 'each' }>;

/**
 * Returns the lines of code that run some steps.
 * @param own the name of the variable that holds the works, of the run or of one instance
 */
export function flowLines(team: Team, steps: readonly Step[], own = 'works'): string[] {
  return steps.flatMap(step => linesOf(team, step, own));
}

function linesOf(team: Team, step: Step, own: string): string[] {
  switch (step.kind) {
    case 'act': {
      const { operation } = step.role.interface ?? {};
      if (operation) return operationLines(step, operation, own);
      return [`await ${functionName(step.role.id)}(${own});`];
    }
    case 'each':
      return eachLines(team, step, own);
    case 'together':
      return [
        'await together([',
        ...step.branches.flatMap(branch => indented(closure(team, branch, own, '()', ','))),
        ']);',
      ];
    case 'when':
      return [
        `if (${conditionOf(step.edges, team, own)}) {`,
        ...indented(flowLines(team, step.steps, own)),
        '}',
      ];
    case 'loop':
      return loopLines(team, step, own);
  }
}

function loopLines(team: Team, step: Extract<Step, { kind: 'loop' }>, own: string): string[] {
  const { rounds, leaves, again } = step;
  const [first, ...others] = step.steps;
  const sure = actsIn(step.steps.filter(({ kind }) => kind !== 'when')).map(({ role }) => role.id);
  const stale = again.filter(({ from }) => !sure.includes(from));
  const breaks = (edges: readonly Edge[]): string[] => {
    const keys = edges.map(edge => keyOf(edge, own));
    const one = keys.length > 1 ? `(${keys.join(' || ')})` : keys[0];
    return one === undefined ? [] : [`if (!${one}) break;`];
  };
  return [
    `for (let round = 1; round <= ${rounds}; round += 1) {`,
    ...indented([
      ...stale.map(edge => `${keyOf(edge, own)} = false;`),
      ...flowLines(team, [first!], own),
      ...breaks(leaves),
      ...flowLines(team, others, own),
      ...breaks(again),
    ]),
    '}',
  ];
}

const keyOf = (edge: Edge, own: string): string => `${own}[${quote(edgeKey(edge))}]`;

/**
 * Writes the condition under which at least one of some edges is taken. An edge of a loop is taken
 * no more often than the loop allows.
 */
function conditionOf(edges: readonly Edge[], team: Team, own: string): string {
  return edges
    .map(edge => {
      const most = team.loops.find(({ id }) => id === edge.loop)?.max_rounds;
      return most === undefined || !edge.loop
        ? keyOf(edge, own)
        : `${keyOf(edge, own)} && again(${quote(edge.loop)}, ${most})`;
    })
    .join(' || ');
}

/**
 * Writes the code that makes the items of instances from lists, one from each position.
 * @param of the names of the lists
 * @param own the name of the variable that holds the works
 * @param rest the code of further fields of each item
 */
export function itemsOf(of: readonly string[], own: string, rest = ''): string {
  const [first, ...others] = of.map(work => `[${own}[${quote(work)}] ?? []].flat()`);
  const fields = of.map((work, at) => `${keyText(work)}: ${at === 0 ? 'item' : `${others[at - 1]}[at]`}`);
  return `${first}.map(${others.length > 0 ? '(item, at)' : 'item'} => ({ ${rest}${fields.join(', ')} }))`;
}

function eachLines(team: Team, step: EachStep, own: string): string[] {
  const items = step.of.length > 0 ? itemsOf(step.of, own) : `Array(${Math.max(step.least, 1)}).fill({})`;
  const decided = actsIn(step.steps).flatMap(({ asks }) => asks.map(edgeKey));
  const gathers = [...new Set([...step.gathers, ...decided])];
  const most = Math.min(step.most, team.budget.max_agents);
  const [body, ...rest] = closure(team, step.steps, 'own', 'own', '');
  const last = rest.pop();
  const end = `, ${listOf(gathers)});`;
  if (last === undefined) return [`await each(${own}, ${items}, ${most}, ${body}${end}`];
  return [`await each(${own}, ${items}, ${most}, ${body}`, ...rest, `${last}${end}`];
}

/**
 * Writes a function that runs the steps. If they are one role that acts alone, it is the function of
 * that role, or calls that function.
 */
function closure(team: Team, steps: readonly Step[], own: string, parameters: string, end: string): string[] {
  const lines = flowLines(team, steps, own);
  const [only] = steps;
  if (lines.length === 1 && only?.kind === 'act' && !only.role.interface?.operation)
    return [
      parameters === own
        ? `${functionName(only.role.id)}${end}`
        : `() => ${functionName(only.role.id)}(${own})${end}`,
    ];
  return [`async ${parameters} => {`, ...indented(lines), `}${end}`];
}
