/** The options of every command about teams, and the functions that open the catalog of a command. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { wrongUse } from '../../../support/failure.ts';
import { environment, say } from '../../../support/output.ts';
import { Catalog } from '../catalog/catalog.ts';
import { openSource } from '../catalog/source.ts';
import { type LockFile, lockFile, readLockFile } from '../install/lock-file.ts';
import { type TrustedCatalog, trust } from '../install/trust.ts';
import { exclusively } from '../install/write.ts';

export interface TeamOptions {
  dir?: string;
  from?: string;
  key?: string;
  force?: boolean;
  dryRun?: boolean;
}

export const fromHelp =
  'the catalog, or a folder that a build wrote; by default AGENT_TOPOLOGY_URL, or else the catalog that the lock file names';

/** Adds the options of commands that read a catalog. */
export const withCatalog = (command: Command): Command =>
  command
    .option(
      '--dir <folder>',
      'the project; by default this folder, or the nearest one above it that has a lock file',
    )
    .option('--from <url-or-folder>', fromHelp)
    .option('--key <id>', 'the id of the publication key of the catalog, which you know from another source');

/** Adds the options of commands that write. */
export const withForce = (command: Command): Command =>
  command
    .option('--force', 'replace and remove files even if somebody edited them', false)
    .option('--dry-run', 'show what would be written, and write nothing', false);

/**
 * Returns the nearest folder with a lock file, from a folder upwards; the folder itself if there is none. Folders of other users
 * are passed over, because anyone may leave a lock file in a folder such as /tmp.
 */
function nearestProject(start: string): string {
  const owner = statSync(start).uid;
  for (let folder = start; statSync(folder).uid === owner; folder = dirname(folder)) {
    if (lstatSync(join(folder, lockFile), { throwIfNoEntry: false })?.isFile()) {
      if (folder !== start) say(`The project is ${folder}, which has ${lockFile}.`);
      return folder;
    }
    if (folder === dirname(folder)) break;
  }
  return start;
}

/**
 * Returns the folder of the project, with links resolved.
 * @throws Failure when there is no such folder
 */
export function projectOf({ dir }: Pick<TeamOptions, 'dir'>): string {
  try {
    return dir === undefined ? nearestProject(realpathSync('.')) : realpathSync(dir);
  } catch (error) {
    throw wrongUse(
      `The folder ${dir ?? '.'} cannot be opened (${(error as NodeJS.ErrnoException).code}). Check --dir.`,
    );
  }
}

/**
 * Opens a catalog that the project trusts.
 * @param from the catalog to open if neither an option nor the environment names one
 * @throws Failure when no catalog is named or reached, or the project does not trust it
 */
export async function openTrusted(
  options: TeamOptions,
  lock: LockFile,
  from?: string,
): Promise<TrustedCatalog> {
  const source = openSource(catalogOf(options, lock, from));
  return trust(await Catalog.open(source), lock, options.key);
}

/**
 * Returns the folder or address of the catalog of a command: the one that an option or the environment names, or else the one
 * from which the teams of the project came; undefined if there is none.
 * @param from the catalog from which one installed team came
 * @throws Failure when the teams came from several catalogs
 */
export function catalogOf(
  options: Pick<TeamOptions, 'from'>,
  lock: LockFile,
  from?: string,
): string | undefined {
  const said = options.from ?? environment().AGENT_TOPOLOGY_URL ?? from;
  if (said) return said;
  const all = [...new Set(lock.teams.map(team => team.from))];
  if (all.length > 1)
    throw wrongUse(
      `Which catalog? The teams in ${lockFile} came from ${all.join(' and ')}. Add --from with one of them.`,
    );
  if (all[0] !== undefined) say(`The catalog is ${all[0]}, which ${lockFile} names.`);
  return all[0];
}

/**
 * Runs a function on a project while no other command changes it.
 * @param work gets the present lock file, and the folder for new texts
 * @throws Failure when another command is at work for ten seconds, or the lock file cannot be read
 */
export function onProject<Result>(
  dir: string,
  work: (lock: LockFile, staging: string) => Promise<Result>,
): Promise<Result> {
  return exclusively(dir, staging => work(readLockFile(dir), staging));
}
