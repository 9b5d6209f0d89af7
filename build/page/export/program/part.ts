/** The parts that the programs of a team have in common: its steps, the functions of its roles, and the code that they call. */
import type { Team } from '../team.ts';
import { operationCode, stepCode } from './code.ts';
import { flowLines } from './flow.ts';
import { type Act, actsIn, askedOf, planOf } from './plan.ts';
import { comment, edgeKey, functionName, listOf, quote } from './text.ts';

/** A team as the lines of a program. */
export interface Program {
  /** The lines of its steps. */
  flow: string[];
  /** The roles that are models or, where the target runs none, programs. */
  acts: Act[];
  /** The works that it delivers; none: all. */
  outputs: string[];
  /** The functions that its steps call, as text in TypeScript. */
  code: string[];
  /** Whether its steps call a function. */
  uses(name: string): boolean;
}

/** Returns a team as the lines of a program. */
export function programOf(team: Team): Program {
  const plan = planOf(team);
  const flow = flowLines(team, plan);
  const uses = (name: string) => flow.some(line => new RegExp(`\\b${name}\\(`).test(line));
  return {
    flow,
    acts: actsIn(plan).filter(({ role }) => !role.interface?.operation),
    outputs: team.outputs.map(({ artifact }) => artifact),
    code: Object.entries({ ...stepCode, ...operationCode }).flatMap(([name, code]) =>
      uses(name) ? [code] : [],
    ),
    uses,
  };
}

/** The comment that names a team, and how a run of it ends. */
export const headLines = (team: Team): string[] => [
  comment(`${team.title}, version ${team.version} (${team.source}). It ends when one of these holds:`),
  ...team.stop_conditions.map(says => comment(`- ${says}`)),
];

/** The function of a role: the works that it sees, those that it writes, and what it is asked. @param own its parameter */
export function roleFunction(team: Team, { role, asks }: Act, own: string): string[] {
  const says = askedOf(asks, team);
  const works = `${listOf(role.reads)}, ${listOf(role.writes)}`;
  const head = `const ${functionName(role.id)} = ${own} =>`;
  if (role.performer === 'person')
    return [`${head} ask(own, ${quote(role.id)}, ${works}, ${quote(role.prompt)});`];
  const call = `${head} act(own, ${quote(role.id)}, ${works}`;
  if (says.size === 0) return [`${call});`];
  const judged = [...says].map(
    ([to, text]) => `  ${quote(edgeKey({ from: role.id, to }))}: ${quote(`Does ${to} act next? ${text}.`)},`,
  );
  return [`${call}, {`, ...judged, '});'];
}
