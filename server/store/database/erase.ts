/** Erases deleted rows from the files of a database. A DELETE hides them from SQL, but leaves them in files. */
import type { Row } from './backend.ts';
import type { Connections } from './postgres-pool.ts';
import { insertRows } from './prepared.ts';
import { carryOver } from './reclaim.ts';
import type { Database } from './sqlite-driver.ts';

/** The number of attempts, and the milliseconds between them, while erasing waits for readers of the former rows. */
const patience = { looks: 30, pause: 250 };
/** The milliseconds that a checkpoint may wait. Writers wait meanwhile, so they are few. */
const checkpointMilliseconds = 100;
const lockMilliseconds = 2000;

/**
 * Erases from the files of a SQLite database what rows of a small table held before. Empties the table and fills it again while
 * SQLite overwrites what it frees, which also clears pages that an older version left unerased. Then moves the write-ahead log
 * into the file and truncates it.
 * @param database a handle that nobody else uses, outside a transaction
 * @returns false if others still read an earlier state, so that the log still holds it
 */
export async function eraseFromFiles(database: Database, table: string): Promise<boolean> {
  database.pragma('secure_delete = ON');
  database.transaction(() => rewrite(database, table)).immediate();
  database.pragma(`busy_timeout = ${checkpointMilliseconds}`);
  return carryOver(database, patience);
}

function rewrite(database: Database, table: string): void {
  const rows = database.prepare(`SELECT * FROM ${table}`).all() as Row[];
  // Without a condition, SQLite clears whole pages rather than rows.
  database.prepare(`DELETE FROM ${table}`).run();
  insertRows(database, table, rows);
}

/**
 * Writes a small table of PostgreSQL into a new file, without the rows that were replaced. Its write-ahead log, replicas and
 * backups can only be erased by whoever runs the database.
 * @returns false if the table stayed in use, or this user may not rewrite it
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
    // PostgreSQL skips the table of another owner with a warning.
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

/** The errors that mean "not now": a lock that is not available, a missing privilege, a cancelled statement. */
const mayFail: ReadonlySet<string> = new Set(['55P03', '42501', '57014']);
