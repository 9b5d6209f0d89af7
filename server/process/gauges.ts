/**
 * Metrics whose values are looked up when metrics are asked for. Their labels come from short fixed lists, except those that
 * name a version.
 */
import { readFileSync, type StatsFs, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { unlessThrown } from '#document/text/unless-thrown.ts';

/** The catalog that is served. */
interface CatalogState {
  /** The time at which the catalog was built, in seconds since 1970. */
  builtAt: number;
  pages: number;
  logEntries: number;
  /** The first digits of the digest of the catalog's manifest. */
  manifest: string;
  /** Whether a newer catalog failed to build or cannot be served; and whether it was built and cannot be served. */
  isDegraded: boolean;
  isRefused: boolean;
  /** The number of pages of the catalog whose files were found damaged. */
  damaged: number;
  /** Whether the log of the catalog continues every log that this server has served before. */
  isLogContinued: boolean;
}

/** The functions that look up the values of gauges. */
export interface Gauges {
  catalog(): CatalogState;
  /** Tells whether documents can be signed for tenants. */
  canSign(): boolean;
  /** The folders whose disks are measured, by name: `data` and `dist`. */
  folders: Readonly<Record<string, string>>;
  /**
   * Returns the time of the newest backup, in seconds since 1970, or 0 if there is none. Rejects while the database is away.
   */
  backupAt(): Promise<number>;
  /** Tells whether the database answers, and counts its connections if it has any. */
  database(): { up: boolean; connections?: { open: number; idle: number; waiting: number } };
  /** Counts the open tickets. Rejects while the database is away. */
  openTickets(): Promise<number>;
  /** Counts the evaluation jobs in each state. Rejects while the database is away. */
  jobs(): Promise<Readonly<Record<string, number>>>;
}

/**
 * Adds the metrics that are looked up when metrics are asked for. Every process of a machine reads the same catalog, database
 * and disks.
 */
export function addGauges(registers: Registry[], gauges: Gauges): void {
  addCatalog(registers, gauges);
  addDatabase(registers, gauges);
  addMachine(registers, gauges);
}

/**
 * Adds a gauge that has the same value in every process.
 * @param read returns the value; undefined keeps the last one
 */
function gauge(registers: Registry[], name: string, help: string, read: () => number | undefined): void {
  new Gauge({
    name,
    help,
    registers,
    aggregator: 'max',
    collect() {
      const value = read();
      if (value !== undefined) this.set(value);
    },
  });
}

function addCatalog(registers: Registry[], { catalog }: Gauges): void {
  const one = (name: string, help: string, read: (state: CatalogState) => number) =>
    gauge(registers, name, help, () => read(catalog()));
  one(
    'catalog_built_timestamp_seconds',
    'When the catalog that is served was built.',
    state => state.builtAt,
  );
  one(
    'catalog_degraded',
    'Whether the newest build failed or cannot be served, so that an earlier one is.',
    state => Number(state.isDegraded),
  );
  one('catalog_refused', 'Whether the newest catalog cannot be served.', state => Number(state.isRefused));
  one('catalog_pages', 'Pages of the catalog that is served.', state => state.pages);
  one(
    'catalog_damaged_pages',
    'Pages whose files were found damaged, so that they cannot be served.',
    state => state.damaged,
  );
  one('log_entries', 'Entries of the transparency log that is served.', state => state.logEntries);
  one(
    'log_continued',
    'Whether the transparency log that is served begins with every one that was served since the start.',
    state => Number(state.isLogContinued),
  );
  new Gauge({
    name: 'catalog_info',
    help: 'The catalog that is served, by the digest of its manifest.',
    labelNames: ['manifest'],
    registers,
    aggregator: 'max',
    collect() {
      this.reset();
      this.set({ manifest: catalog().manifest }, 1);
    },
  });
}

function addDatabase(registers: Registry[], { database, openTickets, jobs, backupAt }: Gauges): void {
  gauge(registers, 'database_up', 'Whether the database answers.', () => Number(database().up));
  new Gauge({
    name: 'database_connections',
    help: 'Connections to PostgreSQL, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database().connections ?? {})) this.set({ state }, count);
    },
  });
  // While the database is away, the value that was read last is kept.
  const asked = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      aggregator: 'max',
      async collect() {
        const value = await read().catch(() => undefined);
        if (value !== undefined) this.set(value);
      },
    });
  asked('use_tickets_open', 'Use tickets not yet used.', openTickets);
  asked('backup_timestamp_seconds', 'When the newest backup was made; 0 where there is none.', backupAt);
  new Gauge({
    name: 'evaluation_jobs',
    help: 'Evaluation jobs, by state.',
    labelNames: ['state'],
    registers,
    aggregator: 'max',
    async collect() {
      const found = await jobs().catch(() => undefined);
      for (const [state, count] of Object.entries(found ?? {})) this.set({ state }, count);
    },
  });
}

function addMachine(registers: Registry[], { canSign, folders }: Gauges): void {
  const help = 'Whether there is a key that signs for tenants and that the catalog lists.';
  gauge(registers, 'signing_key_usable', help, () => Number(canSign()));
  const disk = (name: string, what: string, read: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help: what,
      labelNames: ['folder'],
      registers,
      aggregator: 'min',
      collect() {
        for (const [folder, path] of Object.entries(folders)) {
          const found = diskOf(path);
          if (found) this.set({ folder }, read(found));
        }
      },
    });
  disk('disk_free_bytes', 'Room on the disk of a folder.', ({ bavail, bsize }) => bavail * bsize);
  disk('disk_size_bytes', 'Size of the disk of a folder.', ({ blocks, bsize }) => blocks * bsize);
  new Gauge({
    ...{
      name: 'catalog_build_info',
      help: 'The program that runs.',
      labelNames: ['version', 'node'],
      registers,
    },
    aggregator: 'max',
  }).set({ version: ownVersion(), node: process.version }, 1);
}

const diskOf = (path: string): StatsFs | undefined => unlessThrown(() => statfsSync(path));

/** Returns the version of this program, from its `package.json`. */
function ownVersion(): string {
  const file = join(import.meta.dirname, '../../package.json');
  return unlessThrown(() => String(JSON.parse(readFileSync(file, 'utf8')).version)) ?? 'unknown';
}
