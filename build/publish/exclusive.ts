/**
 * Lets only one build at a time work in a folder. Two at once would each take the files of the other for its own.
 *
 * A build holds a lock of the operating system, which ends with its process in every case: nothing has to find out whether the
 * owner of a lock that was left behind is still alive, in another container or under a process id that was given to another.
 * Node.js cannot take such locks. SQLite, which the service has anyway, takes one on its file for as long as an exclusive
 * transaction is open, on Linux, macOS and Windows, and on network file systems that have locks. Where SQLite cannot be loaded, a
 * build runs without a lock, and says so.
 *
 * The file is removed with the lock. A file that was removed while another build waited for it locks nothing: the next attempt
 * makes a new file.
 */

import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { folderLockFile } from '#document/text/manifest.ts';
import { driverAdvice } from '#document/text/sqlite.ts';
import { timeText } from '#document/text/time.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { sqliteDriver } from './sqlite.ts';

/** An error for a folder that cannot be locked. Its message says what to do about it. */
export class FolderLockError extends Error {
  override name = 'LockError';
}

const pauseMilliseconds = 50;
/** The most attempts in a row that may fail for another reason than a held lock. */
const maxFailures = 20;
/** The number of attempts before anything is said, since most builds are over soon. */
const silentTries = 10;
/** Returns the path of the file that says, in a line for people, which process builds, and on which machine. */
const ownerFile = (folder: string): string => join(folder, `${folderLockFile}-owner`);

/**
 * Runs a function that only one process at a time may run in any of the folders. Makes missing folders, and waits for held locks.
 * @param say called once for each folder that it has to wait for, with who holds the lock; or if nothing is locked, since SQLite
 *   does not run
 * @throws FolderLockError when a folder cannot be made or locked
 */
export async function exclusively<Result>(
  folders: readonly string[],
  say: (text: string) => void,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  // All processes take them in the same order, so that no two wait for each other.
  const [folder, ...others] = [...new Set(folders.map(each => resolve(each)))].sort();
  if (folder === undefined) return work();
  const Database = sqliteDriver();
  if (!Database) {
    const message = `The driver of SQLite does not run on Node.js ${process.versions.node}`;
    say(`${message}: this build keeps nothing for the next one and locks no folder. ${driverAdvice}\n`);
    return work();
  }
  const lock = take(folder, say, Database);
  try {
    return await exclusively(others, say, work);
  } finally {
    release(folder, lock);
  }
}

interface FolderLock {
  database: SqliteDatabase.Database;
  /** The first folder that was made for the lock; undefined if all folders existed before. */
  made: string | undefined;
}

function take(folder: string, say: (text: string) => void, Database: typeof SqliteDatabase): FolderLock {
  let made: string | undefined;
  let failures = 0;
  for (let tries = 0; ; tries += 1) {
    made ??= makeFolder(folder);
    const result = attempt(folder, Database);
    if (result !== 'busy' && 'exec' in result) {
      writeFileSync(ownerFile(folder), ownerLine());
      return { database: result, made };
    }
    // The file may be removed at any moment, which makes an attempt fail in many ways: only a lasting failure is an error.
    failures = result === 'busy' ? 0 : failures + 1;
    if (result !== 'busy' && failures === maxFailures) throw cannotLock(folder, result.error);
    if (tries === silentTries) say(`Waiting for another build in ${folder}: ${ownerOf(folder)}.\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMilliseconds);
  }
}

function makeFolder(folder: string): string | undefined {
  try {
    return mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw cannotLock(folder, error);
  }
}

/**
 * Tries to take the lock of a folder. Returns the open transaction that holds the lock, `busy` if another process has it, or the
 * error.
 */
function attempt(
  folder: string,
  Database: typeof SqliteDatabase,
): SqliteDatabase.Database | 'busy' | { error: unknown } {
  const path = join(folder, folderLockFile);
  let database: SqliteDatabase.Database | undefined;
  let isTaken = false;
  try {
    database = new Database(path, { timeout: 0 });
    const before = inodeOf(path);
    // Without a journal, there is no file beside it.
    database.pragma('journal_mode = OFF');
    database.exec('BEGIN EXCLUSIVE');
    isTaken = before !== undefined && inodeOf(path) === before;
    if (isTaken) return database;
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return { error };
  } finally {
    if (!isTaken) database?.close();
  }
  return 'busy';
}

function release(folder: string, { database, made }: FolderLock): void {
  rmSync(ownerFile(folder), { force: true });
  rmSync(join(folder, folderLockFile), { force: true });
  database.close();
  if (made !== undefined) removeIfEmpty(folder);
}

/** Removes a folder if it is empty. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something now.
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino;
}

const ownerLine = (): string => `process ${process.pid} on ${hostname()}, since ${timeText()}`;

const ownerOf = (folder: string): string =>
  unlessThrown(() => readFileSync(ownerFile(folder), 'utf8')) || 'it has just begun';

function cannotLock(folder: string, cause: unknown): FolderLockError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  const help = 'Check that it can be written and that its file system has locks, and run `npm ci`.';
  return new FolderLockError(`${folder} cannot be locked for a build (${code}). ${help}`, { cause });
}
