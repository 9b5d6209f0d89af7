/**
 * MCP: ours compared with the pattern that the SDK documents, in both of its generations, on one core each: `fetch` of one page
 * with and without a ticket, and `tools/list`. Then what many calls of all sorts leave in memory.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageEntry } from '#build/text/manifest.ts';
import { capNames, maxOfCap } from '../../server/ticket/caps.ts';
import { type BuiltCatalog, builtCatalog, writeBareList } from './catalog.ts';
import { type Contestant, contest } from './contest.ts';
import { canMeasure } from './cpu.ts';
import { autocannon } from './load.ts';
import { allSorts, type Call, callsPerSecond, fetchOf, modern, toolsList } from './mcp-load.ts';
import type { Outcome, Setting } from './part.ts';
import { commandOf, run } from './process.ts';
import { atLeast, atMost, type Row, row } from './row.ts';
import { type Peer, startPeer } from './server.ts';

const documents = 100;
/** Calls sent before the first look at the memory, and before the second. */
const warmingCalls = 20_000;
const manyCalls = 100_000;

export async function mcpPart(setting: Setting): Promise<Outcome> {
  setting.note('building the catalog to be served');
  const catalog = await builtCatalog(documents, 'mcp');
  const { rows, figures } = await speed(catalog, setting);
  const heap = await memory(catalog, setting);
  return { rows: [...rows, heap], figures };
}

async function speed(catalog: BuiltCatalog, { rounds, seconds, note }: Setting) {
  const pages = pagesToFetch(catalog);
  const peers = await startPeers(catalog, Object.values(pages));
  try {
    await raiseCaps(catalog);
    const contestants = [...peers.values()].flatMap(peer =>
      callsFor(peer.name, pages).map(
        ([name, call]): Contestant => ({
          name: `${peer.name}: ${name}`,
          measure: () => callsPerSecond(peer, call, seconds, catalog.folder),
        }),
      ),
    );
    // Every way through a server is compiled before it counts: what is compared are servers that run for long.
    await contest(contestants, 1, round => note(`warming up, ${round}`));
    const result = await contest(contestants, rounds, note);
    return { rows: rowsOf(result), figures: Object.fromEntries(result) };
  } finally {
    await Promise.all([...peers.values()].map(peer => peer.stop()));
  }
}

/** A page that issues a ticket and one that does not, of similar size. */
function pagesToFetch({ manifest }: BuiltCatalog): Record<'ticketed' | 'plain', PageEntry> {
  const ticketed = manifest.pages.find(({ kind }) => kind === 'pattern')!;
  const distance = ({ size }: PageEntry) => Math.abs(size - ticketed.size);
  const [plain] = manifest.pages
    .filter(({ kind }) => kind === 'research_record')
    .sort((a, b) => distance(a) - distance(b));
  return { ticketed, plain: plain! };
}

async function startPeers(
  catalog: BuiltCatalog,
  pages: readonly PageEntry[],
): Promise<ReadonlyMap<string, Peer>> {
  const documented = (generation: string) => [
    process.execPath,
    '--import',
    'tsx',
    `scripts/bench/peer/mcp-${generation}.ts`,
  ];
  const environment = { BENCH_PAGES: await writeBareList(catalog, pages), NODE_ENV: 'production' };
  const started = [
    await startPeer('ours', () => ['sh', '-c', `exec ${commandOf('serve')}`], {
      environment: catalog.environment,
      path: '/llms.txt',
    }),
    await startPeer('first', () => documented('first'), { environment }),
    await startPeer('second', () => documented('second'), { environment }),
  ];
  return new Map(started.map(peer => [peer.name, peer]));
}

/** Every call comes from one network, which is to get a ticket each time. */
async function raiseCaps({ environment }: BuiltCatalog): Promise<void> {
  const caps = capNames.filter(name => name.startsWith('visitor'));
  const options = caps.map(cap => `--set ${cap}=${maxOfCap(cap)}`).join(' ');
  await run(`tsx scripts/operator.ts tickets caps ${options}`, environment);
}

const revisions = { first: '2025-11-25', second: '2026-07-28' } as const;

/** What a server is asked: ours everything, each generation of the SDK what it speaks. */
function callsFor(peer: string, { plain, ticketed }: ReturnType<typeof pagesToFetch>): [string, Call][] {
  return Object.entries(revisions)
    .filter(([generation]) => peer === 'ours' || peer === generation)
    .flatMap(([generation, revision]): [string, Call][] => {
      const inEra = (call: Call) => (generation === 'second' ? modern(call) : call);
      return [
        [`fetch, ${revision}`, inEra(fetchOf(plain.path))],
        [`fetch with a ticket, ${revision}`, inEra(fetchOf(ticketed.path, { ticket: peer === 'ours' }))],
        [`tools/list, ${revision}`, inEra(toolsList)],
      ];
    });
}

const rowsOf = (result: ReadonlyMap<string, number>): Row[] =>
  Object.entries(revisions).flatMap(([generation, revision]) =>
    ['fetch', 'fetch with a ticket', 'tools/list'].map(what =>
      row({
        part: 'mcp',
        what: `${what}, ${revision}`,
        unit: canMeasure ? 'calls/cpu s' : 'calls/s',
        ours: result.get(`ours: ${what}, ${revision}`)!,
        peer: `SDK as documented, ${generation} generation`,
        theirs: result.get(`${generation}: ${what}, ${revision}`)!,
        goal: atLeast(4),
      }),
    ),
  );

/** The heap after a hundred thousand calls, compared with the heap after the first ones. */
async function memory(catalog: BuiltCatalog, { note }: Setting): Promise<Row> {
  const file = `${catalog.folder}/heap`;
  const command = ['--import', 'tsx', '--import', './scripts/bench/mcp-heap.mjs', 'server/main.ts'];
  const server = await startPeer('ours', () => [process.execPath, ...command], {
    environment: { ...catalog.environment, BENCH_HEAP_FILE: file },
    path: '/llms.txt',
  });
  const calls = allSorts(pagesToFetch(catalog).ticketed.path);
  const heapAfter = async (count: number) => {
    note(`memory: ${count} calls`);
    await autocannon(server, { amount: count, requests: calls }, catalog.folder);
    process.kill(server.pid, 'SIGUSR2');
    while (!existsSync(file)) await sleep(20);
    const bytes = Number(readFileSync(file, 'utf8'));
    rmSync(file);
    return bytes / 2 ** 20;
  };
  try {
    const before = await heapAfter(warmingCalls);
    const after = await heapAfter(manyCalls);
    return row({
      part: 'mcp',
      what: `heap after ${manyCalls.toLocaleString('en')} more calls`,
      unit: 'MiB',
      ours: after,
      peer: `after ${warmingCalls.toLocaleString('en')}`,
      theirs: before,
      goal: atMost(1.1),
    });
  } finally {
    await server.stop();
  }
}
