/** The roles, tools and edges of a formation, in the form in which a trace is checked against them. */
import { InvalidArgumentError } from 'commander';
import type { Team } from '../../../build/page/program/team.ts';
import { boundedOf, type Way, waysOf } from './way.ts';

/** The tools of the vocabulary for which each name in a trace may stand. */
export type ToolNames = ReadonlyMap<string, readonly string[]>;

export interface Declared {
  team: Team;
  /** The ways that messages may take, by the role that receives them. */
  waysTo: ReadonlyMap<string, readonly Way[]>;
  /** The ways that a message may take only a limited number of times. */
  bounded: ReadonlySet<Way>;
  loops: { id: string; most: number }[];
  bounds: { rounds?: number };
  /** The most agents that may act in each role at once. */
  most: ReadonlyMap<string, number>;
  tools: ToolNames;
  /** The names in the formation for agents and tools of the trace, as the person who checks it gives them. */
  renamed: ReadonlyMap<string, string>;
}

/**
 * Returns what a team declares, in the form for checking a trace.
 * @param tools the tools of the vocabulary, by their names in runtimes
 * @param renamed the names of roles and tools in the formation, by their names in the trace
 */
export function declaredBy(
  team: Team,
  tools: ToolNames,
  renamed: ReadonlyMap<string, string> = new Map(),
): Declared {
  const edges = team.edges.map(({ from, to, kind, loop }) => ({ from, to, kind, ...(loop && { loop }) }));
  const strict = waysOf({ edges, entry: team.entry_role });
  // Work that is read or reviewed reaches its reader, where no edge brings it.
  const back = edges
    .filter(({ kind }) => kind === 'reads' || kind === 'reviews')
    .map((edge): Way => ({ name: `back ${edge.from}`, edge, from: edge.to, to: edge.from }))
    .filter(way => !strict.some(({ from, to }) => from === way.from && to === way.to));
  const ways = [...strict, ...back];
  const { max_rounds: rounds } = team.budget;
  return {
    team,
    waysTo: new Map(team.roles.map(({ id }) => [id, ways.filter(({ to }) => to === id)])),
    bounded: boundedOf(strict),
    loops: team.loops.map(({ id, max_rounds }) => ({ id, most: max_rounds })),
    bounds: rounds === undefined ? {} : { rounds },
    most: new Map(
      team.roles.map(({ id, count }) => [id, count ? (count.max ?? Number.POSITIVE_INFINITY) : 1]),
    ),
    tools,
    renamed,
  };
}

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_.:/]+/g, '-');

/**
 * Returns the role that an agent of a trace performs, found by its id or by its name in an export; undefined for any other agent.
 */
export function roleOf({ team, renamed }: Declared, agent: string): string | undefined {
  const given = renamed.get(agent);
  if (given !== undefined) return team.roles.some(({ id }) => id === given) ? given : undefined;
  const name = plain(agent);
  return team.roles.find(({ id }) => [id, `${team.name}-${id}`, `role-${id}`].includes(name))?.id;
}

/** Tells whether an agent of a trace is the team as a whole, which contains its roles. */
export const isTeam = ({ team, renamed }: Declared, agent: string): boolean =>
  renamed.get(agent) === '-' || plain(agent) === team.name || plain(agent).endsWith(`-${team.name}`);

/** Returns the tools of the vocabulary for which a name in a trace may stand; an empty list for an unknown name. */
export function toolsOf({ tools, renamed, team }: Declared, name: string): readonly string[] {
  const given = renamed.get(name);
  if (given !== undefined) return [given];
  const known = tools.get(name);
  if (known) return known;
  const slug = plain(name);
  return tools.has(slug) || team.roles.some(role => role.tools.includes(slug)) ? [slug] : [];
}

/** The option that states the names of agents and tools of a trace in the formation. */
export const nameOption = [
  '--name <seen=declared>',
  'what an agent or tool of the trace is called in the formation; `-` for an agent that is no role',
] as const;

/**
 * Reads `SEEN=DECLARED` and adds it to the known names.
 * @throws InvalidArgumentError for any other text
 */
export function readName(text: string, known: ReadonlyMap<string, string>): Map<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Expected SEEN=DECLARED, such as pytest=run-tests.');
  return new Map([...known, [text.slice(0, at), text.slice(at + 1)]]);
}
