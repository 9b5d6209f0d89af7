/** Writes and reads the files of a tree. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { stagedSuffix } from '#document/text/tree.ts';
import { writeAll } from '../document/proof/disk/durable-file.ts';

/** The folder of a tree, and the suffix that the names of its files have until the files are put in place. */
export interface StagePlace {
  dist: string;
  suffix: '' | typeof stagedSuffix;
}

/** Makes the folder of a file, unless the folder is in `made`, and adds the folder to `made`. */
export function makeFolderOf(path: string, made: Set<string>): void {
  const folder = dirname(path);
  if (made.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  made.add(folder);
}

/** Writes the whole of a file. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const handle = openSync(path, 'w', 0o644);
  writeAll(handle, bytes);
  closeSync(handle);
}

/** Tells whether a file exists and holds these bytes. */
function isFile(path: string, bytes: Uint8Array): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === bytes.length && readFileSync(path).equals(bytes);
}

/**
 * Writes a file under its name with the suffix. If the file in place has the same bytes already, it stays as it is, with its time
 * and inode.
 */
export function writeStaged({ dist, suffix }: StagePlace, name: string, bytes: Uint8Array): void {
  const path = join(dist, name);
  if (suffix === '' || !isFile(path, bytes)) writeWhole(path + suffix, bytes);
  // A build that was killed may have left one.
  else rmSync(path + suffix, { force: true });
}

/**
 * Returns the text of a file; undefined if there is none.
 * @throws Error when the file exists and cannot be read
 */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
