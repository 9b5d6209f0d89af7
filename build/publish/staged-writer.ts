/**
 * Writes files beside their places, and renames them all at the end. Into an empty folder, all but the manifest are written in
 * place.
 *
 * When all files are there, a list of the renames is left as `publication.json`, so that the next build can finish them if this
 * one is killed. The manifest is renamed first: from then on the tree is the new one, and a file that is not in its place yet is
 * read beside it.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folderLockFile, journalFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { stagedSuffix as suffix } from '#document/text/tree.ts';
import { writeSynced } from '../document/proof/disk/durable-file.ts';
import { makeFolderOf, readIfPresent, type StagePlace, writeStaged } from './file.ts';

/** The renames and removals that are still to be done, which a killed build leaves. */
interface Journal {
  renames: string[];
  removals: string[];
}

export class StagedWriter {
  /** The folder and the suffix under which files are written until `commit`. */
  readonly place: StagePlace;
  readonly #dist: string;
  readonly #folders = new Set<string>();
  /** The names of the files that may have to be put in place at the end. */
  readonly #names: string[] = [];

  constructor(dist: string) {
    this.#dist = dist;
    this.place = { dist, suffix: isEmpty(dist) ? '' : suffix };
  }

  /** Makes the folder of a file, unless it exists. */
  makeFolder(name: string): void {
    makeFolderOf(join(this.#dist, name), this.#folders);
  }

  /** Returns the path at which the bytes of a file of this publication are now: beside its place, or in it. */
  pathOf(name: string): string {
    const path = join(this.#dist, name);
    return existsSync(path + suffix) ? path + suffix : path;
  }

  /** Writes the manifest, or a file that is put in place with it. */
  write(name: string, bytes: Uint8Array): void {
    this.makeFolder(name);
    writeStaged({ dist: this.#dist, suffix }, name, bytes);
    this.#names.push(name);
  }

  /**
   * Notes the name of a file that a thread wrote in `place`. `commit` puts the file in place if it differs from the one in force.
   */
  note(name: string): void {
    this.#names.push(name);
  }

  /** Puts the files in place and removes those named in `removals`. Returns the number of new and changed files. */
  commit(removals: string[]): number {
    const path = join(this.#dist, journalFile);
    const isStaged = (name: string) => existsSync(join(this.#dist, name + suffix));
    const isManifest = (name: string) => name === manifestFile || name === manifestSignatureFile;
    const staged = this.#names.filter(isStaged);
    const renames = [...staged.filter(isManifest), ...staged.filter(name => !isManifest(name))];
    const written = this.place.suffix === '' ? this.#names.length : renames.length;
    if (renames.length + removals.length === 0) return 0;
    const journal: Journal = { renames, removals };
    writeSynced(path + suffix, JSON.stringify(journal));
    renameSync(path + suffix, path);
    finish(this.#dist);
    return written;
  }
}

/** Returns the names in a folder, without the files of its lock; an empty list if the folder does not exist. */
export function contentsOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(name => !name.startsWith(folderLockFile)) : [];
}

/** Tells whether a folder is empty, apart from the files of its lock, or does not exist. */
export const isEmpty = (folder: string): boolean => contentsOf(folder).length === 0;

/** Finishes a publication that left a list of renames. Does nothing without a list, so that it may be called again. */
export function finish(dist: string): void {
  const text = readIfPresent(join(dist, journalFile));
  if (text === undefined) return;
  const { renames, removals } = JSON.parse(text) as Journal;
  for (const name of renames) {
    const path = join(dist, name);
    if (statSync(path + suffix, { throwIfNoEntry: false })) renameSync(path + suffix, path);
  }
  for (const name of removals) rmSync(join(dist, name), { force: true });
  rmSync(join(dist, journalFile), { force: true });
}
