/**
 * The connections to PostgreSQL, and what the service does while there are none. A connection that breaks costs the one request
 * that used it. While the database does not answer, every caller is told so at once, without a time-out of its own, until a
 * probe finds it again.
 */
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { hostUrls } from '#document/text/database-url.ts';
import {
  type ConnectionCounts,
  type OutageListener,
  PoolerMismatch,
  StoreAway,
  StoreBusy,
} from './backend.ts';
import { findPrimary } from './postgres-hosts.ts';

/** The time limits for a database server, in milliseconds. */
export interface DatabaseLimits {
  /** The milliseconds to get a connection; 5,000 by default. */
  connect: number;
  /** The milliseconds to answer one statement, including any wait for a lock. */
  statement: number;
}

/** The settings of a pool. */
interface PoolSettings extends Partial<DatabaseLimits> {
  /** The SQL that is run first on every connection, unless connections are `shared`. */
  session?: string;
  /**
   * Whether a pooler, such as PgBouncer in transaction mode, gives each transaction another connection to the database. Then
   * nothing outlasts a transaction, neither settings nor prepared statements. False if absent.
   */
  shared?: boolean;
}

/** The milliseconds from the end of one probe to the next. */
const probeMilliseconds = 250;
/**
 * The milliseconds that the driver waits beyond the time in which the database should give up a statement. After that, the
 * database counts as not answering.
 */
const grace = 500;
/** The milliseconds that closing waits for a database that may not answer. */
const closeMilliseconds = 2000;

/** The milliseconds that one probe may take. They are few, so that the return of a database is soon noticed. */
const probeLimit = 1000;

/**
 * A pool of connections to PostgreSQL. It converts faults of the database to StoreBusy, StoreAway or PoolerMismatch, and throws
 * StoreAway at once while the database does not answer.
 */
export class Connections {
  readonly #config: pg.PoolConfig;
  readonly #urls: readonly string[];
  /** The search for the server that accepts changes, among several; undefined before the first search and after a failure. */
  #search: Promise<void> | undefined;
  readonly #session: string | undefined;
  readonly #listener: OutageListener;
  #pool: pg.Pool;
  #outage: Promise<void> | undefined;
  #closed = false;

  constructor(config: pg.PoolConfig, settings: PoolSettings, listener: OutageListener = () => {}) {
    const { connect: connectionTimeoutMillis = 5000, statement, session, shared } = settings;
    const bounds = statement !== undefined && { query_timeout: statement + grace };
    this.#config = { ...config, ...bounds, connectionTimeoutMillis, keepAlive: true };
    this.#session = shared ? undefined : session;
    this.#listener = listener;
    this.#urls = hostUrls(config.connectionString!);
    this.#config.connectionString = this.#urls[0]!;
    this.#pool = poolOf(this.#config, this.#session);
  }

