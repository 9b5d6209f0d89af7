/** What roles use where whoever starts the run passes nothing else. */
import { z } from 'zod';
import { plainVerbs, toolVerbs } from '../verb/index.ts';
import { defineVerb, type Place, type Verb } from '../verb/verb.ts';
import type { Role } from './team.ts';

/** What answers a request to a system that only its owner can reach, such as a mailbox. */
export type Connection = (request: string) => unknown;

/** What roles may reach, of which whoever starts the run says what. */
export interface Reach {
  place?: Partial<Place>;
  connections?: Record<string, Connection>;
}

/** Nothing but the files of the present folder, and the open web. */
export const placeOf = ({ place = {} }: Reach): Place => ({
  folder: place.folder ?? process.cwd(),
  commands: place.commands ?? {},
  shell: place.shell ?? false,
  sites: place.sites ?? [],
});

/** Whether a tool does something without a connection. */
const isUsual = (tool: string, { connections = {} }: Reach): boolean =>
  toolVerbs[tool] !== undefined || connections[tool] !== undefined;

/** A tool of the vocabulary that reaches a system of its own. Without a connection it says so to whoever calls it. */
function connected(tool: string, connection: Connection | undefined): Verb {
  const description = connection ? `Sends a request to ${tool}.` : `${tool}: nothing is connected here.`;
  return defineVerb(tool.replaceAll('-', '_'), description, { request: z.string() }, ({ request }) =>
    connection
      ? connection(request)
      : `Nothing is connected as ${tool}. Go on without it, and say in your work what you could not find out or do.`,
  );
}

/** The verbs that a tool of the vocabulary stands for. */
export function verbsFor(tool: string, reach: Reach): readonly Verb[] {
  const own = reach.connections?.[tool];
  return own ? [connected(tool, own)] : (toolVerbs[tool] ?? [connected(tool, undefined)]);
}

/** What a role that is a program may use beside its tools: verbs that compute, queues, and what it is given to read. */
export const verbsOfProgram = (role: Role, reach: Reach): readonly Verb[] =>
  role.performer === 'program' ? [...plainVerbs, ...verbsFor('read-files', reach)] : [];

/** Tools by name, each once. */
export const eachOnce = <Tool extends object>(tools: readonly Tool[]): Tool[] => [
  ...new Map(tools.map((tool, at) => ['name' in tool ? tool.name : at, tool])).values(),
];

/** The tools of roles that reach nothing yet, in their order. */
export const unconnected = (roles: readonly Role[], known: readonly string[], reach: Reach): string[] => [
  ...new Set(
    roles.flatMap(role => role.tools).filter(tool => !isUsual(tool, reach) && !known.includes(tool)),
  ),
];
