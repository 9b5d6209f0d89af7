/** Programs: one TypeScript file that holds a team as data and all that runs it, but for the packages that it names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edge } from '#build/kind/topology.ts';
import type { Team as Data } from '../program/team.ts';
import type { ExportFile, Lost, Rules } from './target.ts';
import { type Team, type TeamRole, teamName } from './team.ts';
import { quoted } from './write.ts';

/** The code that programs have in common. */
const programFolder = join(import.meta.dirname, '../program');

/** The tools of a program that decides by running commands. */
const running = ['run-tests', 'run-in-sandbox'];

/** Whether a role is a program that decides by running commands. */
const isGate = ({ performer, tools }: TeamRole): boolean =>
  performer === 'program' && tools.some(tool => running.includes(tool));

/**
 * A reference for the roles of a team that are programs and decide by commands, as a file beside the program; none where there is
 * no such role.
 * @param folder of the program
 */
export function gateFile(team: Team, folder: string): ExportFile[] {
  if (!team.roles.some(isGate)) return [];
  const text = readFileSync(join(programFolder, 'gate.ts'), 'utf8').replace(
    "from './team.ts'",
    `from './${team.name}.js'`,
  );
  return [{ path: `${folder}/${team.name}-gate.ts`, text }];
}

const packageImports = /^import (?:type )?(?:\w+|\{[^{};']{0,400}\}) from '(?!\.)[^'\n]{1,99}';\n/gm;
const ownImports = /^import (?:type )?(?:\w+|\{[^{};']{0,400}\}) from '\.[^'\n]{1,99}';\n/gm;

/** The parts of a program: its imports, and the code below them. */
interface Parts {
  imports: string;
  code: string;
}

const read = new Map<string, Parts>();

/** The code that is the same for every team. @param driver the file that performs roles with one framework */
function partsOf(driver: string): Parts {
  const known = read.get(driver);
  if (known) return known;
  const texts = ['team', 'way', 'flow', 'prompt', 'start', driver].map(name =>
    readFileSync(join(programFolder, `${name}.ts`), 'utf8').replace(ownImports, ''),
  );
  const imports = new Set(texts.flatMap(text => text.match(packageImports) ?? []));
  const code = texts.map(text => text.replace(packageImports, '').trim()).join('\n\n');
  const parts = { imports: [...imports].sort().join(''), code };
  read.set(driver, parts);
  return parts;
}

/**
 * The text of a program.
 * @param usual code that gives tools their usual meaning, as entries of an object
 */
export function programOf(team: Team, driver: string, { imports, tool, usual }: Framework): string {
  const parts = partsOf(driver);
  const names = `${teamName(team)} ${team.version}`;
  return `/**
 * The team ${names}. To run it, pass the task and, for each work that is given, its name and a file:
 *
 *     npx tsx ${driver}/${team.name}.ts 'the task' ${givenWorks(team)
   .map(work => `${work}=${work}.md`)
   .join(' ')}
 *
 * or import \`run\` and pass programs, tools and models.
 */
${parts.imports}${imports}
const team: Team = ${literal(dataOf(team))};

const usualTools: Record<string, ${tool}[]> = {${usual.join('')}};

/** Runs the team on a task. */ export const run = (task: string, options: Options<${tool}> = {}): Promise<Result> =>
  runTeam(team, task, { ...options, tools: { ...usualTools, ...options.tools } });

${parts.code}

void fromTerminal(run, import.meta.url);
`;
}

interface Framework {
  /** Further imports. */
  imports: string;
  /** The type of its tools. */
  tool: string;
  usual: string[];
}

/** The works that roles read and no role writes. */
const givenWorks = (team: Team): string[] =>
  team.artifacts.filter(({ writers }) => writers.length === 0).map(({ id }) => id);

/** What the program knows of a team. */
export function dataOf(team: Team): Data {
  const { budget, calls } = team;
  return {
    name: team.name,
    entry: team.entry_role,
    roles: team.roles.map(({ id, performer, model_tier, count, tools, reads, writes, prompt }) => {
      const most = count?.max === undefined ? {} : { most: count.max };
      return { id, performer, tier: model_tier, ...most, tools, reads, writes, prompt };
    }),
    edges: team.edges.map(({ from, to, kind, loop }) => ({ from, to, kind, ...(loop && { loop }) })),
    loops: team.loops.map(({ id, max_rounds }) => ({ id, most: max_rounds })),
    forms: team.artifacts.flatMap(({ id, headings, json_schema }): Data['forms'] => {
      if (json_schema) return [{ work: id, schema: JSON.stringify(json_schema) }];
      return headings ? [{ work: id, headings }] : [];
    }),
    outputs: team.outputs.map(({ artifact }) => artifact),
    stops: team.stop_conditions,
    bounds: {
      agents: budget.max_agents,
      ...(budget.max_rounds !== undefined && { rounds: budget.max_rounds }),
      ...(calls !== undefined && { calls }),
      inputTokens: budget.input_tokens,
      outputTokens: budget.output_tokens,
      milliseconds: budget.elapsed_milliseconds,
    },
  };
}

/** Plain data as a literal of TypeScript. Keys are those of `Data`, whose names need no quotes. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map(item => literal(item, inner))
    : Object.entries(value).map(([key, item]) => `${key}: ${literal(item, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return `${open}${close}`;
  const line = `${open} ${items.join(', ')} ${close}`;
  if (line.length <= 100 && !line.includes('\n')) return isList ? `[${items.join(', ')}]` : line;
  return `${open}\n${items.map(item => `${inner}${item},\n`).join('')}${indent}${close}`;
}

const conditional = ({ when, order }: Edge): Lost => {
  if (when === undefined && order === undefined) return undefined;
  const what =
    when === undefined
      ? 'Its place in the order is not enforced.'
      : 'Its condition is a sentence, which a role judges.';
  return { what, instead: 'The role decides; nothing but declared edges is open to it.' };
};

const gateNote = (role: TeamRole, team: Team): string =>
  isGate(role) ? ` ${team.name}-gate.ts makes one that runs commands and counts rounds.` : '';

/** What a program loses of every team: what only someone's judgement can tell, and code that is not in the document. */
export const programRules: Rules = {
  role: (role, team) => [
    role.performer === 'program'
      ? {
          what: 'The code of the program is not part of the document.',
          instead: `The team does not start until you pass a function for it.${gateNote(role, team)}`,
        }
      : undefined,
    role.count && role.count.min > 1
      ? {
          what: 'That no fewer act in the role is not enforced.',
          instead: 'Whoever delegates to it decides.',
        }
      : undefined,
    role.count && role.count.max === undefined
      ? { what: 'It has no most, so one acts in the role at once.', instead: 'The others wait their turn.' }
      : undefined,
  ],
  edge: conditional,
  artifact: () => undefined,
  budget: () => undefined,
  stop: () => ({
    what: 'It is a sentence, which no code can judge.',
    instead: 'The run ends as soon as a role names it.',
  }),
  loop: () => ({
    what: 'What ends it early is a sentence, which no code can judge.',
    instead: 'A role judges it; the rounds are counted.',
  }),
};
