/**
 * A file of SQLite, and how the service behaves while it cannot be used.
 *
 * A fault that a statement finds costs the request that asked, and from then on everybody is refused at once, until the file is
 * found in order again: space was freed, a permission given back, a file put back or replaced. A file is watched by its identity,
 * since SQLite would go on writing into one that was deleted.
 */
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DriverError } from '#document/text/sqlite.ts';
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
 * How long a transaction may wait for another process to release the file, and how often it looks. In milliseconds. A request waits
 * for two at most, and no longer than five seconds.
 */
export const patienceMilliseconds = 5000;
const patienceOfServers = 2000;
export const retryMilliseconds = 2;
/** The milliseconds between two looks at the file. */
const lookMilliseconds = 250;
/** A disk with hardly any room takes one change and not the next: the looks become rarer, up to this, in milliseconds. */
const maxPause = 2000;

/** The reaction of a server to a file that cannot be used. Commands pass its errors on to their user. */
export interface Watch {
  onOutage: OutageListener;
  /** Brings the file up to date before it is used again. */
  prepare: () => Promise<void>;
}

export class SqliteFile {
  readonly path: string;
  /** The milliseconds that a transaction may wait. */
  readonly patience: number;
  readonly #watch: Watch | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  /** The connection. One is enough: a transaction begins and ends in one turn of the event loop. */
  #connection: PreparedStatements | undefined;
  #isAlone = false;
  #identity = '';
  #fault: unknown;
  #pause = lookMilliseconds;
  #backAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  /**
   * Opens a file, and makes it and its folder when they are missing.
   * @throws UnusableFile, StoreBusy when there is no watch, or another installation is needed
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

  /** Tells whether its connection keeps everybody else out. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** The connection to read with. @throws StoreAway */
  toRead(): PreparedStatements {
    if (!this.#connection) throw new StoreAway(this.#fault);
    return this.#connection;
  }

  /** The connection to write with. @throws StoreAway */
  toWrite(): PreparedStatements {
    if (this.#fault) throw new StoreAway(this.#fault);
    return this.toRead();
  }

  /** Asks until no other process keeps the file locked, without holding up the event loop. @throws StoreAway, StoreBusy */
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
   * Makes sure that what was just committed is in the file that others find.
   * @throws StoreAway when that was deleted or replaced
   */
  requireInPlace(): void {
    let found: string;
    try {
      found = identityOf(this.path);
    } catch (error) {
      throw this.fail(error);
    }
    // The log of newest changes may begin with the first change.
    if (this.#identity.endsWith(' ') && found.startsWith(this.#identity)) this.#identity = found;
    if (found === this.#identity) return;
    const [file] = found.split(' ');
    throw this.fail(missing(this.#identity.startsWith(`${file} `) ? logOf(this.path) : this.path));
  }

  /** Translates an error of SQLite into one of the store. Notes an outage when the error tells of one. */
  fail(error: unknown): unknown {
    const named = storeError(this.path, error);
    if (named instanceof UnusableFile) this.beginOutage(named);
    return named;
  }

  /** Answers no query until the file can be used. */
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

  /** @param timeout how long it may hold up the event loop, in milliseconds */
  #open(timeout = 0): void {
    this.#connection = new PreparedStatements(connect(this.path, timeout));
    this.#identity = identityOf(this.path);
  }

  /** Opens a connection that keeps everybody else out. @throws UnusableFile, StoreBusy */
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
      // This counts as an outage.
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
        // Damage does not go away by itself, and may only show when it is met.
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

  /** Makes sure that the file can be used. */
  async #restore(prepare: () => Promise<void>): Promise<void> {
    if (!this.#connection) {
      requireFile(this.path, this.#identity);
      await prepare();
      if (this.#closed) return;
      this.#open();
    }
    // Writes without changing anything.
    const { database } = this.#connection!;
    database.pragma(`user_version = ${database.pragma('user_version', { simple: true })}`);
  }
}

const isMismatch = ({ cause }: StoreBusy): boolean => cause instanceof DriverError && cause.isMismatch;

const inodeOf = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}.${found.ino}` : '';
};

/** Which file is at a path, with which log of newest changes. SQLite keeps both as long as it has the file open. */
const identityOf = (path: string): string => `${inodeOf(path)} ${inodeOf(logOf(path))}`;

/** Returns a text that changes whenever somebody writes into a file or replaces it. */
function stateOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs} ${inodeOf(logOf(path))}`;
  } catch {
    return '';
  }
}

/** @param identity what was open before */
function requireFile(path: string, identity: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw missing(path);
  if (found.size === 0) throw empty(path);
  const [formerFile, formerLog] = identity.split(' ');
  const isAnother = inodeOf(path) !== formerFile;
  if (isAnother && formerLog && inodeOf(logOf(path)) === formerLog) throw mispaired(path);
}
