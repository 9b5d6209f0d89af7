/** The faults of an operated service: what happens, how it ends, and the sign and the alert that an operator has of it. */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { machines } from './fault-machine.ts';
import { builder, type Scene } from './fault-scene.ts';
import { away, degraded, type Fault, noTicket, putAside } from './fault-signs.ts';
import { exampleCopy } from './folder.ts';

const workerOf = ({ server }: Scene): number =>
  Number([...server.output().matchAll(/"pid":(\d+),"address"/g)].at(-1)![1]);

async function onServer({ place }: Scene, ...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: place.databaseUrl! });
  client.on('error', () => {});
  await client.connect();
  for (const statement of statements) await client.query(statement);
  return client;
}

/** Exchanges the catalog that is served for that of another builder. */
function exchange({ distDir }: Scene, name: string): void {
  rmSync(distDir, { recursive: true });
  cpSync(join(builder(name), 'dist'), distDir, { recursive: true });
}

const processes: Fault[] = [
  {
    ...{ name: 'a worker is killed', needs: { workers: 2 }, counts: true, alert: 'WorkerRestarts' },
    metric: /^worker_restarts_total\{reason="died"\} [1-9]/m,
    inject: async scene => {
      process.kill(workerOf(scene), 'SIGKILL');
      return () => {};
    },
  },
  {
    ...{ name: 'a worker hangs', needs: { workers: 2 }, counts: true, alert: 'WorkerRestarts' },
    metric: /^worker_restarts_total\{reason="hung"\} [1-9]/m,
    inject: async scene => {
      process.kill(workerOf(scene), 'SIGSTOP');
      return () => {};
    },
  },
  {
    ...{ name: 'the server is killed', needs: {}, alert: 'CatalogDown' },
    inject: async scene => {
      scene.server.child.kill('SIGKILL');
      await scene.server.ended;
      return () => scene.restart();
    },
  },
];

const catalogs: Fault[] = [
  {
    ...{ name: 'a mistake in the content', needs: {}, ...degraded },
    inject: async scene => {
      const content = exampleCopy();
      writeFileSync(join(content, 'patterns/gate.md'), 'No front matter.\n');
      await scene.build({ CONTENT_DIR: content });
      return () => scene.build();
    },
  },
  {
    ...{ name: 'a build with other keys', needs: {}, ...degraded },
    inject: async scene => {
      const keys = readFileSync(join(builder('two'), 'data/signing-keys/keys.pem'), 'utf8');
      await scene.build({ SIGNING_KEY: keys });
      return () => scene.build();
    },
  },
  {
    ...{ name: 'the newest catalog is damaged', needs: {}, alert: 'CatalogRefused' },
    ...{ readyz: degraded.readyz, metric: /^catalog_refused 1$/m },
    inject: async ({ distDir }) => {
      const file = join(distDir, 'manifest.json');
      copyFileSync(file, `${file}.good`);
      appendFileSync(file, '}');
      return () => renameSync(`${file}.good`, file);
    },
  },
  {
    ...{ name: 'the folder of the catalog is gone', needs: {}, alert: 'CatalogRefused' },
    ...{ readyz: degraded.readyz, metric: /^catalog_refused 1$/m },
    inject: async ({ distDir }) => putAside(distDir),
  },
  {
    ...{ name: 'a catalog with another log', needs: {}, alert: 'LogNotContinued' },
    ...{ readyz: degraded.readyz, metric: /^log_continued 0$/m },
    inject: async scene => {
      exchange(scene, 'two');
      return () => exchange(scene, 'one');
    },
  },
  {
    ...{ name: 'no build for forty days', needs: {}, alert: 'CatalogStale' },
    metric: /^catalog_built_timestamp_seconds 1000000000$/m,
    inject: async ({ distDir, server }) => {
      const file = join(distDir, 'manifest.json');
      const old = 1_000_000_000;
      utimesSync(file, old, old);
      return async () => {
        utimesSync(file, new Date(), new Date());
        server.child.kill('SIGHUP');
      };
    },
  },
  {
    ...{ name: 'two servers show different catalogs', needs: { peer: true }, alert: 'CatalogsDiffer' },
    metric: /^catalog_info\{manifest="(\w+)"\} 1$[\s\S]*^catalog_info\{manifest="(?!\1)/m,
    inject: async scene => {
      await scene.build({ BASE_URL: 'http://localhost:8081' });
      return () => exchange(scene, 'one');
    },
  },
];

const postgres: Fault[] = [
  {
    ...{ name: 'PostgreSQL is down', needs: { postgres: true }, ...away },
    inject: async scene => {
      await scene.postgres!.halt();
      return () => scene.postgres!.resume();
    },
  },
  {
    ...{ name: 'PostgreSQL takes no changes', needs: { postgres: true }, ...away },
    inject: async scene => {
      const others =
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL';
      const set = (value: string) =>
        onServer(
          scene,
          'SET default_transaction_read_only = off',
          `ALTER DATABASE postgres ${value}`,
          others,
        );
      await (await set('SET default_transaction_read_only = on')).end();
      return async () => (await set('RESET default_transaction_read_only')).end();
    },
    provoke: scene => scene.visit(),
  },
  {
    ...{ name: 'the table of tickets is locked', needs: { postgres: true }, ...noTicket },
    inject: async scene => {
      const client = await onServer(scene, 'BEGIN', 'LOCK TABLE ticket IN ACCESS EXCLUSIVE MODE');
      return () => client.end();
    },
  },
];

/** The faults, those first that need least. */
export const faults: readonly Fault[] = [...catalogs, ...machines, ...processes, ...postgres];
