/**
 * A scripted model that plays the session and every role of a team, and writes down what a runtime offers to each of them. The
 * model also answers `/reach/…`, which stands for the network.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, readJson, send, wires } from '../client/model.ts';
import { textsIn } from '../client/wire/text.ts';

/** Who asks the model: a role of a team, or the session that coordinates it. */
export interface Who {
  team: string;
  role?: string;
}

/** The offers that one of them had, and the results of its calls. */
export interface Heard {
  /** The tools of its first request. */
  tools: string[];
  model: string;
  /** All text of its first request. */
  text: string;
  /** How often it asked. */
  turns: number;
  /** The results of its calls, in their order. */
  results: string[];
}

/** A request of a role or session to the model, before it is answered. */
export interface Turn {
  who: Who;
  tools: string[];
  results: readonly string[];
  /** How often it asked before. */
  turn: number;
}

export interface Scene {
  address: string;
  /** By `team/role`, and by `team/` for the session. */
  heard: Map<string, Heard>;
  /** The keys of the roles and sessions that reached the network. */
  reached: Set<string>;
  /** Who started an agent that is not of its team. */
  started: Set<string>;
  /** The requests that no protocol knows, for whoever looks for the reason of a failure. */
  strange: string[];
  close(): void;
}

export const keyOf = ({ team, role = '' }: Who): string => `${team}/${role}`;

/** Returns the prompt for an agent that a role starts, by which it is known. */
export const startedBy = (who: Who): string => `Probe: started by ${keyOf(who)}.`;

/** The most that one conversation may ask: a runtime that never stops is stopped here. */
const maxTurns = 60;

/** A function that gives the next calls of a role or session, at once or after a while. */
type Next = (turn: Turn) => readonly Call[] | Promise<readonly Call[]>;

/** Opens the model. @param next what somebody calls next; nothing is its last word */
export async function openScene(next: Next): Promise<Scene> {
  const [heard, strange] = [new Map<string, Heard>(), [] as string[]];
  const [reached, started] = [new Set<string>(), new Set<string>()];
  let answers = 0;

  /** @returns the next calls of whoever asks */
  async function hear(body: Record<string, unknown>, path: string, wire: (typeof wires)[number]) {
    const text = textsIn(body);
    const who = whoAsks(text);
    for (const [, by] of text.matchAll(/Probe: started by ([a-z0-9-]+\/[a-z0-9-]+)\./g))
      if (!who || ![keyOf(who), `${keyOf(who)}session`].includes(by!)) started.add(by!);
    if (!who) return [];
    const { tools, results } = wire.read(body);
    const names = tools.map(({ name }) => name);
    const known = heard.get(keyOf(who));
    const model = String(body.model ?? /models\/([^:/]+)/.exec(path)?.[1]);
    const one = known ?? { tools: names, model, text, turns: 0, results: [] };
    heard.set(keyOf(who), one);
    one.turns += 1;
    if (results.length > one.results.length) one.results = results;
    return one.turns > maxTurns ? [] : next({ who, tools: names, results, turn: one.turns - 1 });
  }

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const [, by] = /^\/reach\/([a-z0-9-]+\/[a-z0-9-]+)/.exec(path) ?? [];
    if (by) reached.add(by);
    const wire = request.method === 'POST' ? wires.find(each => each.isFor(path)) : undefined;
    const body = await readJson(request);
    if (!wire) {
      if (!by) strange.push(`${request.method} ${path}`);
      return send(response, { type: 'application/json', text: '{"data":[],"models":[]}' });
    }
    const calls = await hear(body, path, wire);
    answers += 1;
    return send(response, wire.answer(calls, answers, body, path));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, heard, reached, started, strange, close };
}

/** Every role knows who it is, and the session which team it runs: the exports say so. */
function whoAsks(text: string): Who | undefined {
  const [, role, ofTeam] =
    /You are `([a-z0-9-]+)` in the team `(?:[a-z0-9-]+\/)?([a-z0-9-]+)`/.exec(text) ?? [];
  if (role && ofTeam) return { team: ofTeam, role };
  const [, team] = /Run the team `(?:[a-z0-9-]+\/)?([a-z0-9-]+)`/.exec(text) ?? [];
  return team ? { team } : undefined;
}
