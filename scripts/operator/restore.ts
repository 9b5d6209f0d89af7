/** Puts a backup back: database, keys and log, into an empty place, and verifies all of it first. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readLog } from '#build/proof/transparency-log.ts';
import { giveToOwnerOf, syncFolder, writeSynced } from '../../build/proof/disk/durable-file.ts';
import { readLogFolder } from '../../build/proof/disk/log-store.ts';
import { keyFilePath, loadKeyRing } from '../../build/proof/disk/signing-key.ts';
import { rowCounts } from '../../server/database/copy.ts';
import { NotEmpty, openDatabase, restoreInto } from '../../server/database/database.ts';
import type { Config } from '../../server/process/config.ts';
import { BackupError, type BackupFile, dropFiles, readBackup } from '../../server/store/backup-file.ts';
import { rfc3339 } from '../../server/ticket/time.ts';
import { OperatorError } from './operator.ts';

interface Restored {
  database: 'sqlite' | 'postgres';
  rows: number;
  files: number;
  log_entries: number;
}

const databaseFile = 'catalog.sqlite';

/**
 * Restores a backup into the place of the settings. Everything is verified in a folder of its own before anything is put in place.
 * @param onlyDatabase whether the keys and the log of the backup are left out
 * @throws OperatorError when the backup is damaged or the place is not empty: nothing was changed then
 */
export async function restore(
  file: string,
  config: Config,
  now: number,
  onlyDatabase = false,
): Promise<Restored> {
  const { dataDir, databaseUrl, signingKey } = config;
  const found = read(file);
  const files = onlyDatabase ? [] : found;
  requireEmpty(config, files);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(join(dataDir, '.restore-'));
  try {
    const copy = join(draft, databaseFile);
    copyFileSync(file, copy);
    dropFiles(copy);
    // An older backup gets the tables of this version.
    await (await openDatabase({ dataDir: draft }, now)).close();
    for (const each of files) writeFile(draft, each);
    const logEntries = onlyDatabase ? 0 : verifyTrust(draft, signingKey, now);
    const rows = [...rowCounts(copy).values()].reduce((sum, count) => sum + count, 0);
    if (databaseUrl) await fill({ ...config, databaseUrl }, copy, now);
    for (const name of readdirSync(draft, { recursive: true, encoding: 'utf8' }))
      giveToOwnerOf(dataDir, join(draft, name));
    for (const folder of topFolders(files)) renameSync(join(draft, folder), join(dataDir, folder));
    if (!databaseUrl) renameSync(copy, join(dataDir, databaseFile));
    syncFolder(dataDir);
    return {
      database: databaseUrl ? 'postgres' : 'sqlite',
      rows,
      files: files.length,
      log_entries: logEntries,
    };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function read(file: string): BackupFile[] {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  try {
    return readBackup(file);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new OperatorError(`${file} cannot be restored: ${error.message}. Nothing was changed.`);
  }
}

const topFolders = (files: readonly BackupFile[]): string[] => [
  ...new Set(files.map(({ path }) => path.split('/')[0]!)),
];

function requireEmpty({ dataDir, databaseUrl }: Config, files: readonly BackupFile[]): void {
  const names = [...topFolders(files), ...(databaseUrl ? [] : [databaseFile, `${databaseFile}-wal`])];
  const taken = names.map(name => join(dataDir, name)).find(path => existsSync(path) && !isEmptyFolder(path));
  if (taken === undefined) return;
  throw new OperatorError(
    `${taken} exists. A restore overwrites nothing: name an empty DATA_DIR, or move what is there away.`,
  );
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function writeFile(folder: string, { path, mode, content }: BackupFile): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeSynced(target, content, { flags: 'wx', mode });
}

/** Reads keys and log as a build does. Returns how many entries the log has. */
function verifyTrust(folder: string, signingKey: string | undefined, now: number): number {
  const files = readLogFolder(join(folder, 'log'));
  if (!signingKey && !existsSync(keyFilePath(folder))) {
    if (files === undefined) return 0;
    throw new OperatorError(
      'The backup has a log and no keys, which were in SIGNING_KEY. Set SIGNING_KEY to them and run this again.',
    );
  }
  const ring = loadKeyRing({ signingKey, dataDir: folder, now: rfc3339(now) });
  return files === undefined ? 0 : readLog(files, ring).entries.length;
}

async function fill(place: Config & { databaseUrl: string }, copy: string, now: number): Promise<void> {
  try {
    await restoreInto({ ...place, databaseLimits: undefined }, copy, now);
  } catch (error) {
    if (!(error instanceof NotEmpty)) throw error;
    throw new OperatorError(
      `The database of DATABASE_URL is not empty: ${error.message}. Name an empty database. Nothing was changed.`,
    );
  }
}
