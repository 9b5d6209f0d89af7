/**
 * PostgreSQL as a backend: a pool of connections, with statements that are pipelined and prepared by name. Synchronous commit
 * is always on.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import pg from 'pg';
import {
  type Backend,
  type DatabaseLockName,
  databaseLockNames,
  type OutageListener,
  rows,
} from './backend.ts';
import { copyFrom, copyInto } from './copy.ts';
import { eraseFromTable } from './erase.ts';
import { Connections, type DatabaseLimits, isStale } from './postgres-pool.ts';
import { bareQuery, namedQuery, onConnection, transact } from './postgres-transaction.ts';
import { reclaimTables } from './reclaim.ts';
import { turns } from './turns.ts';

const connections = 10;

/** The settings of every connection, whatever the defaults of the server are. */
const sessionSettings = {
  // Rows and locks protect what must not interleave, and this isolation level is made for that.
  default_transaction_isolation: 'read committed',
  synchronous_commit: 'on',
  idle_in_transaction_session_timeout: '60000',
};

/**
 * The settings for planning the statements that requests wait for. They are prepared once, and their plans are kept. Such
 * statements look rows up by indexed keys, so no plan may read a table or an index from end to end instead, even if the table
 * was nearly empty when the plan was made. Tables are joined in the order in which a statement names them, so it must begin
 * with the few rows that decide how much is read.
 */
const planner = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  join_collapse_limit: '1',
};
const setAll = (scope: 'SET' | 'SET LOCAL', settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${scope} ${name} = '${value}'`)
    .join('; ');
/** The SQL that lets PostgreSQL plan a statement freely, for statements that read whole tables. */
const planFreely = Object.keys(planner)
  .map(name => `SET LOCAL ${name} = DEFAULT`)
  .join('; ');

const lockTimeout = (milliseconds: number): string => `SET LOCAL lock_timeout = '${milliseconds}'`;

/** A backend that may lose its database and find it again. */
interface PostgresBackend extends Backend {
  /** Refuses all queries until an attempt to make the database ready succeeds. */
  beginOutage(error: unknown, attempt: () => Promise<unknown>): void;
}

/**
 * Opens a PostgreSQL database by its URL. Connects at the first use.
 * @param limits the time limits; without one for statements, they may take any time. `shared` for a pooler that gives each
 *   transaction another connection
 */
export function openPostgres(
  url: string,
  limits: Partial<DatabaseLimits> & { shared?: boolean } = {},
  onOutage?: OutageListener,
): PostgresBackend {
  const { shared = false, statement } = limits;
  const timeout = statement !== undefined && { statement_timeout: String(statement) };
  const settings = { ...sessionSettings, ...planner, ...timeout };
  const queryOf = shared ? bareQuery : namedQuery;
  const config: pg.PoolConfig = {
    connectionString: url,
    max: connections,
    // A statement need not wait for the answer to the one before it.
    pipeline: true,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
  const pool = new Connections(config, { ...limits, session: setAll('SET', settings) }, onOutage);
  // Where connections are shared, each transaction sends the settings again.
  const begin = shared ? `BEGIN; ${setAll('SET LOCAL', settings)}` : 'BEGIN';
  const manner = { begin, queryOf };
  const freely = { begin: `${begin}; ${planFreely}`, queryOf: bareQuery };
  return {
    name: 'postgres',
    ask: async <Result extends object>(sql: string, ...parameters: unknown[]) =>
      (await fresh(() => pool.query<Result>(queryOf({ sql, parameters })))).rows,
    survey: <Result extends object>(sql: string, ...parameters: unknown[]) =>
      transact(pool, () => rows<Result>(sql, ...parameters), freely),
    transact: async (body, patience) => {
      // As on SQLite, a batch begins at the end of this turn of the event loop, so that it takes everything that came in the
      // turn.
      await endOfTurn();
      const own = patience === undefined ? manner : { queryOf, begin: `${begin}; ${lockTimeout(patience)}` };
      return fresh(() => transact(pool, body, own));
    },
    lock: (name: DatabaseLockName, shared) => ({
      sql: `SELECT pg_advisory_xact_lock${shared ? '_shared' : ''}($1)`,
      parameters: [databaseLockNames[name]],
    }),
    inTurn: turns(),
    forUpdate: 'FOR NO KEY UPDATE',
    rowsOf: columns => {
      const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
      return `json_to_recordset($1::json) AS listed(${typed.join(', ')})`;
    },
    isListed: (name, type) =>
      `= ANY (ARRAY(SELECT ${name} FROM json_to_recordset($1::json) AS listed(${name} ${type})))`,
    appends: false,
    numberKey: 'bigint',
    copyTo: file =>
      onConnection(pool, async client => {
        await client.query(`${begin} ISOLATION LEVEL REPEATABLE READ READ ONLY; ${planFreely}`);
        await copyInto(file, client);
        await client.query('COMMIT');
      }),
    copyFrom: file =>
      onConnection(pool, async client => {
        await client.query(freely.begin);
        await copyFrom(file, client);
        await client.query('COMMIT');
      }),
    eraseReplaced: table => eraseFromTable(pool, table),
    reclaim: () => reclaimTables(pool),
    sizes: () => sizesOf(pool),
    connections: () => pool.counts(),
    close: () => pool.close(),
    beginOutage: (error, attempt) => pool.beginOutage(error, attempt),
  };
}

/**
 * Repeats an attempt that failed because a connection had prepared statements from before a migration. Each such connection is
 * dropped when it is found.
 */
async function fresh<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = connections; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !isStale((error as Error).cause)) throw error;
    }
  }
}

/** Returns the bytes that the database takes on disk, and those of each of its tables. */
async function sizesOf(pool: Connections): Promise<{ total: number; tables: Map<string, number> }> {
  const { rows } = await pool.query<{ total: number; name: string; bytes: number }>({
    text: `SELECT (SELECT pg_database_size(current_database())) AS total, relname AS name, pg_total_relation_size(oid) AS bytes
      FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  });
  return { total: rows[0]!.total, tables: new Map(rows.map(({ name, bytes }) => [name, bytes])) };
}

const bigint = 20;

/**
 * Returns the parser for a type of column. Whole numbers become numbers, since a double represents exactly every one that is
 * stored.
 */
function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === bigint ? Number : pg.types.getTypeParser(oid, format as 'text');
}
