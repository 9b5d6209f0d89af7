/** Restores a backup into an empty place: database, keys and log. Verifies all of them first. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formerOrigin } from '#document/proof/log/checkpoint.ts';
import { readLog } from '#document/proof/transparency-log.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { giveToOwnerOf, syncFolder, writeSynced } from '../../build/document/proof/disk/durable-file.ts';
import { readLogFolder } from '../../build/document/proof/disk/log-store.ts';
import { keyFilePath, loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';
import type { Config } from '../../server/process/config.ts';
import { BackupError, type BackupFile, dropFiles, readBackup } from '../../server/store/backup-file.ts';
import { rowCounts } from '../../server/store/database/copy.ts';
import { NotEmpty, openDatabase, restoreInto } from '../../server/store/database/database.ts';
import { rfc3339 } from '../../server/support/time.ts';
import { holdsAllKeys, logNameOf, requireSameKeys } from './identity.ts';
import { OperatorError } from './operator.ts';

interface Restored {
  database: 'sqlite' | 'postgres';
  rows: number;
  files: number;
  log_entries: number;
}

export interface RestoreOptions {
  /** Set to restore only the database, without the keys and the log of the backup. */
  database?: true;
  /** Set if the log may get another name, because BASE_URL has changed. */
  newAddress?: true;
}

const databaseFile = 'catalog.sqlite';

/**
 * Restores a backup into the place that the settings name. Everything is verified in a temporary folder before anything is put in
 * place.
 * @throws OperatorError when the backup is damaged, the place is not empty, or its settings would change keys or the name of the
 * log; then nothing was changed
 */
export async function restore(
  file: string,
  config: Config,
  now: number,
  { database: onlyDatabase, newAddress }: RestoreOptions = {},
): Promise<Restored> {
  const { dataDir, databaseUrl } = config;
  const found = read(file);
  const files = onlyDatabase ? [] : found;
  requireEmpty(config, files);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const staged = mkdtempSync(join(dataDir, '.restore-'));
  try {
    const copy = join(staged, databaseFile);
    copyFileSync(file, copy);
    dropFiles(copy);
    // An older backup gets the tables of this version.
    await (await openDatabase({ dataDir: staged }, now)).close();
    for (const each of files) writeFile(staged, each);
    const logEntries = onlyDatabase
      ? 0
      : verifyTrust(staged, config, { now, newAddress: newAddress === true });
    // Secrets that the environment holds are in no file, here as before.
    const keptFiles = files.filter(({ path }) => !(path.startsWith('signing-keys/') && holdsAllKeys(config)));
    const rows = [...rowCounts(copy).values()].reduce((sum, count) => sum + count, 0);
    if (databaseUrl) await fill({ ...config, databaseUrl }, copy, now);
    for (const name of readdirSync(staged, { recursive: true, encoding: 'utf8' }))
      giveToOwnerOf(dataDir, join(staged, name));
    for (const folder of topFolders(keptFiles)) renameSync(join(staged, folder), join(dataDir, folder));
    if (!databaseUrl) renameSync(copy, join(dataDir, databaseFile));
    syncFolder(dataDir);
    return {
      database: databaseUrl ? 'postgres' : 'sqlite',
      rows,
      files: keptFiles.length,
      log_entries: logEntries,
    };
  } finally {
    rmSync(staged, { recursive: true, force: true });
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
    `${taken} exists, and a restore overwrites nothing. Name an empty DATA_DIR, or move the files away.`,
  );
}

const isEmptyFolder = (path: string): boolean => unlessThrown(() => readdirSync(path))?.length === 0;

function writeFile(folder: string, { path, mode, content }: BackupFile): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeSynced(target, content, { flags: 'wx', mode });
}

/**
 * Reads the keys and the log as a build does. Returns the number of entries in the log.
 * @throws OperatorError when they do not fit together or do not fit the settings
 */
function verifyTrust(
  folder: string,
  { signingKey, baseUrl }: Config,
  { now, newAddress }: { now: number; newAddress: boolean },
): number {
  const files = readLogFolder(join(folder, 'log'));
  if (files && baseUrl !== undefined && !newAddress) requireSameAddress(logNameOf(files), baseUrl);
  if (!signingKey && !existsSync(keyFilePath(folder))) {
    if (files === undefined) return 0;
    throw new OperatorError(
      'The backup has a log but no keys, because they were in SIGNING_KEY. Set SIGNING_KEY to them and run this command again.',
    );
  }
  const hasKeys = existsSync(keyFilePath(folder));
  const ring = loadKeyRing({
    signingKey: hasKeys ? undefined : signingKey,
    dataDir: folder,
    now: rfc3339(now),
  });
  if (hasKeys && signingKey) requireSameKeys(signingKey, ring);
  return files === undefined ? 0 : readLog(files, ring).entries.length;
}

function requireSameAddress(logName: string, baseUrl: string): void {
  const expected = formerOrigin(baseUrl);
  if (logName === expected || logName.startsWith(`${expected}/`)) return;
  throw new OperatorError(
    `BASE_URL is ${baseUrl}, but the log of the backup is named ${logName}. Set BASE_URL to its former value, or use --new-address: ` +
      'the next build then continues the log under a new name. Nothing was changed.',
  );
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
