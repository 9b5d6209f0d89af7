/** Creates SQLite files, and opens those that exist. */
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

/** Returns the path of the write-ahead log of a SQLite file, which holds its newest changes. */
export const logOf = (path: string): string => `${path}-wal`;

/**
 * Creates a SQLite file unless it exists. It is made under another name and then linked, so that a crash never leaves an empty
 * file behind: an empty file is refused, and not taken for a new one.
 * @throws UnusableFile for an existing file that is empty, or a missing file whose write-ahead log exists
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
    // If root runs this, the file is given to the owner of its folder, since the user of the service must be able to write it.
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
 * Makes a folder and its missing parents. Syncs the folder that holds each new one: otherwise a loss of power could remove the
 * whole folder with everything that was committed in it.
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
 * @param timeout the milliseconds for which opening may block the event loop until another process releases the file; later
 *   statements never block
 */
export const connect = (file: string, timeout: number): Database =>
  connected(file, timeout, database => {
    // In a new file, space that is freed later can be given back page by page. Existing files keep the mode that they were made
    // with.
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma('cache_size = -16000');
    database.pragma('wal_autocheckpoint = 4000');
    database.pragma('busy_timeout = 0');
  });

/**
 * Opens a file on a full disk, while nobody else uses it. SQLite then keeps in memory what it otherwise keeps beside the file:
 * the index of the write-ahead log, and the data to undo a change. So a loss of power in the middle of a change would damage
 * the file.
 * @throws SQLITE_BUSY if a server uses the file
 */
export const connectWithoutRoom = (file: string): Database =>
  connected(file, 0, database => {
    database.pragma('locking_mode = EXCLUSIVE');
    try {
      database.pragma('journal_mode = MEMORY');
    } catch {
      // The write-ahead log holds changes for which the file has no room. They can be read from the log.
    }
  });

function connected(file: string, timeout: number, set: (database: Database) => void): Database {
  const database = openFile(file, { timeout, fileMustExist: true });
  try {
    set(database);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // The data to undo a savepoint is kept in memory, not in a file.
    database.pragma('temp_store = MEMORY');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
