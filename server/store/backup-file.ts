/** The files that a backup holds beside the database, in a table of its SQLite file, each with a digest. */
import { sha256Hex } from '#document/text/digest.ts';
import { type Database, openFile } from './database/sqlite-driver.ts';

/** A file by its path below `DATA_DIR`, with `/` between its parts. */
export interface BackupFile {
  path: string;
  mode: number;
  content: Buffer;
}

/** Adds files to the SQLite file of a backup. */
export function addFiles(backup: string, files: Iterable<BackupFile>): void {
  const database = openFile(backup);
  try {
    database.exec(
      'CREATE TABLE backup_file (path TEXT PRIMARY KEY, mode INTEGER NOT NULL, sha256 TEXT NOT NULL, content BLOB NOT NULL)',
    );
    const insert = database.prepare(
      'INSERT INTO backup_file (path, mode, sha256, content) VALUES (?, ?, ?, ?)',
    );
    database.transaction(() => {
      for (const { path, mode, content } of files) insert.run(path, mode, sha256Hex(content), content);
    })();
  } finally {
    database.close();
  }
}

/** An error for a file that is no backup, or a damaged one. Its message says what is wrong, without naming the file. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Checks a whole backup, and returns the files in it.
 * @throws BackupError when the file is damaged, is no backup, or cannot be read
 */
export function readBackup(backup: string): BackupFile[] {
  let database: Database | undefined;
  try {
    database = openFile(backup, { readonly: true, fileMustExist: true });
    const verdict = database.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new BackupError(`it is damaged: ${verdict}`);
    const has = database.prepare(
      `SELECT count(*) FROM sqlite_master WHERE name IN ('migration', 'backup_file')`,
    );
    if (has.pluck().get() !== 2) throw new BackupError('it is not a backup that `operator backup` made');
    const found = database.prepare('SELECT path, mode, sha256, content FROM backup_file ORDER BY path').all();
    return (found as (BackupFile & { sha256: string })[]).map(({ sha256, ...file }) => {
      if (sha256Hex(file.content) !== sha256)
        throw new BackupError(`${file.path} in it does not have its digest`);
      if (!isBelow(file.path)) throw new BackupError(`${file.path} in it is not a path below DATA_DIR`);
      return file;
    });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  } finally {
    database?.close();
  }
}

const isBelow = (path: string): boolean =>
  path.split('/').every(part => part !== '' && part !== '.' && part !== '..') && !/[\\\0]/.test(path);

/** Removes the table of files from a copy of a backup, so that a plain database is left. */
export function dropFiles(copy: string): void {
  const database = openFile(copy);
  try {
    database.exec('DROP TABLE backup_file');
    database.exec('VACUUM');
  } finally {
    database.close();
  }
}
