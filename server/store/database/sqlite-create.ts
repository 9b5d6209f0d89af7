/** Makes a SQLite file where there is none, and connects to one that exists. */
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Database, openFile } from './sqlite-driver.ts';
import { empty, missing } from './sqlite-unusable.ts';

/** Where SQLite keeps the newest changes of a file. */
export const logOf = (path: string): string => `${path}-wal`;

/**
 * Makes a file where there is none. It is made under another name and linked, so a crash never leaves an empty file behind: an empty file
 * is refused, not taken for a new one.
 * @throws UnusableFile for a file that is empty, or missing beside the log of its newest changes
 */
export function createFile(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).size === 0) throw empty(path);
    return;
  }
  if (statSync(logOf(path), { throwIfNoEntry: false })?.size) throw missing(path);
  makeFolder(resolve(dirname(path)));
  const staged = `${path}.${randomUUID()}.draft`;
  closeSync(openSync(staged, 'wx', 0o600));
  try {
    connect(staged, 0).close();
    // Root gives the file to the owner of its folder: the user of the service must be able to write it.
    const { uid, gid } = statSync(dirname(path));
    if (process.getuid?.() === 0) chownSync(staged, uid, gid);
    linkSync(staged, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(staged, { force: true });
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
export const connect = (file: string, timeout: number): Database =>
  connected(file, timeout, database => {
    // For a new file: space that is freed later can be given back page by page. Existing files keep the mode that they were made with.
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma('cache_size = -16000');
    database.pragma('wal_autocheckpoint = 4000');
    database.pragma('busy_timeout = 0');
  });

/**
 * Opens a file on a disk without room, where nobody else uses it. What SQLite keeps beside a file is then in memory: its index of the
 * log of newest changes, and what undoes a change. So a loss of power in the middle of a change would damage the file.
 * @throws SQLITE_BUSY where a server uses it
 */
export const connectWithoutRoom = (file: string): Database =>
  connected(file, 0, database => {
    database.pragma('locking_mode = EXCLUSIVE');
    try {
      database.pragma('journal_mode = MEMORY');
    } catch {
      // The log holds changes for which the file has no room: they can be read.
    }
  });

function connected(file: string, timeout: number, set: (database: Database) => void): Database {
  const database = openFile(file, { timeout, fileMustExist: true });
  try {
    set(database);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // What a savepoint would need to undo its changes is kept in memory, not in a file.
    database.pragma('temp_store = MEMORY');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
