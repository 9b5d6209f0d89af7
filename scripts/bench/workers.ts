/**
 * Several processes, on all cores: ours with WORKERS=2 compared with the bare handler under `node:cluster` with 2 workers, and
 * beside the same handler with bodies that are longer by our headers. All share the cores with the load, which has more
 * to read where answers are longer: the second tells how much of the difference that is.
 */
import { get } from 'node:http';
import { builtCatalog, pagesOf, writeBareList } from './catalog.ts';
import { contest } from './contest.ts';
import { canMeasure } from './cpu.ts';
import { requestsPerSecond } from './load.ts';
import type { Outcome, Setting } from './part.ts';
import { commandOf } from './process.ts';
import { atLeast, type Row, row } from './row.ts';
import { startPeer } from './server.ts';

const documents = 3_500;
const pageCount = 2_000;
const workers = '2';

export async function workersPart({ rounds, seconds, note }: Setting): Promise<Outcome> {
  note('building the catalog to be served');
  const catalog = await builtCatalog(documents, 'workers');
  const pages = pagesOf(catalog, pageCount);
  const path = pages[0]!.path;
  const ours = await startPeer('ours', () => ['sh', '-c', `exec ${commandOf('serve')}`], {
    path,
    anywhere: true,
    environment: { ...catalog.environment, WORKERS: workers },
  });
  const ends = [ours.stop];
  const list = await writeBareList(catalog, pages);
  const startBare = async (name: string, padding: number) => {
    const environment = { BENCH_PAGES: list, BENCH_WORKERS: workers, BENCH_PADDING: String(padding) };
    const command = () => [process.execPath, '--import', 'tsx', 'scripts/bench/peer/bare.ts'];
    const peer = await startPeer(name, command, { path, anywhere: true, environment });
    ends.push(peer.stop);
    return peer;
  };
  const load = { paths: pages.map(page => page.path), headers: {}, status: 200 };
  try {
    const bare = await startBare('bare', 0);
    const more = (await headBytes(ours.port, path)) - (await headBytes(bare.port, path));
    const peers = [ours, bare, await startBare('as long', more)];
    const contestants = peers.map(peer => ({
      name: peer.name,
      measure: () => requestsPerSecond(peer, load, seconds, catalog.folder),
    }));
    const result = await contest(contestants, rounds, note);
    return {
      rows: [
        rowOf(result, 'bare', 'node:cluster, 2 workers'),
        rowOf(result, 'as long', 'node:cluster, 2 workers, as many bytes'),
      ],
    };
  } finally {
    await Promise.all(ends.map(end => end()));
  }
}

const rowOf = (result: ReadonlyMap<string, number>, name: string, peer: string): Row =>
  row({
    part: 'workers',
    what: 'GET 4 KB, WORKERS=2',
    unit: canMeasure ? 'requests/cpu s' : 'requests/s',
    ours: result.get('ours')!,
    peer,
    theirs: result.get(name)!,
    goal: atLeast(0.95),
  });

/** How many bytes the head of an answer has. */
function headBytes(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent: false, headers: { Connection: 'keep-alive' } }, answer => {
      answer.destroy();
      const { rawHeaders } = answer;
      // Each name and each value is followed by two characters.
      resolve(rawHeaders.reduce((sum, each) => sum + each.length + 2, 0));
    }).on('error', reject);
  });
}
