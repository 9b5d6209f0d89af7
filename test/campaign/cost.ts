/**
 * Inputs that are made to cost, at the size limit of every place that reads what is sent: what each costs the server in
 * processor time, whether twice the size costs much more than twice as much, and whether others are still served meanwhile.
 */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { doorTypes } from '#document/message/door.ts';
import { apiRoutes } from '#document/message/routes.ts';
import { compile } from '../../build/catalog/check/compile.ts';
import { branches } from '../../server/api/routes.ts';
import { openStore } from '../../server/store/store.ts';
import { costliestOfAll, coverageOf, reportCalls } from '../support/cost-call.ts';
import { entries } from '../support/cost-entry.ts';
import type { Entry } from '../support/cost-limit.ts';
import { type CostServer, type Sent, startCostServer } from '../support/cost-server.ts';
import { temporaryFolder } from '../support/folder.ts';
import { markdownShapes, yamlShapes } from '../support/nasty.ts';
import { randomFrom } from '../support/random.ts';
import { randomShape, type Shape } from '../support/shape.ts';
import { catalogDist } from '../support/shared.ts';
import { start } from '../support/store.ts';
import { issue } from '../support/tenant.ts';
import type { Campaign } from './campaign.ts';

const fullRounds = 20_000;

/** The largest factor by which doubling an input may raise its cost. */
const maxGrowth = 2.3;
/** Costs below this, in milliseconds, are not compared with those of half the size: they are mostly those of any request. */
const comparable = 1;

/** One input and what it cost. */
interface Finding {
  entry: string;
  shape: string;
  milliseconds: number;
  budget: number;
  growth: number;
  sent?: Sent;
}

export const campaign: Campaign = {
  description:
    'costly inputs: what each takes of the processor, how it grows with size, and who is still served',
  rounds: fullRounds,
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const findings = new Map<string, Finding>();
    const contents = contentEntries();
    for (let round = 0; round < rounds / 20; round += 1) {
      note(findings, await measure(pick(contents, random), random));
      say(`content ${round}: ${worstOf(findings)}`);
    }
    // Fewer rounds show that everything is asked: what it costs is judged where nothing else uses the machine.
    const isWhole = rounds >= fullRounds;
    const server = await startService();
    try {
      const costliest = await costliestOfAll(server, catalogDist(), isWhole, say);
      const all = server.entries;
      for (let round = 0; round < rounds; round += 1) {
        note(findings, await measure(byFamily(all, random), random));
        if (round % 50 === 0) say(`${round} of ${rounds}: ${worstOf(findings)}`);
      }
      const coverage = await coverageOf(costliest, catalogDist());
      // None is forgotten: a route or door that is added is asked at its costliest.
      const expected = {
        routes: Object.keys(apiRoutes).length,
        types: Object.keys(doorTypes).length,
        branches: branches.length,
      };
      assert.deepEqual(coverage, expected);
      const counts = { inputs: rounds + Math.ceil(rounds / 20), ...coverage };
      if (!isWhole) return counts;
      reportCalls(costliest);
      const median = await medianUnderFlood(server, findings);
      report(findings, median);
      return { ...counts, 'page under flood, median µs': Math.round(median * 1000) };
    } finally {
      server.close();
    }
  },
};

/** Something that reads texts: what one costs in milliseconds, measured roughly or well. */
interface Measured extends Pick<Entry, 'name' | 'budget' | 'limit' | 'shapes'> {
  cost(text: string, wellMeasured: boolean): Promise<number>;
  request?: Entry['request'];
}

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

/** Each family of entries as often as others, however many members it has. */
function byFamily(all: readonly Measured[], random: () => number): Measured {
  const family = (name: string) => name.split(/[ :]/)[0]!;
  const chosen = pick([...new Set(all.map(({ name }) => family(name)))], random);
  return pick(
    all.filter(({ name }) => family(name) === chosen),
    random,
  );
}

async function measure(entry: Measured, random: () => number): Promise<Finding> {
  const shape: Shape = random() < 0.5 ? pick(entry.shapes, random) : randomShape(entry.shapes, random);
  const text = shape.make(entry.limit);
  const finding = { entry: entry.name, shape: shape.name, budget: entry.budget, growth: 0 };
  const sent = entry.request?.(text);
  const rough = await entry.cost(text, false);
  if (rough < Math.max(comparable, entry.budget / 3)) return { ...finding, milliseconds: rough };
  let milliseconds = await entry.cost(text, true);
  if (milliseconds < comparable) return { ...finding, milliseconds };
  const half = Math.floor(entry.limit / 2);
  let growth = milliseconds / (await entry.cost(shape.make(half), true));
  // What looks bad is measured again: a pause of the machine or of the garbage collector must not decide.
  if (isBad({ ...finding, milliseconds, growth })) {
    milliseconds = Math.min(milliseconds, await entry.cost(text, true));
    growth = milliseconds / (await costNear(entry, shape, half));
  }
  return { ...finding, milliseconds, growth, ...(sent && { sent }) };
}

/** The most that a text of about a size costs: one that is cut within a unit may be refused sooner than others. */
async function costNear(entry: Measured, shape: Shape, size: number): Promise<number> {
  let most = 0;
  for (let less = 0; less < 4; less += 1)
    most = Math.max(most, await entry.cost(shape.make(size - less), true));
  return most;
}

