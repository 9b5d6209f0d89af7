/** Growth: the main rows at 100 to 10,000 documents (100,000 with BENCH_LARGE=1), as a plot beside the JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildPlace } from './build.ts';
import { type BuiltCatalog, builtCatalog, pagesOf } from './catalog.ts';
import { requestsPerSecond } from './load.ts';
import type { Outcome, Setting } from './part.ts';
import { plot, type Series } from './plot.ts';
import { commandOf } from './process.ts';
import { startPeer } from './server.ts';
import { startOnce } from './start.ts';

const sizes = [100, 1_000, 10_000, ...(process.env.BENCH_LARGE ? [100_000] : [])];

export async function growthPart({ seconds, note }: Setting): Promise<Outcome> {
  const names = ['cold build', 'build after one edit', 'start', 'one request'] as const;
  const series: Series[] = names.map(name => ({ name, points: [] }));
  for (const documents of sizes) {
    note(`${documents} documents`);
    const place = new BuildPlace(documents, 'growth');
    const cold = await place.cold();
    const edited = await place.edited();
    const catalog = await builtCatalog(documents, 'growth');
    const start = await startOnce(catalog, () => undefined);
    const request = 1000 / (await requestRate(catalog, seconds));
    for (const [index, value] of [cold, edited, start, request].entries())
      series[index]!.points.push({ x: documents, y: value });
  }
  const file = save(plot('Cost by the number of documents', 'documents', 'milliseconds', series));
  return { rows: [], figures: { series }, remarks: [...verdicts(series), `The plot is ${file}.`] };
}

async function requestRate(catalog: BuiltCatalog, seconds: number): Promise<number> {
  const paths = pagesOf(catalog, 2_000).map(page => page.path);
  const peer = await startPeer('ours', () => ['sh', '-c', `exec ${commandOf('serve')}`], {
    ...{ environment: catalog.environment, path: paths[0]! },
  });
  try {
    const load = { paths, headers: {}, status: 200 };
    await requestsPerSecond(peer, load, 1, catalog.folder);
    return await requestsPerSecond(peer, load, seconds, catalog.folder);
  } finally {
    await peer.stop();
  }
}

function save(svg: string): string {
  const folder = join(process.env.DATA_DIR ?? 'data', 'bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'growth.svg');
  writeFileSync(file, svg);
  return file;
}

/** The slope of each line between its last two points, on logarithmic axes: 1 is linear, 0 is flat. */
function verdicts(series: readonly Series[]): string[] {
  return series.map(({ name, points }) => {
    const [before, last] = points.slice(-2);
    if (!before || !last) return `${name}: one size alone`;
    const slope = Math.log(last.y / before.y) / Math.log(last.x / before.x);
    return `${name}: grows as the number of documents to the power of ${slope.toFixed(2)}`;
  });
}
