/** Scripts of workflows: a team as plain data, and the code that runs it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'sucrase';
import type { Team, TeamRole } from './team.ts';
import type { Team as Data } from './workflow/data.ts';
import { quoted } from './write.ts';

const imports = /^import (?:type )?\{[^{}]{0,400}\} from '[^'\n]{1,99}';\n/gm;

const codeFolder = join(import.meta.dirname, 'workflow');

let made: string | undefined;

/** The code that is the same for every team, as plain JavaScript: Claude Code takes no types and no modules. */
function workflowCode(): string {
  made ??= ['way', 'answer', 'run']
    .map(name => readFileSync(join(codeFolder, `${name}.ts`), 'utf8'))
    .map(text =>
      transform(text.replace(imports, ''), { transforms: ['typescript'], disableESTransforms: true }),
    )
    .map(({ code }) => code.replaceAll(/^export /gm, '').trim())
    .join('\n\n')
    .concat(
      '\n\nreturn await runTeam(team, args, { agent, parallel, log, budget, setTimeout, clearTimeout });\n',
    );
  return made;
}

export const dataBegins = ';\n\nconst team = ';
export const codeBegins = ';\n\n';
export const metaBegins = 'export const meta = ';

interface Meta {
  name: string;
  description: string;
  whenToUse: string;
  phases: { title: string }[];
}

/** The script of a workflow. Keys and texts are quoted, so that whatever they hold is data. */
export const scriptOf = (meta: Meta, data: Data): string =>
  `${metaBegins}${literal(meta)}${dataBegins}${literal(data)}${codeBegins}${workflowCode()}`;

/** Plain data as JSON that is JavaScript too: there the key `__proto__` would be no key, so it is left out. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map(item => literal(item, inner))
    : Object.entries(value)
        .filter(([key, item]) => key !== '__proto__' && item !== undefined)
        .map(([key, item]) => `${quoted(key)}: ${literal(item, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= 100 && !line.includes('\n')) return line;
  return `${open}\n${items.map(item => `${inner}${item}`).join(',\n')}\n${indent}${close}`;
}

/** Returns the plain data of a team for a workflow. @param agent the name of the agent of a role */
export function dataOf(
  team: Team,
  agent: (role: TeamRole) => string,
  isolated: (role: TeamRole) => boolean,
): Data {
  const { budget, calls } = team;
  return {
    name: team.name,
    entry: team.entry_role,
    roles: team.roles.map(role => ({
      ...{ id: role.id, performer: role.performer, reads: role.reads, writes: role.writes },
      ...(role.performer === 'person' ? { prompt: role.prompt } : { agent: agent(role) }),
      ...(role.count && role.count.min > 1 && { least: role.count.min }),
      ...(role.count && { most: role.count.max ?? Math.max(role.count.min, budget.max_agents) }),
      ...(isolated(role) && { isolated: true }),
    })),
    edges: team.edges.map(({ from, to, kind, loop, when, order }) => ({
      ...{ from, to, kind },
      ...(loop !== undefined && { loop }),
      ...(when !== undefined && { when }),
      ...(order !== undefined && { order }),
    })),
    loops: team.loops.map(({ id, max_rounds, until }) => ({ id, most: max_rounds, until })),
    forms: team.artifacts.flatMap(({ id, headings, json_schema }): Data['forms'] => {
      if (json_schema) return [{ work: id, schema: json_schema }];
      return headings ? [{ work: id, headings }] : [];
    }),
    outputs: team.outputs.map(({ artifact }) => artifact),
    stops: team.stop_conditions.map(says => ({ says, judges: judgesOf(says, team).map(({ id }) => id) })),
    bounds: {
      agents: budget.max_agents,
      ...(budget.max_rounds !== undefined && { rounds: budget.max_rounds }),
      ...(calls !== undefined && { calls }),
      outputTokens: budget.output_tokens,
      milliseconds: budget.elapsed_milliseconds,
    },
  };
}

/**
 * The roles that are asked whether a stop condition holds: those that it names, or whose works it names; else those that write what
 * the team delivers.
 */
export function judgesOf(stop: string, { roles, outputs }: Pick<Team, 'roles' | 'outputs'>): TeamRole[] {
  const words = new Set(stop.toLowerCase().match(/[a-z0-9]+(?:-[a-z0-9]+)*/g));
  const able = roles.filter(({ performer }) => performer !== 'person');
  const named = able.filter(({ id, writes }) => words.has(id) || writes.some(work => words.has(work)));
  if (named.length > 0) return named;
  const delivering = able.filter(({ writes }) => outputs.some(({ artifact }) => writes.includes(artifact)));
  return delivering.length > 0 ? delivering : able;
}
