/** Removes the files that a build left in `dist/` when a signal ended it. None of them is ever served. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderLockFile, manifestFile } from '#document/text/manifest.ts';
import { stagedSuffix } from '#document/text/tree.ts';
import { contentsOf, finish, isEmpty } from './staged-writer.ts';

/** The name of a file which says that a build began in an empty folder, so that all files in the folder are of that build. */
const firstFile = `${folderLockFile}-first`;

/** Notes that a folder is empty when a build begins; without a note if it is not. Returns the function that removes the note. */
export function noteFirst(dist: string): () => void {
  const note = join(dist, firstFile);
  if (existsSync(dist) && isEmpty(dist)) writeFileSync(note, '');
  return () => rmSync(note, { force: true });
}

/**
 * Removes the files that an interrupted build left. If that build was putting files in place, finishes this first. The tree in
 * force stays. The caller holds the lock.
 */
export function removeRemains(dist: string): void {
  if (!existsSync(dist)) return;
  finish(dist);
  const note = join(dist, firstFile);
  if (existsSync(note) && !existsSync(join(dist, manifestFile)))
    for (const name of contentsOf(dist)) rmSync(join(dist, name), { recursive: true });
  rmSync(note, { force: true });
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith(stagedSuffix)) rmSync(join(dist, name), { force: true });
}