  /**
   * Takes a connection, which the caller gives back with `release`.
   * @throws StoreAway while the database does not answer, StoreBusy when no connection becomes free in time
   */
  async take(): Promise<pg.PoolClient> {
    if (this.#outage) throw new StoreAway();
    try {
      if (this.#urls.length > 1) {
        this.#search ??= this.#probe();
        await this.#search;
      }
      return await this.#pool.connect();
    } catch (error) {
      this.#search = undefined;
      const fault = faultOf(error);
      if (fault !== 'away' && fault !== 'lost')
        throw new StoreBusy('The database gives no connection.', { cause: error });
      this.beginOutage(error, () => this.#probe());
      throw new StoreAway(error);
    }
  }

  counts(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /**
   * Runs one query on any connection.
   * @throws StoreAway or StoreBusy as `take`, or the error of the statement
   */
  async query<Result extends object>(query: pg.QueryConfig): Promise<pg.QueryResult<Result>> {
    const client = await this.take();
    try {
      const result = await client.query<Result>(query);
      client.release();
      return result;
    } catch (error) {
      throw this.fail(client, error);
    }
  }

  /**
   * Gives a connection back after an error, and removes it from the pool if it may be broken. Begins an outage if the error
   * shows one.
   * @returns the error that the caller throws: one of the store, or the error of the statement itself
   */
  fail(client: pg.PoolClient, error: unknown): unknown {
    const fault = faultOf(error);
    if (fault === undefined) client.release();
    else drop(client, error);
    if (fault === undefined) return error;
    if (fault === 'pooled') return new PoolerMismatch(error);
    if (fault === 'away') this.beginOutage(error, () => this.#probe());
    return fault === 'busy' ? new StoreBusy('The database is busy.', { cause: error }) : new StoreAway(error);
  }

  /**
   * Refuses all queries until an attempt succeeds. No earlier connection is used again, since it may lead to a server that is
   * gone.
   */
  beginOutage(error: unknown, attempt: () => Promise<unknown>): void {
    if (this.#closed || this.#outage) return;
    this.#replacePool();
    this.#outage = this.#untilBack(error, attempt).finally(() => {
      this.#outage = undefined;
    });
  }

  async #untilBack(error: unknown, attempt: () => Promise<unknown>): Promise<void> {
    let reported = tellingOf(error);
    this.#listener(error);
    while (!this.#closed) {
      await wait(probeMilliseconds, undefined, { ref: false });
      if (this.#closed) return;
      try {
        await attempt();
        this.#listener();
        return;
      } catch (reason) {
        if (tellingOf(reason) !== reported) this.#listener(reason);
        reported = tellingOf(reason);
      }
    }
  }

  /** Finds the server that accepts changes, and connects to it from then on. */
  async #probe(): Promise<void> {
    const url = await findPrimary(this.#urls, this.#config, probeLimit);
    if (url === this.#config.connectionString) return;
    this.#config.connectionString = url;
    this.#replacePool();
  }

  #replacePool(): void {
    const former = this.#pool;
    this.#pool = poolOf(this.#config, this.#session);
    former.end().catch(() => {});
  }

  /** Closes all connections, and waits at most two seconds for it, because a database that does not answer would never end it. */
  async close(): Promise<void> {
    this.#closed = true;
    // The open connections keep the process alive during this wait; the timer must not do so after it.
    await Promise.race([endOf(this.#pool), wait(closeMilliseconds, undefined, { ref: false })]);
  }
}

/** Ends a pool, and resolves when the database has closed every connection, which `end` of the pool does not wait for. */
async function endOf(pool: pg.Pool): Promise<void> {
  let left = pool.totalCount;
  const closed = new Promise<void>(resolve => {
    if (left === 0) resolve();
    pool.on('remove', () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
  await pool.end();
  await closed;
}

/**
 * Makes a pool. An error without a listener would end the process, so the pool has listeners for the errors of idle connections
 * and of connections in use. Whoever uses a connection learns of its error from the statement that fails.
 */
function poolOf(config: pg.PoolConfig, session: string | undefined): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pool.on('connect', client => {
    client.on('error', () => {});
    // The settings are sent as a statement, not as options of the connection, which poolers refuse. If it fails, so does the
    // next query.
    if (session) client.query(session).catch(() => {});
  });
  return pool;
}

/** Removes a connection from the pool. It is cut, since a regular close would wait for a database that may be gone. */
function drop(client: pg.PoolClient, error: unknown): void {
  streamOf(client).destroy();
  client.release(error instanceof Error ? error : true);
}

/** Returns the socket of a connection, which the types of the driver do not declare. */
export const streamOf = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/** Returns the code of an error, or its message if it has none, to tell errors apart. */
const tellingOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

/**
 * Returns what an error of the driver means. `away`: the database does not answer, or accepts no writes. `lost`: this
 * connection can no longer be used. `busy`: there was no room, or a time limit ended the statement. `pooled`: a pooler changed
 * the connection, so that a prepared statement is missing or exists already. Returns undefined for an error of the statement
 * itself.
 */
export function faultOf(error: unknown): 'away' | 'lost' | 'busy' | 'pooled' | undefined {
  if (error instanceof StoreAway) return 'lost';
  if (error instanceof StoreBusy) return 'busy';
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'READ_ONLY') return 'away';
  if (isStale(error)) return 'lost';
  if (isState(code)) return faultOfState(code);
  if (error.message === 'timeout exceeded when trying to connect') return 'busy';
  if (awayMessage.test(error.message)) return 'away';
  if (lostMessage.test(error.message) || code === 'ECONNRESET' || code === 'EPIPE') return 'lost';
  return syscall !== undefined || error instanceof AggregateError ? 'away' : undefined;
}

/**
 * Tells whether a statement was prepared before a migration changed its table, so that its connection can no longer be used.
 */
export const isStale = (error: unknown): boolean =>
  (error as { routine?: unknown } | undefined)?.routine === 'RevalidateCachedQuery';

/**
 * Tells whether a code is an SQLSTATE: five letters and digits (PostgreSQL, Appendix A). Codes of Node.js are longer or begin
 * with E.
 */
const isState = (code: string | undefined): code is string =>
  /^[0-9A-Z]{5}$/.test(code ?? '') && code !== 'EPIPE';

/** The messages of the driver when the server does not answer. These errors have no code. */
const awayMessage = /^(?:Query read timeout|Connection terminated due to connection timeout|timeout expired)/;
/** The messages of the driver when a connection ends. These errors have no code either. */
const lostMessage = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;

function faultOfState(code: string): ReturnType<typeof faultOf> {
  // The server is starting, stopping or accepting no connections; or it has become a standby.
  if (code === '57P03' || code === '25006') return 'away';
  // A prepared statement is missing or exists already, so a pooler has given us another connection.
  if (code === '26000' || code === '42P05') return 'pooled';
  // An administrator or a crash ended the connection.
  if (code.startsWith('57P') || code.startsWith('08')) return 'lost';
  // Too many connections, a full disk, or no memory; or a time limit cancelled the statement.
  return code.startsWith('53') || code === '57014' || code === '55P03' ? 'busy' : undefined;
}
