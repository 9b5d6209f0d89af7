/** The faults of an operated service: what happens, how it ends, and the sign and the alert that an operator has of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sqliteDriver } from '../../build/publish/sqlite.ts';
import { builder, type Needs, type Scene } from './fault-scene.ts';
import { exampleCopy } from './folder.ts';
import { operate } from './operator.ts';
import { receiptText } from './receipt.ts';
import { postReceipt, ticketFrom } from './ticket.ts';

export interface Fault {
  name: string;
  needs: Needs;
  /** Makes it happen; returns what ends it. */
  inject(scene: Scene): Promise<() => unknown>;
  /** A line of `/readyz`, or of the metrics, that is there while it lasts. Absent: no metrics at all. */
  readyz?: RegExp;
  metric?: RegExp;
  /** Whether the metric only counts, so that its line stays. */
  counts?: true;
  /** What makes it show, asked for again and again. */
  provoke?(scene: Scene): Promise<unknown>;
  alert: string;
}

const away = { readyz: /^database: away$/m, metric: /^database_up 0$/m, alert: 'DatabaseAway' };
const degraded = { readyz: /^degraded: /m, metric: /^catalog_degraded 1$/m, alert: 'CatalogDegraded' };
const noKey = { metric: /^signing_key_usable 0$/m, alert: 'KeyUnusable' };
const noTicket = {
  ...{
    metric: /^use_tickets_total\{.*outcome="failed".*\} [1-9]/m,
    counts: true as const,
    alert: 'TicketsFail',
  },
  provoke: (scene: Scene) => scene.visit(),
};

const workerOf = ({ server }: Scene): number =>
  Number([...server.output().matchAll(/"pid":(\d+),"address"/g)].at(-1)![1]);

/** Puts a file or folder aside, and returns what puts it back. */
function putAside(path: string): () => void {
  renameSync(path, `${path}.aside`);
  return () => {
    rmSync(path, { recursive: true, force: true });
    renameSync(`${path}.aside`, path);
  };
}

const databaseFile = ({ place }: Scene): string => join(place.dataDir, 'catalog.sqlite');

/** Fills a disk to a share of its size. */
function fill(folder: string, share: number): () => void {
  const file = join(folder, 'filler');
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4))
    try {
      for (;;) {
        const { bavail, blocks, bsize } = statfsSync(folder);
        if (share < 1 && bavail * bsize - size < (1 - share) * blocks * bsize) break;
        appendFileSync(file, Buffer.alloc(size));
      }
    } catch {
      // Nothing of this size goes in any more.
    }
  return () => rmSync(file);
}

/** Runs SQL on the SQLite file of a scene. */
function onFile(scene: Scene, statements: string): void {
  const database = new (sqliteDriver()!)(databaseFile(scene), { timeout: 5000 });
  database.exec(statements);
  database.close();
}

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

/** Sends a report that is refused or fails. */
async function report(scene: Scene): Promise<void> {
  const server = { server: scene.server } as never;
  await postReceipt(server, receiptText({ ticket: await ticketFrom(server).catch(() => 'none') }));
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
      return () => scene.build();
    },
  },
];

const machines: Fault[] = [
  {
    ...{ name: 'the disk is nearly full', needs: { disk: true }, alert: 'DiskNearlyFull' },
    metric: /^disk_free_bytes\{folder="data"\} \d{1,6}$/m,
    inject: async ({ place }) => fill(place.dataDir, 0.97),
  },
  {
    ...{ name: 'the disk is full', needs: { disk: true }, ...away },
    inject: async ({ place }) => fill(place.dataDir, 1),
    provoke: async scene => {
      await scene.visit();
      await operate(scene.place, 'tickets', 'caps', '--set', 'visitor_open=100000').catch(() => {});
    },
  },
  {
    ...{ name: 'the database file is gone', needs: {}, ...away },
    inject: async scene => putAside(databaseFile(scene)),
  },
  {
    ...{ name: 'the database file is no database', needs: {}, ...away },
    inject: async scene => {
      const putBack = putAside(databaseFile(scene));
      writeFileSync(databaseFile(scene), 'garbage'.repeat(1000));
      return putBack;
    },
  },
  {
    ...{ name: 'another process locks the database file', needs: {}, ...noTicket },
    inject: async scene => {
      const words = ['--import', 'tsx', join(import.meta.dirname, 'lock-holder.ts'), databaseFile(scene)];
      const holder = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(holder.stdout, 'data');
      return () => {
        holder.kill('SIGKILL');
        return once(holder, 'exit');
      };
    },
  },
  {
    ...{ name: 'the signing key is damaged', needs: {}, ...noKey },
    inject: async ({ place }) => {
      const file = join(place.dataDir, 'signing-keys/keys.pem');
      const putBack = putAside(file);
      writeFileSync(file, 'no key', { mode: 0o600 });
      return putBack;
    },
  },
  {
    ...{ name: 'the signing key is one that the catalog does not list', needs: {}, ...noKey },
    inject: async ({ place }) => {
      const file = join(place.dataDir, 'signing-keys/keys.pem');
      const putBack = putAside(file);
      copyFileSync(join(builder('two'), 'data/tenant-key/keys.pem'), file);
      return putBack;
    },
  },
  {
    ...{ name: 'no backup for three days', needs: {}, alert: 'BackupOld' },
    metric: /^backup_timestamp_seconds 1\d{6}$/m,
    inject: async scene => {
      onFile(scene, "UPDATE audit SET at = 1000000 WHERE command = 'backup'");
      return () => operate(scene.place, 'backup', '--database', join(scene.distDir, '../again.sqlite'));
    },
  },
  {
    ...{ name: 'reports are paused', needs: {}, counts: true, alert: 'RequestsRefused', provoke: report },
    metric: /^request_failures_total\{.*reason="reporting_paused".*\} [1-9]/m,
    inject: async ({ place }) => {
      await operate(place, 'reporting', 'pause');
      return () => operate(place, 'reporting', 'resume');
    },
  },
  {
    ...{ name: 'a bug: a table is missing', needs: {}, counts: true, alert: 'RequestsFail', provoke: report },
    metric: /^request_failures_total\{.*reason="bug".*\} [1-9]/m,
    inject: async scene => {
      onFile(scene, 'ALTER TABLE receipt RENAME TO receipt_gone');
      return () => onFile(scene, 'ALTER TABLE receipt_gone RENAME TO receipt');
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
