/**
 * Floods of searches by a hostile client, with an ordinary one beside it, each a process of its own: through every door that searches
 * and through all of them at once, from one network and from as many as a proxy may name. The ordinary one keeps its pages and searches.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inAddress } from '../support/cost-door.ts';
import { callTool } from '../support/cost-entry-mcp.ts';
import { type CostServer, startCostServer } from '../support/cost-server.ts';
import type { Asked, FloodRequest, FloodSeen, FloodTask } from '../support/flood-client.ts';
import { temporaryFolder } from '../support/folder.ts';
import { program } from '../support/program.ts';
import { longestQuestion, questionFamilies } from '../support/question.ts';
import { catalogDist } from '../support/shared.ts';
import type { Campaign } from './campaign.ts';

/** A flood: through which doors, over how many connections, how many requests ahead on each, and from how many networks. */
interface Flood {
  name: string;
  doors: readonly Door[];
  connections: number;
  depth: number;
  networks: number;
}

const get = (path: string): FloodRequest => ({ method: 'GET', path, headers: {} });

const post = (path: string, query: string): FloodRequest => {
  const { method, headers, body } = callTool('search', { query });
  return { method, path, headers, body: body!.toString() };
};

/** The doors that search, each with the request for a question. */
const doors = {
  search: query => get(`/search.md?limit=20&q=${inAddress(query)}`),
  page: query => get(`/search.html?limit=20&q=${inAddress(query)}`),
  refusal: query => get(`/patterns/${query.replaceAll(/\W+/g, '-').slice(0, 60)}.html`),
  mcp: query => post('/mcp', query),
  openai: query => post('/mcp/openai', query),
} satisfies Record<string, (query: string) => FloodRequest>;
type Door = keyof typeof doors;

/** A flood over more connections, each from another network, looks like so many ordinary clients: searches wait or are refused. */
const fewConnections = 16;
const many = 65_536;
const all = Object.keys(doors) as Door[];

const floods: readonly Flood[] = [
  ...all.map(door => ({ name: door, doors: [door], connections: fewConnections, depth: 1, networks: many })),
  { name: 'all, one network', doors: all, connections: fewConnections, depth: 1, networks: 1 },
  { name: 'all', doors: all, connections: fewConnections, depth: 1, networks: many },
  { name: 'all, requests ahead', doors: all, connections: fewConnections, depth: 16, networks: many },
  { name: 'all, many connections', doors: all, connections: 256, depth: 1, networks: many },
];

const ordinary: readonly FloodRequest[] = [
  get('/llms.txt'),
  get('/search.md?q=fix+a+bug+in+a+repository'),
  post('/mcp', 'review a contract before it is signed'),
  get('/search.html?q=answer+the+mail+of+customers'),
  post('/mcp/openai', 'plan a journey for a family of five'),
];

const calmMilliseconds = 1500;
const floodMilliseconds = 4000;
/** The hostile client begins sooner than the ordinary one looks. */
const lead = 500;

export const campaign: Campaign = {
  description: 'floods of searches through every door: pages and ordinary searches stay answered',
  rounds: floods.length,
  goals: {
    'slowest median of pages, µs': 5000,
    'slowest 99th percentile of pages, µs': 50_000,
    'searches refused, %': 10,
  },
  async run({ rounds, say }) {
    const place = { dataDir: join(temporaryFolder(), 'data'), distDir: catalogDist() };
    const server = await startCostServer(place, { TRUST_PROXY: '1' });
    const worst = { median: 0, percentile: 0, refused: 0, answers: 0 };
    try {
      await requireAnswers(server);
      const questions = await worstQuestions(server, place.distDir, say);
      for (let round = 0; round < rounds; round += 1) {
        const flood = floods[round % floods.length]!;
        const calm = await ordinaryClient(server, calmMilliseconds);
        const { hostile, visitor } = await oneFlood(server, flood, questions, floodMilliseconds);
        const refused =
          visitor.searches.filter(({ status }) => status !== 200).length / visitor.searches.length;
        const served = visitor.pages.map(page => page.served);
        worst.median = Math.max(worst.median, share(served, 0.5));
        worst.percentile = Math.max(worst.percentile, share(served, 0.99));
        if (flood.connections <= fewConnections) worst.refused = Math.max(worst.refused, refused);
        worst.answers += Object.values(hostile.statuses).reduce((sum, count) => sum + count, 0);
        say(`${round + 1} of ${rounds}: ${flood.name}`);
        process.stdout.write(`${lineOf(flood.name, hostile, visitor, calm)}\n`);
      }
    } finally {
      server.close();
    }
    return {
      'answers to the floods': worst.answers,
      'slowest median of pages, µs': Math.round(worst.median * 1000),
      'slowest 99th percentile of pages, µs': Math.round(worst.percentile * 1000),
      'searches refused, %': Math.round(worst.refused * 100),
    };
  },
};

