/**
 * A SQLite file, and what the service does while the file cannot be used.
 *
 * A fault that a statement meets costs the request that sent it. From then on every request is refused at once, until the file
 * is usable again: because space was freed, a permission given back, or a file put back or replaced. The file is watched by its
 * identity, since SQLite would go on writing into a file that was deleted.
 */
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DriverError } from '#document/text/sqlite.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { type OutageListener, StoreAway, StoreBusy } from './backend.ts';
import { PreparedStatements } from './prepared.ts';
import { connect, connectWithoutRoom, createFile, logOf } from './sqlite-create.ts';
import {
  empty,
  isBusy,
  isUnusable,
  mispaired,
  missing,
  storeError,
  UnusableFile,
} from './sqlite-unusable.ts';

/**
 * The milliseconds that a transaction of a command, or of a server, may wait for another process to release the file; and the
 * milliseconds between two attempts.
 */
export const patienceMilliseconds = 5000;
const patienceOfServers = 2000;
export const retryMilliseconds = 2;
/** The milliseconds between two looks at the file. */
const lookMilliseconds = 250;
/**
 * The most milliseconds between two looks. A nearly full disk accepts one change and not the next, so the looks become rarer.
 */
const maxPause = 2000;

/** The reaction of a server to a file that cannot be used. Commands have none, and pass the error on to their user. */
export interface Watch {
  onOutage: OutageListener;
  /** Runs missing migrations before the file is used again. */
  prepare: () => Promise<void>;
}

export class SqliteFile {
  readonly path: string;
  /** The milliseconds that a transaction may wait for another process to release the file. */
  readonly patience: number;
  readonly #watch: Watch | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  /**
   * The connection; undefined while the file is not open. One is enough, since a transaction begins and ends within one turn of
   * the event loop.
   */
  #connection: PreparedStatements | undefined;
  #isAlone = false;
  #identity = '';
  #fault: unknown;
  #pause = lookMilliseconds;
  #backAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  /**
   * Opens a file. Creates it and its folder if they are missing.
   * @throws UnusableFile or StoreBusy when the file cannot be used; with a watch, only when the driver is of another installation
   */
  constructor(path: string, watch?: Watch) {
    this.path = path;
    this.#watch = watch;
    this.patience = watch ? patienceOfServers : patienceMilliseconds;
    try {
      createFile(path);
      this.#open(this.patience);
    } catch (error) {
      const named = storeError(path, error);
      if (!watch && isUnusable(named, 'full')) {
        this.#openWithoutRoom();
        return;
      }
      if (!watch || !(named instanceof StoreBusy) || isMismatch(named)) throw named;
      this.beginOutage(named);
    }
    if (!watch) return;
    this.#timer = setInterval(() => this.#look(), lookMilliseconds).unref();
  }

