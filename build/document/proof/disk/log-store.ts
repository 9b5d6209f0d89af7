/**
 * Keeps the log between builds, in a folder such as `DATA_DIR/log`. `dist/` may be deleted at any time, but the log may not.
 * Write the log before `dist/` is put in place: the log may have entries that were never served, but not the other way round.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { LogError } from '../log/error.ts';
import { checkpointFile, type LogFiles } from '../log/files.ts';
import { sameBytes } from '../log/hash.ts';
import { writeSynced } from './durable-file.ts';

/** Returns the files of the log in a folder; undefined if the folder does not exist or is empty. */
export function readLogFolder(folder: string): LogFiles | undefined {
  const paths = listFiles(folder).filter(path => !path.endsWith(stagedEnding));
  if (paths.length === 0) return undefined;
  return new Map(paths.map(path => [path, new Uint8Array(readFileSync(join(folder, path)))]));
}

const stagedEnding = '.draft';

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter(entry => entry.isFile());
    return files.map(file => relative(folder, join(file.parentPath, file.name)).split(sep).join('/')).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Writes the new files of a log, the checkpoint last, so that a reader who comes in between finds the former log intact.
 * @throws LogError `fork` if a tile that exists has other content
 */
export function writeLogFolder(folder: string, files: LogFiles): void {
  const former = readLogFolder(folder) ?? new Map<string, Uint8Array>();
  const tiles = [...files].filter(([path]) => path !== checkpointFile);
  for (const [path, bytes] of [...tiles, [checkpointFile, files.get(checkpointFile)!] as const]) {
    const before = former.get(path);
    if (before && sameBytes(before, bytes)) continue;
    if (before && path !== checkpointFile)
      throw new LogError('fork', `${join(folder, path)} would be rewritten.`);
    writeWhole(join(folder, path), bytes);
  }
}

function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const staged = `${path}${stagedEnding}`;
  writeSynced(staged, bytes);
  renameSync(staged, path);
}
