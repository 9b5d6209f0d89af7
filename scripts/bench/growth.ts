/**
 * Growth: the main rows at 100 to 10,000 documents (100,000 with BENCH_LARGE=1) and tickets at 1,000 to 1,000,000 open
 * ones, as two plots beside the JSON.
 */
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
import { ticketGrowth } from './ticket-growth.ts';

const sizes = [100, 1_000, 10_000, ...(process.env.BENCH_LARGE ? [100_000] : [])];

export async function growthPart(setting: Setting): Promise<Outcome> {
  const documents = await documentGrowth(setting);
  const tickets = await ticketGrowth(setting);
  const files = [
    save('growth.svg', plot('Cost by the number of documents', 'documents', 'milliseconds', documents)),
    save(
      'ticket-growth.svg',
      plot('Cost by the number of open tickets', 'open tickets', 'milliseconds', tickets),
    ),
  ];
  const remarks = [...verdicts(documents, 'documents'), ...verdicts(tickets, 'open tickets')];
  return {
    rows: [],
    figures: { documents, tickets },
    remarks: [...remarks, `The plots are ${files.join(' and ')}.`],
  };
}

async function documentGrowth({ seconds, note }: Setting): Promise<Series[]> {
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
  return series;
}

async function requestRate(catalog: BuiltCatalog, seconds: number): Promise<number> {
  const paths = pagesOf(catalog, 2_000).map(page => page.path);
  const peer = await startPeer('ours', () => ['sh', '-c', `exec ${commandOf('serve')}`], {
    environment: catalog.environment,
    path: paths[0]!,
  });
  try {
    const load = { paths, headers: {}, status: 200 };
    await requestsPerSecond(peer, load, 1, catalog.folder);
    return await requestsPerSecond(peer, load, seconds, catalog.folder);
  } finally {
    await peer.stop();
  }
}

function save(name: string, svg: string): string {
  const folder = join(process.env.DATA_DIR ?? 'data', 'bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, svg);
  return file;
}

/** The slope of each line between its last two points, on logarithmic axes: 1 is linear, 0 is flat. */
function verdicts(series: readonly Series[], what: string): string[] {
  return series.map(({ name, points }) => {
    const [before, last] = points.slice(-2);
    if (!before || !last) return `${name}: one size alone`;
    const slope = Math.log(last.y / before.y) / Math.log(last.x / before.x);
    return `${name}: grows as the number of ${what} to the power of ${slope.toFixed(2)}`;
  });
}
