/** Gives the room of what was deleted back to the disk: SQL forgets rows, files keep their size. */
import { statfsSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Reclaimed } from './backend.ts';
import type { Connections } from './postgres-pool.ts';
import type { Database } from './sqlite-driver.ts';

/** Pages that are given back in one transaction: servers that want to write wait meanwhile. */
const pagesAtOnce = 500;
/** The largest table or file that is rewritten as a whole, in bytes: writers wait for about a second at this size. */
const maxRewritten = 64 * 1024 * 1024;
/** The free room that a rewrite needs, as a multiple of the file: for a copy, and for the log of newest changes. */
const rewriteShare = 2.2;

/**
 * Gives back what a SQLite file does not need. A file that can give back single pages does so in small steps; one of an earlier version
 * is rewritten where it is small enough, and can do so from then on.
 * @param isAlone whether nobody else uses the file: then nobody waits, and what the rewrite needs is in memory
 */
export async function reclaimFile(database: Database, path: string, isAlone: boolean): Promise<Reclaimed> {
  const before = sizeOf(database);
  if (database.pragma('auto_vacuum', { simple: true }) === incremental) await freePages(database);
  else if (mayRewrite(before.pages, path, isAlone)) {
    database.pragma('auto_vacuum = INCREMENTAL');
    database.exec('VACUUM');
  }
  await carryOver(database, { looks: 20, pause: 100 });
  const after = sizeOf(database);
  return { returned: before.pages - after.pages, reusable: after.free };
}

/** How SQLite numbers the mode. */
const incremental = 2;

const read = (database: Database, pragma: string) => database.pragma(pragma, { simple: true }) as number;

/** Returns the bytes that a file takes, and how many of them nothing uses. */
export function sizeOf(database: Database): { pages: number; free: number } {
  const size = read(database, 'page_size');
  return { pages: read(database, 'page_count') * size, free: read(database, 'freelist_count') * size };
}

async function freePages(database: Database): Promise<void> {
  for (;;) {
    const before = read(database, 'freelist_count');
    if (before === 0) return;
    database.pragma(`incremental_vacuum(${pagesAtOnce})`);
    if (read(database, 'freelist_count') >= before) return;
    await nextTurn();
  }
}

function mayRewrite(bytes: number, path: string, isAlone: boolean): boolean {
  if (bytes > maxRewritten) return false;
  const { bavail, bsize } = statfsSync(path);
  return isAlone || bavail * bsize > bytes * rewriteShare;
}

/**
 * Carries the log of newest changes over into the file and cuts it to nothing, which waits for those who read.
 * @param looks how often it looks whether they have ended; `pause`: how long it waits in between, in milliseconds
 * @returns false when somebody still reads an earlier state
 */
export async function carryOver(
  database: Database,
  { looks, pause }: { looks: number; pause: number },
): Promise<boolean> {
  for (let left = looks; left > 0; left -= 1) {
    const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (result?.busy === 0) return true;
    await wait(pause);
  }
  return false;
}

/** The tables of PostgreSQL that are pruned. Its own clean-up would come to them later. */
const prunedTables = ['ticket', 'tenant_event', 'tenant_response'];

/** Lets PostgreSQL use the room of deleted rows again, and return the room at the end of a table. Others may work meanwhile. */
export async function reclaimTables(pool: Pick<Connections, 'query'>): Promise<Reclaimed> {
  const sizes = prunedTables.map(table => `pg_total_relation_size('${table}')`).join(' + ');
  const total = async () =>
    (await pool.query<{ bytes: number }>({ text: `SELECT ${sizes} AS bytes` })).rows[0]!.bytes;
  const before = await total();
  for (const table of prunedTables) await pool.query({ text: `VACUUM ${table}` });
  const after = await total();
  return { returned: Math.max(0, before - after), reusable: 0 };
}
