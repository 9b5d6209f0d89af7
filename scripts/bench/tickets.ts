/**
 * Pages with use tickets: the cost of a ticket that is recorded durably before the response is sent, compared with the same page
 * without one and with a commit for each request; and the cost of a client whose cap is reached.
 */
import { join } from 'node:path';
import type { PageEntry } from '#build/text/manifest.ts';
import { type BuiltCatalog, builtCatalog, writeBareList } from './catalog.ts';
import { canMeasure } from './cpu.ts';
import { durableFolder } from './durable.ts';
import { type Load, requestRate } from './load.ts';
import type { Outcome, Setting } from './part.ts';
import { commandOf } from './process.ts';
import { type Rate, type RateContestant, rateContest } from './rate.ts';
import { atLeast, type Row, row } from './row.ts';
import { type Peer, startPeer } from './server.ts';
import { TicketSupply } from './ticket-supply.ts';

const documents = 3_500;
const pageCount = 2_000;

export async function ticketsPart({ rounds, seconds, note }: Setting): Promise<Outcome> {
  note('building the catalog to be served');
  const catalog = await builtCatalog(documents, 'tickets');
  const pages = catalog.manifest.pages.filter(page => page.ticket).slice(0, pageCount);
  const peers = await startPeers(catalog, pages);
  try {
    const paths = pages.map(page => page.path);
    const plain: Load = { paths, headers: {}, status: 200 };
    const library: Load = { paths, headers: { 'User-Agent': 'curl/8.5.0' }, status: 200 };
    const ask = (name: string, peer: Peer, load: Load): RateContestant => ({
      name,
      measure: () => requestRate(peer, load, seconds, catalog.folder),
    });
    const contestants = [
      ask('plain', peers.raised, plain),
      ask('ticketed', peers.raised, library),
      ask('obvious', peers.obvious, library),
      ask('plain of capped', peers.capped, plain),
      ask('capped', peers.capped, library),
    ];
    const rates = await rateContest(contestants, rounds, note);
    return { rows: rowsOf(rates), figures: { pages: pages.length, rates: Object.fromEntries(rates) } };
  } finally {
    await Promise.all(Object.values(peers).map(peer => peer.stop()));
  }
}

/** Ours with caps out of reach, ours with the default caps, and the obvious way. */
async function startPeers(catalog: BuiltCatalog, pages: readonly PageEntry[]) {
  const serve = () => ['sh', '-c', `exec ${commandOf('serve')}`];
  const path = pages[0]!.path;
  const ours = (dataDir: string) =>
    startPeer('ours', serve, { path, environment: { ...catalog.environment, DATA_DIR: dataDir } });
  const raisedPlace = { dataDir: durableFolder('tickets') };
  const supply = await TicketSupply.open(raisedPlace);
  await supply.raiseCaps();
  await supply.close();
  return {
    raised: await ours(raisedPlace.dataDir),
    capped: await ours(durableFolder('tickets-capped')),
    obvious: await startPeer(
      'obvious',
      () => [process.execPath, '--import', 'tsx', 'scripts/bench/peer/obvious.ts'],
      {
        path,
        environment: {
          NODE_ENV: 'production',
          BENCH_PAGES: await writeBareList(catalog, pages),
          BENCH_DATABASE: join(durableFolder('tickets-obvious'), 'obvious.sqlite'),
        },
      },
    ),
  };
}

/** What waits for a disk is measured by the clock; what only computes, by processor time. */
function rowsOf(rates: ReadonlyMap<string, Rate>): Row[] {
  const clock = (name: string) => rates.get(name)!.perSecond;
  const cpu = (name: string) => rates.get(name)!.perCpuSecond ?? clock(name);
  const cpuUnit = canMeasure ? 'requests/cpu s' : 'requests/s';
  const part = 'tickets';
  const what = 'GET with a ticket, SQLite';
  return [
    row({
      part,
      what,
      unit: 'requests/s',
      ours: clock('ticketed'),
      peer: 'plain GET',
      theirs: clock('plain'),
      goal: atLeast(0.45),
    }),
    row({
      part,
      what,
      unit: cpuUnit,
      ours: cpu('ticketed'),
      peer: 'plain GET',
      theirs: cpu('plain'),
    }),
    row({
      part,
      what,
      unit: 'requests/s',
      ours: clock('ticketed'),
      peer: 'a commit for each',
      theirs: clock('obvious'),
      goal: atLeast(7),
    }),
    row({
      part,
      what,
      unit: cpuUnit,
      ours: cpu('ticketed'),
      peer: 'a commit for each',
      theirs: cpu('obvious'),
    }),
    row({
      part,
      what: 'GET of a client at its cap',
      unit: cpuUnit,
      ours: cpu('capped'),
      peer: 'plain GET',
      theirs: cpu('plain of capped'),
      goal: atLeast(0.9),
    }),
  ];
}
