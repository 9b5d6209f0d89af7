/** Programs: one TypeScript file that holds a team as data and all that runs it, but for the packages that it names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edge } from '#build/kind/topology.ts';
import { toolVerbs } from '#build/verb/index.ts';
import type { Team as Data } from '../program/team.ts';
import type { ExportFile, Lost, Rules } from './target.ts';
import { type Team, type TeamRole, teamName } from './team.ts';
import type { Tools } from './tool.ts';
import { quoted } from './write.ts';

/** The code that programs have in common. */
const programFolder = join(import.meta.dirname, '../program');
const verbFolder = join(import.meta.dirname, '../verb');

/** The tools of the vocabulary that every program has. */
const usualTools = Object.keys(toolVerbs);

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

const packageImports = /^import (?:type )?\{([^{};']{0,600})\} from '((?!\.)[^'\n]{1,99})';\n/gm;
const ownImports = /^import (?:type )?\{[^{};']{0,600}\} from '\.[^'\n]{1,99}';\n/gm;

/** The parts of a program: its imports, and the code below them. */
interface Parts {
  imports: string;
  code: string;
}

const read = new Map<string, Parts>();

/** The files of a program, each after those that it imports: a file runs from top to bottom. */
const verbFiles = [
  'folder',
  'command',
  'web',
  'verb',
  'file',
  'list',
  'rating',
  'text',
  'queue',
  'patch',
  'index',
];
const runFiles = ['team', 'way', 'hand', 'flow', 'prompt', 'tools', 'start', 'terminal'];

/** The code that is the same for every team. @param driver the file that performs roles with one framework */
function partsOf(driver: string): Parts {
  const known = read.get(driver);
  if (known) return known;
  const textOf = (path: string) => readFileSync(path, 'utf8').replace(ownImports, '');
  // Comments are kept where they tell those who run a program what they may pass: the others are for those who change the code.
  const told = ['team', 'start'];
  const texts = [
    ...verbFiles.map(name => withoutComments(textOf(join(verbFolder, `${name}.ts`)))),
    ...[...runFiles, driver].map(name => {
      const text = textOf(join(programFolder, `${name}.ts`));
      return told.includes(name) ? text : withoutComments(text);
    }),
  ];
  const code = texts.map(text => text.replace(packageImports, '').trim()).join('\n\n');
  const parts = { imports: importsOf(texts), code };
  read.set(driver, parts);
  return parts;
}

/** A text of TypeScript without empty lines, and without comments that have lines of their own. */
function withoutComments(text: string): string {
  let inside = false;
  const kept = text.split('\n').filter(line => {
    const words = line.trim();
    inside ||= words.startsWith('/**');
    const isComment = inside || words.startsWith('// ') || words === '';
    if (words.endsWith('*/')) inside = false;
    return !isComment;
  });
  return kept.join('\n');
}

/** The imports of several files as those of one, with each name once. */
function importsOf(texts: readonly string[]): string {
  const names = new Map<string, Set<string>>();
  for (const text of texts)
    for (const [line, list = '', from = ''] of text.matchAll(packageImports)) {
      const found = list
        .split(',')
        .map(name => name.trim())
        .filter(Boolean);
      const isType = line.startsWith('import type');
      const known = names.get(from) ?? new Set();
      for (const name of found) known.add(isType ? `type ${name}` : name);
      names.set(from, known);
    }
  return [...names.keys()]
    .sort()
    .map(from => {
      const list = [...names.get(from)!].filter(
        name => !name.startsWith('type ') || !names.get(from)!.has(name.slice(5)),
      );
      return `import { ${list.sort().join(', ')} } from '${from}';\n`;
    })
    .join('');
}

/**
 * The text of a program.
 * @param usual code that gives tools their usual meaning, as entries of an object
 */
export function programOf(team: Team, driver: string, { imports, tool, usual }: Framework): string {
  const parts = partsOf(driver);
  const names = `${teamName(team)} ${team.version}`;
  const words = givenWorks(team).map(work => `${work}=${work}.md`);
  return `/**
 * The team ${names}. Set OPENAI_API_KEY, and MODEL to the name of a model, or MODEL_SMALL, MODEL_MEDIUM and MODEL_LARGE. Write each work that
 * is given into its file. Then:
 *
 *     npx tsx ${[`${driver}/${team.name}.ts`, "'the task'", ...words].join(' ')}
 *
 * Roles read and write files below the present folder, or that of --folder DIR, and no others. No command runs unless you allow it:
 * --command 'tests=npm test' allows that one, --shell every one. --program ROLE=FILE performs a role by the function that a module
 * exports as its default, --tool NAME=FILE connects a tool to one, and --site HOST allows pages of a host that is not on the open web.
 *
 * Or import \`run\` and pass models, tools, programs and connections.
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

/**
 * The roles that may end a run: those that write what it delivers, and the one that begins it where work comes back to it. Of several
 * who act in a role at once, none knows whether the others are done. Where a document names no outputs, whoever passes nothing on may
 * end the run too.
 */
function stoppingRoles({ roles, edges, outputs, entry_role }: Team): string[] {
  const isBack = (id: string) => id === entry_role && edges.some(({ to }) => to === id);
  const isLast = (id: string) => outputs.length === 0 && !edges.some(({ from }) => from === id);
  const delivers = (writes: readonly string[]) => outputs.some(({ artifact }) => writes.includes(artifact));
  const able = roles.filter(({ id, writes }) => delivers(writes) || isBack(id) || isLast(id));
  const single = able.filter(({ count }) => count === undefined);
  const found = single.length > 0 ? single : able.length > 0 ? able : roles;
  return found.map(({ id }) => id);
}

/** What the program knows of a team. */
export function dataOf(team: Team): Data {
  const { budget, calls } = team;
  const stopping = stoppingRoles(team);
  return {
    name: team.name,
    goal: team.goal,
    flow: team.flow,
    entry: team.entry_role,
    roles: team.roles.map(({ id, performer, model_tier, count, tools, reads, writes, prompt }) => {
      const most = count?.max === undefined ? {} : { most: count.max };
      const stops = stopping.includes(id);
      return { id, performer, tier: model_tier, ...most, tools, reads, writes, stops, prompt };
    }),
    edges: team.edges.map(({ from, to, kind, when, loop }) => ({
      ...{ from, to, kind },
      ...(when !== undefined && { when }),
      ...(loop && { loop }),
    })),
    loops: team.loops.map(({ id, max_rounds, until }) => ({ id, most: max_rounds, until })),
    forms: team.artifacts.flatMap(({ id, description, headings, json_schema }): Data['forms'] => {
      const form = json_schema ? { schema: JSON.stringify(json_schema) } : headings ? { headings } : {};
      return description === undefined && Object.keys(form).length === 0
        ? []
        : [{ work: id, says: description ?? '', ...form }];
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

/** Tools that reach nothing before somebody connects them. */
function unconnectedLoss({ performer, tools }: TeamRole, hosted: readonly string[]): Lost {
  const missing =
    performer === 'person' ? [] : tools.filter(tool => !usualTools.includes(tool) && !hosted.includes(tool));
  if (missing.length === 0) return undefined;
  return {
    what: `Nothing is connected as ${missing.join(', ')}.`,
    instead: 'The role is told so, unless you connect it.',
  };
}

/**
 * What a program loses of every team: what only someone's judgement can tell, code that is not in the document, and systems that it
 * cannot know.
 * @param hosted the tools that the framework brings
 */
export const programRules = (hosted: (tools: Tools) => readonly string[]): Rules => ({
  role: (role, team, tools) => [
    role.performer === 'program'
      ? {
          what: 'The code of the program is not part of the document.',
          instead: `A model carries out its section with the verbs of programs, unless you pass its code.${gateNote(role, team)}`,
        }
      : undefined,
    unconnectedLoss(role, hosted(tools)),
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
});
