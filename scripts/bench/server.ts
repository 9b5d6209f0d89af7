/** Starts the servers to measure, and makes their catalogs. A server has the first core, and the load the second. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageEntry } from '#document/text/manifest.ts';
import { readTree } from '../../build/publish/tree.ts';
import { capNames, maxOfCap } from '../../server/ticket/rule/caps.ts';
import { freePort } from '../support/port.ts';
import { generate } from './catalog/generate.ts';

const memory = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'catalog-bench');

/** Makes an empty folder: in memory, or below `DATA_DIR` on a disk if the time of its syncs is to be measured. */
function emptyFolder(name: string, isDurable = false): string {
  const folder = isDurable ? resolve(process.env.DATA_DIR ?? 'data', 'bench', name) : join(memory, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Tells whether a program is installed. */
export const has = (tool: string): boolean => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

/** Returns a command that runs on one core; without `taskset`, the command unchanged. */
export const onCore = (core: number, command: readonly string[]): [string, ...string[]] =>
  (has('taskset') ? ['taskset', '-c', `${core}`, ...command] : [...command]) as [string, ...string[]];

interface Catalog {
  folder: string;
  dist: string;
  /** The environment in which the build, the server and the operator run. */
  environment: Record<string, string>;
  /** The command of the service, as a package has it. */
  command: readonly string[];
  pages: readonly PageEntry[];
}

/** Generates the content of a catalog without building it. */
export function draftCatalog(documents: number, name: string): Omit<Catalog, 'pages'> {
  const folder = emptyFolder(name);
  generate(join(folder, 'content'), documents);
  const environment = {
    CONTENT_DIR: join(folder, 'content'),
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: emptyFolder(name, true),
    BASE_URL: 'http://catalog.test',
    LOG_LEVEL: 'error',
  };
  const command = [process.execPath, join(unpackedPackage(), 'code/catalog.mjs')];
  return { folder, dist: environment.DIST_DIR, environment, command };
}

let unpacked: string | undefined;

/** Makes the package and unpacks it, once for all parts, so that the benchmark measures what is shipped. */
function unpackedPackage(): string {
  if (unpacked) return unpacked;
  const into = emptyFolder('package');
  const words = ['--import', 'tsx', 'scripts/package.ts', into];
  execFileSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [tarball] = readdirSync(into);
  execFileSync('tar', ['-xzf', join(into, tarball!), '-C', into]);
  unpacked = join(into, 'package');
  return unpacked;
}

/** Runs a command of the service to its end. */
export function run({ command, environment }: Omit<Catalog, 'pages'>, ...words: string[]): void {
  const [program, ...rest] = [...command, ...words];
  execFileSync(program!, rest, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Builds a catalog. Returns it with those of its pages that issue tickets. */
export async function builtCatalog(documents: number, name: string): Promise<Catalog> {
  const catalog = draftCatalog(documents, name);
  run(catalog, 'build');
  const pages = (await readTree(catalog.dist))!.pages.filter(page => page.ticket);
  writeFileSync(
    join(catalog.folder, 'pages.json'),
    JSON.stringify(pages.map(({ path, file }) => ({ path, file: join(catalog.dist, file) }))),
  );
  return { ...catalog, pages };
}

/** Raises every cap for visitors, since all load comes from one visitor. */
export const raiseCaps = (catalog: Catalog): void =>
  run(
    catalog,
    ...['operator', 'tickets', 'caps'],
    ...capNames
      .filter(name => name.startsWith('visitor'))
      .flatMap(name => ['--set', `${name}=${maxOfCap(name)}`]),
  );

export interface Peer {
  port: number;
  pid: number;
}

/** The settings without limits for one address, from which all load comes. */
const unlimited = Object.fromEntries(
  [
    'MAX_CONNECTIONS_PER_ADDRESS',
    'AUTH_FAILURES_PER_MINUTE',
    'RECEIPTS_PER_MINUTE',
    'MCP_REQUESTS_PER_MINUTE',
  ].map(name => [name, '1000000000']),
);

const running = new Map<number, ChildProcess>();

/** Starts a server on the first core, and waits until it answers. */
async function start(
  command: (port: number) => readonly string[],
  path: string,
  environment: Record<string, string>,
): Promise<Peer> {
  const port = await freePort();
  const [program, ...words] = onCore(0, command(port));
  const env = { ...process.env, PORT: String(port), NODE_ENV: 'production', ...unlimited, ...environment };
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  running.set(child.pid!, child);
  while (
    !(await fetch(`http://127.0.0.1:${port}${path}`).then(
      answer => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended before it answered.`);
    await sleep(2);
  }
  return { port, pid: child.pid! };
}

/** Starts the service on a catalog. */
export const startOurs = ({ command, environment, pages }: Catalog): Promise<Peer> =>
  start(() => [...command, 'serve'], pages[0]!.path, environment);

/**
 * Starts a server in `peer/` with which the service is compared.
 * @param name its file, without `.ts`
 * @param path a page that it answers as soon as it is ready
 */
export const startPeer = (
  name: string,
  { folder, dist, pages }: Catalog,
  path = pages[0]!.path,
): Promise<Peer> =>
  start(() => [process.execPath, '--import', 'tsx', join(import.meta.dirname, `peer/${name}.ts`)], path, {
    BENCH_PAGES: join(folder, 'pages.json'),
    BENCH_ROOT: dist,
    BENCH_DATABASE: join(emptyFolder(`${name}-peer`, true), 'peer.sqlite'),
  });

/** Starts nginx with one worker, set up for static files as its guides advise. */
export function startNginx({ folder, dist, pages }: Catalog): Promise<Peer> {
  const file = join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  );
  const settings =
    'access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=20000;';
  const configured = (
    port: number,
  ) => `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 1024; }
http { default_type text/markdown; ${settings} ${paths.join(' ')}
  server { listen 127.0.0.1:${port}; root ${dist}; } }\n`;
  const command = (port: number) => {
    writeFileSync(file, configured(port));
    return ['nginx', '-c', file, '-p', folder];
  };
  return start(command, pages[0]!.path, {});
}

/** Ends a server. */
export function stop({ pid }: Pick<Peer, 'pid'>): Promise<unknown> {
  const child = running.get(pid)!;
  running.delete(pid);
  if (child.exitCode !== null) return Promise.resolve();
  const ended = new Promise(done => child.once('exit', done));
  child.kill('SIGTERM');
  return ended;
}

/** Ends every server. */
export const stopAll = (): Promise<unknown> => Promise.all([...running.keys()].map(pid => stop({ pid })));

/**
 * Returns the processor time of a process and its children, in seconds (proc(5)). It shows how fast a server is even on a busy
 * machine.
 */
export function cpuSeconds(pid: number): number {
  const stats = readdirSync('/proc').flatMap(name => {
    const text = /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) ? readStat(name) : '';
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(name) === pid || Number(fields[1]) === pid ? [Number(fields[11]) + Number(fields[12])] : [];
  });
  return stats.reduce((sum, ticks) => sum + ticks, 0) / 100;
}

function readStat(name: string): string {
  try {
    return readFileSync(`/proc/${name}/stat`, 'latin1');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
