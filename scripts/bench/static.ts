/** Static pages: ours compared with a bare handler, nginx, Caddy and express.static; one process on one core each. */
import type { PageEntry } from '#build/text/manifest.ts';
import { type BuiltCatalog, builtCatalog, pagesOf, writeBareList } from './catalog.ts';
import { type Contestant, contest, median } from './contest.ts';
import { canMeasure } from './cpu.ts';
import { generator, type Load, requestsPerSecond } from './load.ts';
import type { Outcome, Setting } from './part.ts';
import { caddyCommand, caddyEnvironment } from './peer/caddy.ts';
import { nginxCommand } from './peer/nginx.ts';
import { commandOf } from './process.ts';
import { atLeast, type Goal, type Row, row } from './row.ts';
import { type Peer, startPeer } from './server.ts';
import { findTool } from './tool.ts';

const documents = 3_500;
const pageCount = 2_000;

/**
 * Each round has servers of its own: what V8 makes of the same code differs by up to a third from one start of a server to
 * the next, and stays until it ends.
 */
export async function staticPart(setting: Setting): Promise<Outcome> {
  setting.note('building the catalog to be served');
  const catalog = await builtCatalog(documents, 'static');
  const pages = pagesOf(catalog, pageCount);
  const measured = new Map<string, number[]>();
  let names: string[] = [];
  for (let round = 1; round <= setting.rounds; round += 1) {
    const peers = await startPeers(catalog, pages);
    names = peers.map(({ name }) => name);
    try {
      const contestants = contestantsOf(peers, pages, catalog, setting);
      await contest(contestants, 1, text => setting.note(`warming up, start ${round}, ${text}`));
      const result = await contest(contestants, 1, text => setting.note(`start ${round}, ${text}`));
      for (const [name, value] of result) measured.set(name, [...(measured.get(name) ?? []), value]);
    } finally {
      await Promise.all(peers.map(peer => peer.stop()));
    }
  }
  const medians = new Map([...measured].map(([name, values]) => [name, median(values)]));
  return { rows: rowsOf(medians), figures: { generator, pages: pages.length }, remarks: remarks(names) };
}

async function startPeers(catalog: BuiltCatalog, pages: readonly PageEntry[]): Promise<Peer[]> {
  const { folder, dist, environment } = catalog;
  const path = pages[0]!.path;
  const node = (file: string) => [process.execPath, '--import', 'tsx', file];
  const bare = async (status: number, coding?: 'br') => {
    const list = await writeBareList(catalog, pages, coding);
    return { path, environment: { BENCH_PAGES: list, BENCH_STATUS: String(status) } };
  };
  const bareCommand = () => node('scripts/bench/peer/bare.ts');
  return [
    await startPeer('ours', () => ['sh', '-c', `exec ${commandOf('serve')}`], { environment, path }),
    await startPeer('bare', bareCommand, await bare(200)),
    await startPeer('bare br', bareCommand, await bare(200, 'br')),
    await startPeer('bare 304', bareCommand, await bare(304)),
    await startPeer('express.static', () => node('scripts/bench/peer/express-static.ts'), {
      path,
      environment: { BENCH_ROOT: dist, NODE_ENV: 'production' },
    }),
    ...(findTool('nginx')
      ? [await startPeer('nginx', port => nginxCommand(folder, dist, port), { path })]
      : []),
    ...(findTool('caddy')
      ? [await startPeer('Caddy', port => caddyCommand(dist, port), { path, environment: caddyEnvironment })]
      : []),
  ];
}

/** What each server is asked: ours three ways, the others the one way that they are for. */
function contestantsOf(
  peers: readonly Peer[],
  pages: readonly PageEntry[],
  catalog: BuiltCatalog,
  { seconds }: Setting,
): Contestant[] {
  const paths = pages.map(page => page.path);
  const plain: Load = { paths, headers: {}, status: 200 };
  const packed: Load = { paths, headers: { 'Accept-Encoding': 'br, gzip' }, status: 200 };
  const tags = new Map(pages.map(page => [page.path, `"${page.digest}"`]));
  const fresh: Load = { paths, headers: {}, tags, status: 304 };
  return peers.flatMap(peer => {
    const { name } = peer;
    const ask = (label: string, load: Load) => ({
      name: label,
      measure: () => requestsPerSecond(peer, load, seconds, catalog.folder),
    });
    if (name === 'ours') return [ask('ours', plain), ask('ours br', packed), ask('ours 304', fresh)];
    if (name === 'bare br') return [ask(name, packed)];
    return [ask(name, name === 'bare 304' ? fresh : plain)];
  });
}

const contests: readonly [what: string, ours: string, peer: string, label: string, goal: Goal][] = [
  ['GET 4 KB, all headers', 'ours', 'bare', 'node:http from a Map', atLeast(0.95)],
  ['GET 4 KB, precompressed', 'ours br', 'bare br', 'node:http from a Map', atLeast(0.95)],
  ['304', 'ours 304', 'bare 304', 'node:http from a Map', atLeast(0.95)],
  ['GET 4 KB, all headers', 'ours', 'nginx', 'nginx, one worker', atLeast(0.55)],
  ['GET 4 KB, all headers', 'ours', 'Caddy', 'Caddy, one processor', atLeast(2.5)],
  ['GET 4 KB, all headers', 'ours', 'express.static', 'express.static', atLeast(10)],
];

const rowsOf = (result: ReadonlyMap<string, number>): Row[] =>
  contests
    .filter(([, , peer]) => result.has(peer))
    .map(([what, ours, peer, label, goal]) =>
      row({
        part: 'static',
        what,
        unit: canMeasure ? 'requests/cpu s' : 'requests/s',
        ours: result.get(ours)!,
        peer: label,
        theirs: result.get(peer)!,
        goal,
      }),
    );

function remarks(names: readonly string[]): string[] {
  const absent = ['nginx', 'Caddy'].filter(name => !names.includes(name));
  return [
    ...absent.map(name => `${name} is not installed: its rows are left out.`),
    ...(generator === 'wrk'
      ? []
      : ['The load comes from autocannon, which is the limit for nginx: install wrk to measure it.']),
  ];
}
