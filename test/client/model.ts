/**
 * A scripted model: a server that speaks the four protocols in which agents ask models, and answers with calls of tools. What it
 * calls next follows from the results that it is sent, as a model would read them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './wire/anthropic.ts';
import { chat } from './wire/chat.ts';
import { gemini } from './wire/gemini.ts';
import { responses } from './wire/responses.ts';

/** The content of a request, whatever its protocol: the tools on offer, and the results of the calls so far. */
interface Asked {
  tools: { name: string }[];
  results: string[];
}

export interface Call {
  name: string;
  /** Its arguments; a text alone for a tool that takes free text. */
  values: Record<string, unknown> | string;
  /** The namespace of the tool, where it is not among those that are offered at once. */
  namespace?: string;
}

/** A protocol: which requests are its own, what they say, and how calls or the last word are written. */
export interface Wire {
  isFor(path: string): boolean;
  read(body: Record<string, unknown>): Asked;
  /** @param calls none for the last word; their ids begin with the number */
  answer(calls: readonly Call[], number: number, body: Record<string, unknown>, path: string): Answer;
}

export interface Answer {
  type: string;
  text: string;
}

export const wires: readonly Wire[] = [anthropic, responses, chat, gemini];

export interface Model {
  address: string;
  /** The outcome of each step so far, as a table shows it. */
  outcome: Record<string, string>;
  /** Requests that no protocol knows, for whoever looks for the reason of a failure. */
  strange: string[];
  close(): void;
}

/** Opens a model for one client. */
export async function openModel(): Promise<Model> {
  const outcome: Record<string, string> = {};
  const strange: string[] = [];
  let answers = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await readJson(request);
    const wire = wires.find(each => each.isFor(path));
    if (!wire || request.method !== 'POST') {
      strange.push(`${request.method} ${path}`);
      return send(response, { type: 'application/json', text: '{"data":[],"models":[]}' });
    }
    const asked = wire.read(body);
    const call = nextCall(asked, outcome);
    answers += 1;
    return send(response, wire.answer(call ? [call] : [], answers, body, path));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}`, outcome, strange, close };
}

export function send(response: ServerResponse, { type, text }: Answer): void {
  response.writeHead(200, { 'content-type': type });
  response.end(text);
}

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return {};
  }
}

interface Step {
  name: string;
  tool: string;
  values(results: readonly string[]): Record<string, unknown>;
  /** A pattern that the result must match. */
  expected: RegExp;
}

const page = '/patterns/react-loop.md';
const ticketIn = (results: readonly string[]) => /use_ticket: ([\w.-]+)/.exec(results.join('\n'))?.[1];

const steps: readonly Step[] = [
  {
    name: 'calls',
    tool: 'search',
    values: () => ({ query: 'fix a bug in a repository' }),
    expected: /\/patterns\//,
  },
  {
    name: 'null',
    tool: 'search',
    values: () => ({ query: 'fix a bug', kind: null, task_class: '', limit: '3' }),
    expected: /3\. /,
  },
  { name: 'ticket', tool: 'fetch', values: () => ({ path: page }), expected: /use_ticket: ut1\./ },
  {
    name: 'report',
    tool: 'report_outcome',
    values: results => ({ ticket: ticketIn(results) ?? 'none', outcome: 'worked' }),
    expected: /Accepted at/,
  },
];

/** Some agents have a tool of their own that lists what servers offer. */
const listing: Step = {
  name: 'resources',
  tool: 'list_mcp_resources',
  values: () => ({ server: 'catalog' }),
  // Some show a model only the beginning of a long list.
  expected: /\/domains\/\w+\.md/,
};

/** The name of a tool of the endpoint as an agent offers it: behind that of the server, among tools of the agent's own. */
const isNamed = (tool: string, name: string): boolean =>
  name === tool || name.endsWith(`catalog_${tool}`) || name.endsWith(`catalog__${tool}`);

/** Judges the results so far, and says which tool to call next; undefined when all is done, or there are no tools to call. */
function nextCall({ tools, results }: Asked, outcome: Record<string, string>): Call | undefined {
  const named = (tool: string) => tools.find(({ name }) => isNamed(tool, name))?.name;
  // Agents ask for titles and summaries too, and offer no tools then.
  if (!named('report_outcome')) return undefined;
  outcome.lists = ['search', 'fetch', 'get_pattern', 'list_starters'].every(named)
    ? 'yes'
    : 'no: not all tools';
  const all = named(listing.tool) ? [...steps, listing] : steps;
  for (const [at, { name, expected }] of all.entries()) {
    const result = results[at];
    if (result === undefined) break;
    outcome[name] = expected.test(result) ? 'yes' : `no: ${result.replace(/\s+/g, ' ').slice(0, 160)}`;
  }
  const step = all[results.length];
  return step && { name: named(step.tool)!, values: step.values(results) };
}
