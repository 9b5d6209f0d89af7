/** Makes what was deleted from a table unreadable: SQL forgets it, files do not. */
import type { Row } from './backend.ts';
import type { Connections } from './postgres-pool.ts';
import { insertRows } from './prepared.ts';
import { carryOver } from './reclaim.ts';
import type { Database } from './sqlite-driver.ts';

/** The number of looks and the milliseconds between them while erasing waits for readers of the erased rows. */
const patience = { looks: 30, pause: 250 };
/** A checkpoint that waits keeps writers out, so it waits only briefly. */
const checkpointMilliseconds = 100;
const lockMilliseconds = 2000;

/**
 * Erases from the files of a SQLite database what rows of a small table held before. The table is emptied and filled again
 * while SQLite overwrites what it frees, which also clears pages that an older version left as they were. Then the
 * write-ahead log is carried over and cut to nothing.
 * @param database a handle that nobody else uses, outside a transaction
 * @returns false when others go on reading an earlier state, so that the log still holds it
 */
export async function eraseFromFiles(database: Database, table: string): Promise<boolean> {
  database.pragma('secure_delete = ON');
  database.transaction(() => rewrite(database, table)).immediate();
  database.pragma(`busy_timeout = ${checkpointMilliseconds}`);
  return carryOver(database, patience);
}

function rewrite(database: Database, table: string): void {
  const rows = database.prepare(`SELECT * FROM ${table}`).all() as Row[];
  // Without a condition, whole pages are cleared rather than rows.
  database.prepare(`DELETE FROM ${table}`).run();
  insertRows(database, table, rows);
}

/**
 * Writes a small table of PostgreSQL into a new file, without the rows that were replaced. Only whoever runs the database can
 * erase its write-ahead log, replicas and backups.
 * @returns false when the table stayed in use, or this user may not rewrite it
 */
export async function eraseFromTable(pool: Pick<Connections, 'take'>, table: string): Promise<boolean> {
  const client = await pool.take();
  let warned = false;
  const warn = () => {
    warned = true;
  };
  client.on('notice', warn);
  try {
    await client.query(`SET lock_timeout = ${lockMilliseconds}`);
    // A table of another owner is left out with a warning.
    await client.query(`VACUUM FULL ${table}`);
    return !warned;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined || !mayFail.has(code)) throw error;
    return false;
  } finally {
    client.off('notice', warn);
    await client.query('RESET lock_timeout').catch(() => {});
    client.release();
  }
}

/** Lock not available, insufficient privilege, statement cancelled. */
const mayFail: ReadonlySet<string> = new Set(['55P03', '42501', '57014']);
