/** A server over a catalog, a database and a disk of its own, to which faults happen, and what an operator sees of it from outside. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/support/port.ts';
import { type PostgresServer, startPostgres } from '../../scripts/support/postgres.ts';
import { catalogFile } from './catalog-file.ts';
import { exampleContent, temporaryFolder } from './folder.ts';
import { type Launched, launch } from './launched.ts';
import { operate } from './operator.ts';
import { run } from './program.ts';
import { madeOnce } from './shared.ts';
import { visit } from './ticket.ts';

type Context = Parameters<typeof launch>[0];

/** The needs of a scene beyond one server of one process on SQLite. */
export interface Needs {
  workers?: 2;
  /** Another server, whose catalog is another one. */
  peer?: true;
  /** A small disk for the data. */
  disk?: true;
  postgres?: true;
}

export interface Scene {
  place: { dataDir: string; databaseUrl?: string };
  distDir: string;
  server: Launched;
  postgres?: PostgresServer;
  /** Builds content into the catalog that is served, from the folder of its builder. */
  build(more?: Record<string, string>): Promise<void>;
  /** Starts a server again in the place of one that ended. */
  restart(): Promise<void>;
  /** Reads `/readyz`; undefined when nobody answers. */
  readyz(): Promise<string | undefined>;
  /** Reads the metrics of each server, undefined of one that does not answer. */
  metrics(): Promise<(string | undefined)[]>;
  /** Asks for a page as a visitor who may have a ticket. */
  visit(): Promise<unknown>;
}

/** A builder of the small catalog: its DATA_DIR, and the catalog in `dist`. Each name has keys and a log of its own. */
export function builder(name: string): string {
  return madeOnce(`builder-${name}`, draft => {
    mkdirSync(join(draft, 'data'), { recursive: true, mode: 0o700 });
    const words = [catalogFile, 'build'];
    const env = { PATH: process.env.PATH, ...settingsOf(draft), CONTENT_DIR: exampleContent };
    const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  });
}

const settingsOf = (folder: string) => ({
  DATA_DIR: join(folder, 'data'),
  DIST_DIR: join(folder, 'dist'),
  READING: '0',
});

const diskSize = '24m';

/** Whether this user may mount a disk. */
function mountDisk(folder: string): boolean {
  const words = ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder];
  return spawnSync('mount', words, { stdio: 'ignore' }).status === 0;
}

/** Sets a scene in which all is well: with a backup, and a catalog that lists the key of the server. */
export async function setFaultScene(context: Context, needs: Needs): Promise<Scene> {
  const folder = temporaryFolder();
  const [dataDir, distDir] = [join(folder, 'data'), join(folder, 'dist')];
  mkdirSync(dataDir, { mode: 0o700 });
  if (needs.disk) {
    if (!mountDisk(dataDir)) throw new Error('A disk of its own needs root.');
    context.after(() => spawnSync('umount', ['-l', dataDir]));
  }
  cpSync(join(builder('one'), 'dist'), distDir, { recursive: true });
  const builderData = join(folder, 'builder');
  cpSync(join(builder('one'), 'data'), builderData, { recursive: true });
  mkdirSync(join(dataDir, 'signing-keys'), { mode: 0o700 });
  copyFileSync(join(builderData, 'tenant-key/keys.pem'), join(dataDir, 'signing-keys/keys.pem'));
  const postgres = needs.postgres && (await startPostgres({ port: await freePort(), durable: false }));
  if (postgres) context.after(() => postgres.stop());
  const place = { dataDir, ...(postgres && { databaseUrl: postgres.url }) };
  await operate(place, 'backup', '--database', join(folder, 'copy.sqlite'));
  const ports = [await freePort(), await freePort()];
  const environment = (at: number, dist: string) => ({
    ...{ DATA_DIR: dataDir, DIST_DIR: dist, SIGNING_KEY: '', METRICS_PORT: String(ports[at]) },
    ...(needs.workers && { WORKERS: '2' }),
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  const startOne = async (at: number, dist: string) => {
    const server = await launch(context, environment(at, dist));
    await server.until(/"serving http/, needs.workers ?? 1);
    return server;
  };
  const scene: Scene = {
    ...{ place, distDir, server: await startOne(0, distDir), ...(postgres && { postgres }) },
    build: async (more = {}) => {
      const settings = { ...settingsOf(folder), DATA_DIR: builderData, CONTENT_DIR: exampleContent };
      await run('build/main.ts', [], { ...settings, ...more });
    },
    restart: async () => {
      scene.server = await startOne(0, distDir);
    },
    readyz: () => read(scene.server.address, '/readyz'),
    metrics: () =>
      Promise.all(
        (needs.peer ? ports : ports.slice(0, 1)).map(port => read(`http://127.0.0.1:${port}`, '/metrics')),
      ),
    visit: () => visit({ server: scene.server } as never).catch(() => {}),
  };
  if (needs.peer) {
    const other = join(folder, 'peer');
    cpSync(distDir, other, { recursive: true });
    await startOne(1, other);
  }
  return scene;
}

/** How long an answer may take, in milliseconds: a worker that hangs gives none. */
const patience = 5000;

/** The text at an address; undefined when it is not answered with 200. */
async function read(address: string, path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address + path, { signal: AbortSignal.timeout(patience) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
