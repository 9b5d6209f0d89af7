/** Faults of the machine that a service runs on: its disk, its database file, its keys, its backups. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteDriver } from '../../build/publish/sqlite.ts';
import { builder, type Scene } from './fault-scene.ts';
import { away, databaseFile, type Fault, noKey, noTicket, putAside } from './fault-signs.ts';
import { operate } from './operator.ts';
import { receiptText } from './receipt.ts';
import { postReceipt, ticketFrom } from './ticket.ts';

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

/** Sends a report that is refused or fails. */
async function report(scene: Scene): Promise<void> {
  const server = { server: scene.server } as never;
  await postReceipt(server, receiptText({ ticket: await ticketFrom(server).catch(() => 'none') }));
}

export const machines: Fault[] = [
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
