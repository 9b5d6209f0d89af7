/** Several processes: ours with WORKERS=2 beside the bare handler under `node:cluster` with 2 workers, on all cores. */
import { builtCatalog, pagesOf, writeBareList } from './catalog.ts';
import { contest } from './contest.ts';
import { canMeasure } from './cpu.ts';
import { requestsPerSecond } from './load.ts';
import type { Outcome, Setting } from './part.ts';
import { commandOf } from './process.ts';
import { atLeast, row } from './row.ts';
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
    ...{ path, anywhere: true, environment: { ...catalog.environment, WORKERS: workers } },
  });
  const bareEnvironment = { BENCH_PAGES: writeBareList(catalog, pages), BENCH_WORKERS: workers };
  const bare = await startPeer(
    'bare',
    () => [process.execPath, '--import', 'tsx', 'scripts/bench/peer/bare.ts'],
    { path, anywhere: true, environment: bareEnvironment },
  );
  const load = { paths: pages.map(page => page.path), headers: {}, status: 200 };
  try {
    const contestants = [ours, bare].map(peer => ({
      name: peer.name,
      measure: () => requestsPerSecond(peer, load, seconds, catalog.folder),
    }));
    const result = await contest(contestants, rounds, note);
    return {
      rows: [
        row({
          ...{
            part: 'workers',
            what: 'GET 4 KB, WORKERS=2',
            unit: canMeasure ? 'requests/cpu s' : 'requests/s',
          },
          ...{ ours: result.get('ours')!, peer: 'node:cluster, 2 workers', theirs: result.get('bare')! },
          goal: atLeast(0.95),
        }),
      ],
    };
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}
