/**
 * The faults of a SQLite file that cannot be used. Each has one line for the operator, which names the file and says what to
 * do.
 */
import { statfsSync } from 'node:fs';
import { DriverError } from '#document/text/sqlite.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { StoreAway, StoreBusy } from './backend.ts';

/**
 * The kinds of faults, by what the service can still do. `full`: it can read, but the disk is full or takes no writes. `damaged`:
 * nothing, until the file is replaced. `closed`: nothing, until the file can be opened. `hopeless`: nothing, until the process is
 * started again with a driver for SQLite that runs.
 */
type Kind = 'full' | 'damaged' | 'closed' | 'hopeless';

/** An error for a SQLite file that cannot be used. Its message is one line for the operator. */
export class UnusableFile extends StoreAway {
  override name = 'UnusableFile';
  readonly kind: Kind;
  readonly code: string;

  constructor(kind: Kind, code: string, message: string, cause?: unknown) {
    super(cause);
    this.kind = kind;
    this.code = code;
    this.message = message;
  }
}

const restore = 'run `operator restore --database FILE` with a backup';

/** Makes the fault of a file that is no longer at its path. */
export const missing = (file: string): UnusableFile =>
  new UnusableFile('closed', 'ENOENT', `${file} was deleted or moved. Put it back, or ${restore}.`);

/** Makes the fault of a file that is empty. The service never leaves an empty file, so somebody emptied it. */
export const empty = (file: string): UnusableFile =>
  new UnusableFile(
    'closed',
    'EMPTY',
    `${file} is empty, which no database is. Move it away and ${restore}; delete it only if nothing was stored yet.`,
  );

/** Makes the fault of a file that was put in the place of another, while the write-ahead log of the other is still there. */
export const mispaired = (file: string): UnusableFile =>
  new UnusableFile(
    'closed',
    'MISPAIRED',
    `${file} was replaced, but ${file}-wal belongs to the former file. Move ${file}-wal and ${file}-shm away, or put the former file back.`,
  );

const damaged = (file: string, code: string): string =>
  `${file} is damaged (${code}). Move it away with its -wal and -shm files, and ${restore}.`;

const notWritten = (file: string, code: string): string =>
  saysFull(file, code)
    ? `${file} cannot be written: its disk is full (${code}). Make room on it.`
    : `${file} cannot be written (${code}). Check its disk, its quota, and the limit on the size of files (ulimit -f).`;

const notOpened = (file: string, code: string): string =>
  `${file} cannot be opened and written (${code}). Let this user read and write it and its folder, as with chown and chmod.`;

/**
 * Tells whether a failed write means that the disk is full. SQLite reports some of these as a general input error, so the free
 * space is looked up.
 */
function saysFull(file: string, code: string): boolean {
  if (!code.startsWith('SQLITE_IOERR')) return true;
  const disk = unlessThrown(() => statfsSync(file));
  return disk !== undefined && disk.bavail * disk.bsize < 1_000_000;
}

/** The faults and their messages, by the prefix of the codes of the driver and of Node.js. */
const faults: readonly [Kind, (file: string, code: string) => string, RegExp][] = [
  ['full', notWritten, /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/],
  ['damaged', damaged, /^SQLITE_IOERR_(?:SHORT_READ|CORRUPTFS|DATA)|^SQLITE_(?:CORRUPT|NOTADB)/],
  ['full', notWritten, /^SQLITE_IOERR(?:$|_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHM))/],
  ['closed', notOpened, /^SQLITE_(?:IOERR|READONLY|CANTOPEN|PERM|AUTH|NOLFS)/],
  ['closed', notOpened, /^(?:EACCES|EPERM|EROFS|EIO|EISDIR|ENOTDIR|ENOENT)/],
];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Tells whether a statement failed because another process holds a lock. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(codeOf(error));

/** Returns the fault of the file that an error shows; undefined for an error of the statement itself. */
export function unusableOf(file: string, error: unknown): UnusableFile | undefined {
  if (error instanceof UnusableFile) return error;
  if (error instanceof DriverError) return new UnusableFile('hopeless', 'DRIVER', error.message, error);
  const code = codeOf(error);
  const [kind, says] = faults.find(([, , pattern]) => pattern.test(code)) ?? [];
  return kind && says && new UnusableFile(kind, code, says(file, code), error);
}

/** Tells whether an error is the fault of a file of the given kind. */
export const isUnusable = (error: unknown, kind: Kind): boolean =>
  error instanceof UnusableFile && error.kind === kind;

/** Converts an error of the driver to `StoreBusy` or `UnusableFile`; returns any other error as it is. */
export function storeError(file: string, error: unknown): unknown {
  if (isBusy(error)) return new StoreBusy('Another process holds the database.', { cause: error });
  return unusableOf(file, error) ?? error;
}