/** Keeps the worst finding of each entry, and every one that must not be. */
function note(findings: Map<string, Finding>, finding: Finding): void {
  const key = isBad(finding) ? `${finding.entry} ${finding.shape}` : finding.entry;
  const known = findings.get(key);
  if (!known || known.milliseconds < finding.milliseconds) findings.set(key, finding);
}

const isBad = ({ milliseconds, budget, growth }: Finding): boolean =>
  milliseconds > budget || growth > maxGrowth;

const byShare = (a: Finding, b: Finding): number => b.milliseconds / b.budget - a.milliseconds / a.budget;

const worstOf = (findings: Map<string, Finding>): string => lineOf([...findings.values()].sort(byShare)[0]!);

const lineOf = ({ entry, shape, milliseconds, budget, growth }: Finding): string =>
  `${milliseconds.toFixed(2)} of ${budget} ms${growth > 0 ? `, ${growth.toFixed(2)}-fold` : ''}: ${entry}: ${shape}`;

/** Prints the worst, and throws where a bound was passed. */
function report(findings: Map<string, Finding>, median: number): void {
  const sorted = [...findings.values()].sort(byShare);
  for (const finding of sorted.slice(0, 25)) process.stdout.write(`${lineOf(finding)}\n`);
  process.stdout.write(`median of page requests under a flood of the worst: ${median.toFixed(2)} ms\n`);
  const bad = sorted.filter(isBad);
  if (bad.length > 0) throw new Error(`These cost too much:\n${bad.map(lineOf).join('\n')}`);
  if (median > 5) throw new Error('Others wait too long under a flood.');
}

const megabyte = 1024 * 1024;
const frontMatter = 64 * 1024;

/** Files of `content/`, compiled in this process. */
function contentEntries(): Measured[] {
  const files = ['patterns/x.md', 'guides/x.md', 'starters/x/1.0.0.md', 'research/x.md', 'domains/coding.md'];
  const cost = (file: string, frame: (text: string) => string) => (text: string, well: boolean) => {
    let best = Infinity;
    for (let time = 0; time < (well ? 3 : 1); time += 1) {
      const before = process.cpuUsage();
      compile(file, Buffer.from(frame(text)), 'http://catalog.test');
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000);
    }
    return Promise.resolve(best);
  };
  const guide = '---\ntitle: A\ndescription: B\n---\n\n';
  return files.flatMap(file => [
    {
      name: `content front matter ${file}`,
      budget: 1000,
      limit: frontMatter - 8,
      shapes: yamlShapes,
      cost: cost(file, text => `---\n${text}\n---\n`),
    },
    {
      name: `content body ${file}`,
      budget: 1000,
      limit: megabyte - guide.length,
      shapes: markdownShapes,
      cost: cost(file, text => guide + text),
    },
  ]);
}

interface Service extends CostServer {
  entries: Measured[];
}

/** A server over the catalog of this repository, with a tenant that may ask as often as it likes. */
async function startService(): Promise<Service> {
  const place = { dataDir: join(temporaryFolder(), 'data'), distDir: catalogDist() };
  const store = await openStore(place, start);
  const tenant = await issue(store, 'acme');
  const runner = await issue(store, 'acme', [], { runner: true });
  await store.accounts.setLimits('acme', new Map([['requests_per_minute', 1_000_000_000]]));
  await store.close();
  const server = await startCostServer(place);
  await warmUp(server, entries(tenant, runner));
  const measured = entries(tenant, runner).map(entry => ({
    ...entry,
    cost: (text: string, well: boolean) => costOf(server, entry, text, well),
  }));
  return { ...server, entries: measured };
}

/** The code of a server is compiled as it is used, which is not what is measured. */
async function warmUp(server: CostServer, all: readonly Entry[]): Promise<void> {
  for (const entry of all) {
    for (const shape of entry.shapes.slice(0, 8))
      await server.send(entry.request(shape.make(Math.min(entry.limit, 2000))));
  }
}

function costOf(server: CostServer, entry: Entry, text: string, well: boolean): Promise<number> {
  return server.cost(() => entry.request(text), well ? 6 : 1, well ? 4 : 1);
}

const floodMilliseconds = 5000;

/**
 * How long others wait for a page while four connections send the worst that was found: the median in milliseconds that the
 * server is at work meanwhile, since a machine that does other things makes everybody wait.
 */
async function medianUnderFlood(server: Service, findings: Map<string, Finding>): Promise<number> {
  const worst = [...findings.values()]
    .filter(({ sent }) => sent)
    .sort(byShare)
    .slice(0, 8);
  if (worst.length === 0) return 0;
  const until = Date.now() + floodMilliseconds;
  const flood = async (_: unknown, lane: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = lane; Date.now() < until; at += 1)
      await server.send(worst[at % worst.length]!.sent!, agent);
    agent.destroy();
  };
  const waits: number[] = [];
  const visit = async () => {
    const page: Sent = { method: 'GET', path: '/patterns/index.md', headers: {} };
    while (Date.now() < until) {
      const begun = server.served();
      await server.send(page);
      waits.push(server.served() - begun);
      await wait(5);
    }
  };
  await Promise.all([visit(), ...Array.from({ length: 4 }, flood)]);
  return waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]!;
}
