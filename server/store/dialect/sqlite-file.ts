/**
 * A file of SQLite, and how the service behaves while it cannot be used.
 *
 * What a statement finds wrong costs the request that asked, and from then on everybody is refused at once, until the file is
 * found in order again: space was freed, a permission given back, a file put back or replaced. A file is watched by its
 * identity, since SQLite would go on writing into one that was deleted.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DriverError } from '#document/sqlite.ts';
import { type OutageListener, StoreAway, StoreBusy } from './backend.ts';
import { PreparedStatements } from './prepared.ts';
import { type Database, openFile } from './sqlite-driver.ts';
import { empty, FileFault, isBusy, mispaired, missing, storeError } from './sqlite-fault.ts';

/** How long a statement may wait for another process to release the file, and how often it looks. In milliseconds. */
export const patienceMilliseconds = 5000;
export const retryMilliseconds = 2;
/** How often the file is looked at, in milliseconds. */
const lookMilliseconds = 250;

/**
 * The connections to a file. Three, since the hot path must never wait in the middle of a transaction that another handler awaits,
 * and what is asked outside any transaction must not see what one has not committed.
 */
export interface Handles {
  hot: PreparedStatements;
  general: PreparedStatements;
  asking: PreparedStatements;
}

/** What a server does about a file that cannot be used; commands pass its faults on to whoever runs them. */
export interface Watch {
  onOutage: OutageListener;
  /** Brings the file up to date before it is used again. */
  prepare: () => Promise<void>;
}

export class SqliteFile {
  readonly path: string;
  readonly #watch: Watch | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #handles: Handles | undefined;
  #identity = '';
  #fault: unknown;
  #closed = false;

  /**
   * Opens a file, and makes it and its folder when they are missing.
   * @throws FileFault, StoreBusy when there is no watch, or another installation is needed
   */
  constructor(path: string, watch?: Watch) {
    this.path = path;
    this.#watch = watch;
    try {
      createFile(path);
      this.#open(patienceMilliseconds);
    } catch (error) {
      const named = storeError(path, error);
      if (!watch || !(named instanceof StoreBusy) || isMismatch(named)) throw named;
      this.beginOutage(named);
    }
    if (!watch) return;
    this.#timer = setInterval(() => this.#look(), lookMilliseconds).unref();
  }

  /** The connections as they are now; others after an outage. */
  get handles(): Handles | undefined {
    return this.#handles;
  }

  /** The connections to read with. @throws StoreAway */
  toRead(): Handles {
    if (!this.#handles) throw new StoreAway(this.#fault);
    return this.#handles;
  }

  /** The connections to write with. @throws StoreAway */
  toWrite(): Handles {
    if (this.#fault) throw new StoreAway(this.#fault);
    return this.toRead();
  }

  /** Asks until no other process keeps the file locked, without holding up the event loop. @throws StoreAway, StoreBusy */
  async patiently<Result>(ask: () => Result): Promise<Result> {
    for (const giveUpAt = performance.now() + patienceMilliseconds; ; await wait(retryMilliseconds)) {
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
    if (found !== this.#identity) throw this.fail(missing(this.path));
  }

  /** What the store calls an error. Notes an outage when the error tells of one. */
  fail(error: unknown): unknown {
    const named = storeError(this.path, error);
    if (named instanceof FileFault) this.beginOutage(named);
    return named;
  }

  /** Answers nobody until the file can be used. */
  beginOutage(error: unknown): void {
    const canRead = error instanceof FileFault && error.kind === 'full';
    if (!canRead) this.#closeHandles();
    if (!this.#watch || this.#closed || this.#fault) return;
    this.#fault = error;
    void this.#untilBack(this.#watch, error);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#closeHandles();
  }

  /** @param timeout how long it may hold up the event loop, in milliseconds */
  #open(timeout = 0): void {
    const connections: Database[] = [];
    try {
      for (let count = 0; count < 3; count += 1) connections.push(connect(this.path, timeout));
    } catch (error) {
      for (const each of connections) each.close();
      throw error;
    }
    const [hot, general, asking] = connections.map(each => new PreparedStatements(each));
    this.#handles = { hot: hot!, general: general!, asking: asking! };
    this.#identity = identityOf(this.path);
  }

  #closeHandles(): void {
    const handles = this.#handles;
    this.#handles = undefined;
    for (const { database } of Object.values(handles ?? {})) database.close();
  }

  #look(): void {
    try {
      if (this.#handles) this.requireInPlace();
    } catch {
      // It is told as an outage.
    }
  }

  async #untilBack({ onOutage, prepare }: Watch, error: unknown): Promise<void> {
    onOutage(error);
    let told = String(error);
    let state = stateOf(this.path);
    while (!this.#closed && !(error instanceof FileFault && error.kind === 'hopeless')) {
      await wait(lookMilliseconds, undefined, { ref: false });
      if (this.#closed) return;
      try {
        const isDamaged = error instanceof FileFault && error.kind === 'damaged';
        // Damage does not go away by itself, and may only show when it is met.
        if (isDamaged && stateOf(this.path) === state) continue;
        await this.#restore(prepare);
        this.#fault = undefined;
        onOutage();
        return;
      } catch (reason) {
        if (isBusy(reason)) continue;
        error = storeError(this.path, reason);
        state = stateOf(this.path);
        if (String(error) !== told) onOutage(error);
        told = String(error);
      }
    }
  }

  /** Makes sure that the file can be used. */
  async #restore(prepare: () => Promise<void>): Promise<void> {
    if (!this.#handles) {
      requireFile(this.path, this.#identity);
      await prepare();
      if (this.#closed) return;
      this.#open();
    }
    writeSomething(this.#handles!.hot.database);
  }
}

const isMismatch = ({ cause }: StoreBusy): boolean => cause instanceof DriverError && cause.isMismatch;

/** Writes without changing anything. */
function writeSomething(database: Database): void {
  const version = database.pragma('user_version', { simple: true });
  database.pragma(`user_version = ${version}`);
}

const log = (path: string): string => `${path}-wal`;
const inodeOf = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}.${found.ino}` : '';
};

/** Which file is at a path, with which log of newest changes. SQLite keeps both as long as it has the file open. */
const identityOf = (path: string): string => `${inodeOf(path)} ${inodeOf(log(path))}`;

/** What changes whenever somebody writes into a file or replaces it. */
function stateOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs} ${inodeOf(log(path))}`;
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
  if (isAnother && formerLog && inodeOf(log(path)) === formerLog) throw mispaired(path);
}

/**
 * Makes a file where there is none. It is made under another name and linked, so that no crash leaves an empty one, which is never
 * taken for a new one.
 * @throws FileFault for a file that is empty, or missing beside the log of its newest changes
 */
function createFile(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).size === 0) throw empty(path);
    return;
  }
  if (statSync(log(path), { throwIfNoEntry: false })?.size) throw missing(path);
  makeFolder(resolve(dirname(path)));
  const draft = `${path}.${randomUUID()}.draft`;
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    connect(draft, 0).close();
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
}

/**
 * Makes a folder and those above it that are missing. What holds a new one is synced, or a loss of power could take the
 * whole folder with all that was committed in it.
 */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Opens a file that exists.
 * @param timeout how long it may hold up the event loop until another process releases the file; later statements never do
 */
function connect(file: string, timeout: number): Database {
  const database = openFile(file, { timeout, fileMustExist: true });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('cache_size = -16000');
    database.pragma('wal_autocheckpoint = 4000');
    // What a savepoint would need to undo its changes is kept in memory, not in a file.
    database.pragma('temp_store = MEMORY');
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
