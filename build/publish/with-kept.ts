/** Opens what is kept between builds, and begins it again where it is damaged. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedKept, Kept } from './kept.ts';
import { sqliteDriver } from './sqlite.ts';

/** The folder of what is kept between builds, which may be deleted at any time. */
const keptFolder = (dataDir: string): string => join(dataDir, 'build-cache');
const keptFile = 'build.sqlite';

/** Whether an error comes from the file: it is damaged, cannot be written, or its disk is full. */
const isOfKept = (error: unknown): boolean =>
  error instanceof DamagedKept || String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_');

const schema = `
  CREATE TABLE builder (version TEXT NOT NULL);
  CREATE TABLE sources (
    name TEXT PRIMARY KEY, size REAL, modified REAL, changed REAL, digest TEXT, shown TEXT, facts TEXT, page TEXT,
    sentences TEXT, seal TEXT);
  CREATE TABLE texts (name TEXT PRIMARY KEY, facts TEXT, page TEXT);
  CREATE TABLE former (name TEXT PRIMARY KEY, digest TEXT, shown TEXT, sentences TEXT, seal TEXT);
  CREATE TABLE outputs (digest TEXT PRIMARY KEY, bytes BLOB);
  CREATE TABLE tree (sources TEXT, shared TEXT, signature BLOB, manifest BLOB, stamps TEXT, seal TEXT);
  CREATE TABLE drawings (key TEXT PRIMARY KEY, drawing TEXT, seal TEXT) WITHOUT ROWID;
`;

/**
 * Runs a build with what is kept. Where that is damaged, it is deleted and the build begins again; where nothing can be kept,
 * as without a driver of SQLite or on a full disk, it ends without.
 * @param dataDir absent: nothing is kept
 */
export function withKept<Result>(
  dataDir: string | undefined,
  version: string,
  body: (kept: Kept) => Result,
): Result {
  for (let turn = 0; turn < 2 && dataDir !== undefined; turn += 1) {
    const kept = open(dataDir, version);
    try {
      return body(kept);
    } catch (error) {
      if (!isOfKept(error)) throw error;
    } finally {
      kept.close();
    }
    clear(dataDir);
  }
  return body(new Kept(undefined, version));
}

/** Opens what was kept by this version of the builder; deletes what another one kept. */
function open(dataDir: string, version: string): Kept {
  const Database = sqliteDriver();
  if (!Database) return new Kept(undefined, version);
  const path = join(keptFolder(dataDir), keptFile);
  try {
    return new Kept(new Database(path, { fileMustExist: true }), version);
  } catch {
    // It is missing, damaged or of another version.
  }
  try {
    clear(dataDir);
    const database = new Database(path);
    database.pragma('page_size = 32768');
    database.exec(schema);
    database.prepare('INSERT INTO builder VALUES (?)').run(version);
    return new Kept(database, version);
  } catch {
    return new Kept(undefined, version);
  }
}

/** Deletes all that is kept, but not the folder, which may be a mount point. */
function clear(dataDir: string): void {
  const folder = keptFolder(dataDir);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // Then nothing can be kept there, which fails no build.
  }
}