  /** Tells whether the connection keeps everybody else out of the file. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /**
   * Returns the connection for reading.
   * @throws StoreAway while the file is not open
   */
  toRead(): PreparedStatements {
    if (!this.#connection) throw new StoreAway(this.#fault);
    return this.#connection;
  }

  /**
   * Returns the connection for writing.
   * @throws StoreAway while the file is not open or cannot be written
   */
  toWrite(): PreparedStatements {
    if (this.#fault) throw new StoreAway(this.#fault);
    return this.toRead();
  }

  /**
   * Runs a query, and repeats it while another process keeps the file locked, without blocking the event loop.
   * @throws StoreAway while the file cannot be used, StoreBusy when it stays locked for `patience` milliseconds
   */
  async patiently<Result>(ask: () => Result): Promise<Result> {
    for (const giveUpAt = performance.now() + this.patience; ; await wait(retryMilliseconds)) {
      try {
        return ask();
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw this.fail(error);
      }
    }
  }

  /**
   * Checks that the last commit is in the file that others find at the path.
   * @throws StoreAway if the file was deleted or replaced
   */
  requireInPlace(): void {
    let found: string;
    try {
      found = identityOf(this.path);
    } catch (error) {
      throw this.fail(error);
    }
    // The first change may have created the write-ahead log.
    if (this.#identity.endsWith(' ') && found.startsWith(this.#identity)) this.#identity = found;
    if (found === this.#identity) return;
    const [file] = found.split(' ');
    throw this.fail(missing(this.#identity.startsWith(`${file} `) ? logOf(this.path) : this.path));
  }

  /** Converts an error of SQLite to an error of the store. Begins an outage if the error shows one. */
  fail(error: unknown): unknown {
    const named = storeError(this.path, error);
    if (named instanceof UnusableFile) this.beginOutage(named);
    return named;
  }

  /** Refuses all queries until the file can be used. */
  beginOutage(error: unknown): void {
    if (!isUnusable(error, 'full')) this.#disconnect();
    if (!this.#watch || this.#closed || this.#fault) return;
    this.#fault = error;
    void this.#untilBack(this.#watch, error);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#disconnect();
  }

  /**
   * Opens the connection.
   * @param timeout the milliseconds for which this may block the event loop
   */
  #open(timeout = 0): void {
    this.#connection = new PreparedStatements(connect(this.path, timeout));
    this.#identity = identityOf(this.path);
  }

  /**
   * Opens a connection that keeps everybody else out of the file.
   * @throws UnusableFile, StoreBusy
   */
  #openWithoutRoom(): void {
    try {
      this.#connection = new PreparedStatements(connectWithoutRoom(this.path));
      this.#isAlone = true;
      this.#identity = identityOf(this.path);
    } catch (error) {
      throw storeError(this.path, error);
    }
  }

  #disconnect(): void {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  #look(): void {
    try {
      if (this.#connection) this.requireInPlace();
    } catch {
      // `requireInPlace` has begun an outage.
    }
  }

  async #untilBack({ onOutage, prepare }: Watch, error: unknown): Promise<void> {
    onOutage(error);
    const isRecent = performance.now() - this.#backAt < 2 * maxPause;
    this.#pause =
      isRecent && isUnusable(error, 'full') ? Math.min(this.#pause * 2, maxPause) : lookMilliseconds;
    let reported = String(error);
    let state = stateOf(this.path);
    while (!this.#closed && !isUnusable(error, 'hopeless')) {
      await wait(this.#pause, undefined, { ref: false });
      if (this.#closed) return;
      try {
        // A damaged file stays damaged until somebody changes it, even if a look does not meet the damage.
        if (isUnusable(error, 'damaged') && stateOf(this.path) === state) continue;
        await this.#restore(prepare);
        this.#fault = undefined;
        this.#backAt = performance.now();
        onOutage();
        return;
      } catch (reason) {
        if (isBusy(reason)) continue;
        error = storeError(this.path, reason);
        state = stateOf(this.path);
        if (String(error) !== reported) onOutage(error);
        reported = String(error);
      }
    }
  }

  /**
   * Checks that the file can be written, and opens it again if it was closed.
   * @throws the error of a file that still cannot be used
   */
  async #restore(prepare: () => Promise<void>): Promise<void> {
    if (!this.#connection) {
      requireFile(this.path, this.#identity);
      await prepare();
      if (this.#closed) return;
      this.#open();
    }
    // This writes to the file without changing anything.
    const { database } = this.#connection!;
    database.pragma(`user_version = ${database.pragma('user_version', { simple: true })}`);
  }
}

const isMismatch = ({ cause }: StoreBusy): boolean => cause instanceof DriverError && cause.isMismatch;

const inodeOf = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}.${found.ino}` : '';
};

/** Returns the identity of the file at a path and of its write-ahead log. SQLite keeps both for as long as the file is open. */
const identityOf = (path: string): string => `${inodeOf(path)} ${inodeOf(logOf(path))}`;

/** Returns a text that changes whenever somebody writes into a file or replaces it. */
function stateOf(path: string): string {
  const read = () => {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs} ${inodeOf(logOf(path))}`;
  };
  return unlessThrown(read) ?? '';
}

/**
 * Requires that the file at a path can be opened in place of the one that was open.
 * @param identity the identity of the file that was open
 * @throws UnusableFile if the file is missing or empty, or has the write-ahead log of another file
 */
function requireFile(path: string, identity: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw missing(path);
  if (found.size === 0) throw empty(path);
  const [formerFile, formerLog] = identity.split(' ');
  const isAnother = inodeOf(path) !== formerFile;
  if (isAnother && formerLog && inodeOf(logOf(path)) === formerLog) throw mispaired(path);
}
