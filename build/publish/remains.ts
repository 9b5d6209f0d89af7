/** The remains in `dist/` of a build that was ended by a signal, and their removal. Nothing of them is ever served. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderLockFile, manifestFile } from '#document/text/manifest.ts';
import { stagedSuffix } from '#document/text/tree.ts';
import { contentsOf, finish, isEmpty } from './staged-writer.ts';

/** Says that a build began in an empty folder, so that all in it is of that build. */
const firstFile = `${folderLockFile}-first`;

/** Notes that a folder is empty at the beginning of a build. Returns what removes the note at its end. */
export function noteFirst(dist: string): () => void {
  const note = join(dist, firstFile);
  if (existsSync(dist) && isEmpty(dist)) writeFileSync(note, '');
  return () => rmSync(note, { force: true });
}

/**
 * Removes what a build left that was ended, while no other one runs; one that was ended while it put files in place is finished.
 * The tree in force stays.
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
