/**
 * The connections to PostgreSQL, and how the service behaves while there are none.
 *
 * A connection that breaks costs the request that used it, and nothing else. When the database does not answer, everybody is
 * told so at once, without waiting for a time-out of their own, until a probe finds it again.
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

/** The time limits for a database, in milliseconds. */
export interface DatabaseLimits {
  /** The time to get a connection. */
  connect: number;
  /** The time to answer one statement, including any wait for a lock. */
  statement: number;
}

/** The settings of a pool for the way to its database. */
interface PoolSettings extends Partial<DatabaseLimits> {
  /** The SQL that every connection is sent first, unless connections are `shared`. */
  session?: string;
  /**
   * Whether a pooler such as PgBouncer in transaction mode gives each transaction another connection to the database: then nothing
   * outlasts a transaction, neither settings nor prepared statements.
   */
  shared?: boolean;
}

/** The milliseconds from the end of one probe to the next. */
const probeMilliseconds = 250;
/**
 * The milliseconds that the driver waits longer than the database should take to give up a statement. After that nobody
 * answers.
 */
const grace = 500;
/** The milliseconds that a close waits for a database that may not answer. */
const closeMilliseconds = 2000;

/** The milliseconds that one probe may take. It is short, so that the return of a database is seen soon. */
const probeLimit = 1000;

/** A pool whose errors are those of the store, and which knows when there is no use in waiting. */
export class Connections {
  readonly #config: pg.PoolConfig;
  readonly #urls: readonly string[];
  /** Set until it is known which of several servers takes changes. */
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
   * @throws StoreAway, StoreBusy when none is available
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

  /** Asks one question on any connection. @throws StoreAway, StoreBusy, or what the database says of the statement */
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
   * Gives a connection back after an error, for good when it may be broken. Notes an outage when the error tells of one.
   * @returns what the store calls the error, which the caller throws
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

  /** Answers no query until an attempt succeeds. No connection from before is used again, since it may lead nowhere. */
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

  /** Finds the server that takes changes, and connects to it from now on. */
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

  /** Closes all connections. Connections to a database that does not answer are cut. */
  async close(): Promise<void> {
    this.#closed = true;
    // The open connections keep the process alive for as long as this waits; the timer must not do so after them.
    await Promise.race([endOf(this.#pool), wait(closeMilliseconds, undefined, { ref: false })]);
  }
}

/** Ends a pool, and resolves when the database has closed every connection: the pool itself does not wait for that. */
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
 * Makes a pool whose errors never end the process, as an error without a listener would. The pool reports errors of idle
 * connections, and a connection in use reports its own. Its user notices when a statement fails.
 */
function poolOf(config: pg.PoolConfig, session: string | undefined): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pool.on('connect', client => {
    client.on('error', () => {});
    // By a statement and not by options of the start, which poolers refuse. What is asked next fails where this fails.
    if (session) client.query(session).catch(() => {});
  });
  return pool;
}

/** Gives a connection back for good. Its goodbye would wait for a database that may not be there. */
function drop(client: pg.PoolClient, error: unknown): void {
  streamOf(client).destroy();
  client.release(error instanceof Error ? error : true);
}

/** The socket of a connection, which the types of the driver leave out. */
export const streamOf = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/** Returns the code of an error, or else its message, to tell errors apart in a log. */
const tellingOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

/**
 * Sorts an error of the driver. `away`: the database does not answer, or takes no writes. `lost`: only this connection is of no
 * more use. `busy`: no room was left, or a time limit ended the statement. `pooled`: the pooler changed the connection, so that
 * a prepared statement is missing or exists already. Returns undefined for an error of the statement itself.
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

/** Tells whether a statement was prepared before a newer server added a column, so that its connection is of no more use. */
export const isStale = (error: unknown): boolean =>
  (error as { routine?: unknown } | undefined)?.routine === 'RevalidateCachedQuery';

/**
 * Tells whether a code is an SQLSTATE: five letters and digits (PostgreSQL, Appendix A). Codes of Node.js are longer or begin
 * with E.
 */
const isState = (code: string | undefined): code is string =>
  /^[0-9A-Z]{5}$/.test(code ?? '') && code !== 'EPIPE';

/** The messages of the driver when the server does not answer, and when a connection ends; it gives these errors no code. */
const awayMessage = /^(?:Query read timeout|Connection terminated due to connection timeout|timeout expired)/;
const lostMessage = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;

function faultOfState(code: string): ReturnType<typeof faultOf> {
  // It starts or stops, or accepts no connections at the moment; a server that has become a standby.
  if (code === '57P03' || code === '25006') return 'away';
  // A statement that was prepared is not there, or is there already: the connection behind a pooler is another one.
  if (code === '26000' || code === '42P05') return 'pooled';
  // Ended by an administrator or a crash.
  if (code.startsWith('57P') || code.startsWith('08')) return 'lost';
  // Too many connections, no room on the disk, no memory; cancelled by a time limit.
  return code.startsWith('53') || code === '57014' || code === '55P03' ? 'busy' : undefined;
}
