/** Writes what a command was asked to keep: all of it or nothing, in the folder that was named and nowhere else. */
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../support/failure.ts';

/**
 * Writes files below a folder. Links below it are not followed.
 * @param files by their paths, which are made here and never received
 * @param mayReplace whether a file of that name was written by an earlier export; otherwise one with another content is somebody's
 * @throws Failure that names a file which is in the way; nothing is written then
 */
export function saveFiles(folder: string, files: ReadonlyMap<string, string>, mayReplace: boolean): void {
  mkdirSync(folder, { recursive: true });
  const isNew = [...files].filter(([path, text]) => !isThere(folder, path, text, mayReplace));
  for (const [path, text] of isNew) {
    const file = join(folder, path);
    makeFolders(folder, dirname(path));
    const written = `${file}.${process.pid}.new`;
    writeFileSync(written, text, { flag: 'wx' });
    try {
      renameSync(written, file);
    } catch (error) {
      rmSync(written, { force: true });
      throw error;
    }
  }
}

/** Whether a file has its text already. @throws Failure when something else has its place */
function isThere(folder: string, path: string, text: string, mayReplace: boolean): boolean {
  for (const parent of parentsOf(path)) {
    const found = lstatSync(join(folder, parent), { throwIfNoEntry: false });
    if (found && !found.isDirectory()) throw inTheWay(join(folder, parent), 'is no folder');
  }
  const file = join(folder, path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return false;
  if (!found.isFile()) throw inTheWay(file, 'is no file');
  const isSame = found.size === Buffer.byteLength(text) && readFileSync(file, 'utf8') === text;
  if (isSame || mayReplace) return isSame;
  throw inTheWay(file, 'has another content');
}

function makeFolders(folder: string, path: string): void {
  for (const parent of [...parentsOf(path), path])
    if (parent !== '.' && !lstatSync(join(folder, parent), { throwIfNoEntry: false }))
      mkdirSync(join(folder, parent));
}

/** The folders above a relative path, the outermost first. */
function parentsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [...parentsOf(parent), parent];
}

const inTheWay = (path: string, what: string): Failure =>
  new Failure('wrongUse', `${path} ${what}. Nothing was written: name another folder.`);