/**
 * Asks what the ordinary client asks, once.
 * @throws Error when anything is not answered without a flood: then what a flood refuses would not be known
 */
async function requireAnswers(server: CostServer): Promise<void> {
  for (const request of ordinary) {
    const { body, ...rest } = request;
    const status = await server.send({ ...rest, ...(body !== undefined && { body: Buffer.from(body) }) });
    if (status !== 200)
      throw new Error(`${request.path} is answered with ${status} while nothing else asks.`);
  }
}

/** How many different questions are asked: more than a server remembers. */
const differentQuestions = 2000;

/** Questions of the family that costs a server most. */
async function worstQuestions(
  server: CostServer,
  distDir: string,
  say: (text: string) => void,
): Promise<string[]> {
  let worst: { make: () => string; name: string; cost: number } | undefined;
  for (const { name, make } of await questionFamilies(distDir)) {
    const question = () => make(longestQuestion);
    const ask = () => callTool('search', { query: question() });
    for (let turn = 0; turn < 20; turn += 1) await server.send(ask());
    const cost = await server.cost(ask, 3, 10);
    say(`${cost.toFixed(2)} ms: ${name}`);
    if (!worst || cost > worst.cost) worst = { name, cost, make: question };
  }
  process.stdout.write(`The costliest question over MCP: ${worst!.name}, ${worst!.cost.toFixed(2)} ms\n`);
  return Array.from({ length: differentQuestions }, worst!.make);
}

async function oneFlood(
  server: CostServer,
  flood: Flood,
  questions: readonly string[],
  milliseconds: number,
) {
  const { connections, depth, networks } = flood;
  const requests = questions.map((question, at) => doors[flood.doors[at % flood.doors.length]!](question));
  const hostile = client(server, {
    milliseconds: milliseconds + 2 * lead,
    requests,
    hostile: { connections, depth, networks },
  });
  await new Promise(resolve => setTimeout(resolve, lead));
  const visitor = await ordinaryClient(server, milliseconds);
  return { hostile: await hostile, visitor };
}

const ordinaryClient = (server: CostServer, milliseconds: number): Promise<FloodSeen> =>
  client(server, { milliseconds, requests: ordinary });

let tasks = 0;

async function client({ port, pid }: CostServer, task: Omit<FloodTask, 'port' | 'pid'>): Promise<FloodSeen> {
  tasks += 1;
  const file = join(temporaryFolder(), `task-${tasks}.json`);
  writeFileSync(file, JSON.stringify({ port, pid, ...task }));
  const { stdout } = await promisify(execFile)(process.execPath, [
    await program('test/support/flood-client.ts'),
    file,
  ]);
  return JSON.parse(stdout) as FloodSeen;
}

/** The value below which a share of all values is. */
const share = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;

function lineOf(name: string, hostile: FloodSeen, visitor: FloodSeen, calm: FloodSeen): string {
  const answered = visitor.searches.filter(({ status }) => status === 200);
  return [
    `${name}: ${JSON.stringify(hostile.statuses)}`,
    `  pages: ${timesOf(visitor.pages)}`,
    `  pages before the flood: ${timesOf(calm.pages)}`,
    `  searches: ${answered.length} of ${visitor.searches.length} answered; ${timesOf(answered)}`,
  ].join('\n');
}

/** Times in milliseconds by the clock, and in brackets by the work of the server. */
function timesOf(asked: readonly Asked[]): string {
  const both = (part: number) =>
    (['elapsed', 'served'] as const).map(time =>
      share(
        asked.map(each => each[time]),
        part,
      ).toFixed(2),
    );
  const [median, percentile] = [both(0.5), both(0.99)];
  return `median ${median[0]} (${median[1]}), 99th percentile ${percentile[0]} (${percentile[1]}) ms of ${asked.length}`;
}
