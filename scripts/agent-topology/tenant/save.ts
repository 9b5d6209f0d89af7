/** Writes the files that a command was asked to keep: all of them or none, and only in the named folder. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { wrongUse } from '../../support/failure.ts';
import { readAt } from '../team/install/path.ts';

/**
 * Writes files below a folder. Links below it are not followed.
 * @param files the texts by path; paths are made by this program and never received
 * @param mayReplace whether an earlier export wrote the file of that name; otherwise a file with other content belongs to
 * somebody
 * @throws Failure that names a file that is in the way; then nothing is written
 */
export function saveFiles(folder: string, files: ReadonlyMap<string, string>, mayReplace: boolean): void {
  mkdirSync(folder, { recursive: true });
  const isNew = [...files].filter(([path, text]) => {
    const found = readAt(folder, path);
    if (found?.equals(Buffer.from(text))) return false;
    if (found === undefined || mayReplace) return true;
    const what = `${join(folder, path)} exists with other content.`;
    throw wrongUse(`${what} Nothing was written. Name another folder.`);
  });
  for (const [path, text] of isNew) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
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
