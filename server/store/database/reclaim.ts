/**
 * Gives the space of deleted rows back to the disk. A DELETE frees space within the files of a database, but does not shrink
 * them.
 */
import { statfsSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Reclaimed } from './backend.ts';
import type { Connections } from './postgres-pool.ts';
import type { Database } from './sqlite-driver.ts';

/** The number of pages that are given back in one transaction. Servers that want to write wait meanwhile. */
const pagesAtOnce = 500;
/** The largest file, in bytes, that is rewritten as a whole. Writers wait for about a second at this size. */
const maxRewritten = 64 * 1024 * 1024;
/** The free space that rewriting a file needs, as a multiple of its size: for the copy, and for the write-ahead log. */
const rewriteShare = 2.2;

/**
 * Gives the unused space of a SQLite file back to the disk. A file that can give back single pages does so in small steps. One
 * of an earlier version is rewritten if it is small enough, and can give back single pages from then on.
 * @param isAlone whether nobody else uses the file: then nobody has to wait, and the rewrite needs no free disk
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

/** The number of the mode `INCREMENTAL` in SQLite. */
const incremental = 2;

const read = (database: Database, pragma: string) => database.pragma(pragma, { simple: true }) as number;

/** Returns the bytes that a file takes, and how many of them are unused. */
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
 * Moves the write-ahead log into the file and truncates it, which has to wait for readers.
 * @param looks the number of attempts; `pause`: the milliseconds between two of them
 * @returns false if somebody still reads an earlier state
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

/** The tables of PostgreSQL from which rows are pruned. Its own clean-up would come to them later. */
const prunedTables = ['ticket', 'tenant_event', 'tenant_response'];

/** Lets PostgreSQL reuse the space of deleted rows, and give back the space at the end of tables. Others may work meanwhile. */
export async function reclaimTables(pool: Pick<Connections, 'query'>): Promise<Reclaimed> {
  const sizes = prunedTables.map(table => `pg_total_relation_size('${table}')`).join(' + ');
  const total = async () =>
    (await pool.query<{ bytes: number }>({ text: `SELECT ${sizes} AS bytes` })).rows[0]!.bytes;
  const before = await total();
  for (const table of prunedTables) await pool.query({ text: `VACUUM ${table}` });
  const after = await total();
  return { returned: Math.max(0, before - after), reusable: 0 };
}
