/** Installs a proved version for a target, or replaces an installed version by it; shows the changes and writes them. */

import { asPlugin, pathInPlugin } from '../../../../build/page/export/plugin.ts';
import { counted, print, say } from '../../../support/output.ts';
import { type ExportedFile, readExport, type TeamExport } from '../catalog/export.ts';
import type { ProvedVersion } from '../catalog/version.ts';
import { changesFor, type FileChange, nothingWanted, type Wanted, wantedOf } from './change.ts';
import { type InstalledTeam, type LockFile, lockFile, packBase, writeLockFile } from './lock-file.ts';
import { type ChosenModel, type Models, overridden, refuseUnknownModels, withModels } from './override.ts';
import { type TrustedCatalog, withPin } from './trust.ts';
import { write } from './write.ts';

export interface InstallOptions {
  dir: string;
  force: boolean;
  dryRun: boolean;
  /** Whether to write edits that cannot be merged with conflict markers; false if absent. */
  markers?: boolean;
}

/** The new lock file after an installation, the changes that were made, and the files with conflicts. */
interface Installed {
  lock: LockFile;
  changes: readonly FileChange[];
  chosen: readonly ChosenModel[];
  /** The files that have conflict markers. */
  conflicts: readonly string[];
}

/** A version to install. */
export interface Candidate {
  team: string;
  target: string;
  /** The packaging; absent if the files are written into the project. */
  packaging?: InstalledTeam['packaging'];
  /**
   * The models that a person chose, by role; absent if none was chosen. An empty name returns a role to the model of the catalog.
   */
  models?: Models;
  trusted: TrustedCatalog;
  proved: ProvedVersion;
}

/**
 * Installs a version, in place of the one that the lock file has for its team and target.
 * @param staging the folder for new texts
 * @returns the new content of the lock file (after a dry run, the former content), and the changes
 * @throws Failure before anything is written
 */
export async function install(
  candidate: Candidate,
  lock: LockFile,
  staging: string,
  { dir, force, dryRun, markers }: InstallOptions,
): Promise<Installed> {
  const { team, target, trusted, proved } = candidate;
  const former = lock.teams.find(each => each.team === team && each.target === target);
  const { exported, models, chosen, wanted } = await wantedBy(candidate, former);
  const { version } = proved.state;
  const changes = changesFor(dir, lock, former, wanted, { force, version, ...(markers && { markers }) });
  show(candidate, exported, changes, chosen);
  if (dryRun) {
    say('Nothing was written (--dry-run).');
    return { lock, changes, chosen, conflicts: [] };
  }
  const entry = entryOf(candidate, exported, wanted, models);
  keepMerged(entry, changes);
  const next = {
    ...withPin(lock, trusted.pin),
    teams: [...lock.teams.filter(each => each !== former), entry],
  };
  write(dir, staging, changes, writeLockFile(next));
  return { lock: next, changes, chosen, conflicts: conflictsIn(changes) };
}

/**
 * Reads what installing a version would write in a project: its files and settings, with the models chosen for its roles.
 * @param former the team in the lock file, if it is installed
 * @returns the export, all choices of models to keep, the choices to report, and the files and settings to write
 * @throws Failure when the version has no export for the target, the export contradicts its digests, or a model is unknown there
 */
export async function wantedBy(
  candidate: Candidate,
  former: InstalledTeam | undefined,
): Promise<{
  exported: TeamExport;
  models: Models | undefined;
  chosen: readonly ChosenModel[];
  wanted: Wanted;
}> {
  const { team, target, packaging, trusted, proved, models: now = {} } = candidate;
  const exported = await readExport(trusted.catalog, proved, target);
  refuseUnknownModels(exported.target, now);
  const before = former?.overrides?.models ?? {};
  const all = { ...before, ...now };
  const name = team.split('/').at(-1)!;
  const { files, chosen } = overridden(packaged(exported, candidate), name, all, before);
  const wanted = wantedOf(files, { team, target: exported.target, packaging });
  return { exported, models: withModels(before, now), chosen, wanted };
}

function packaged(
  { files }: TeamExport,
  { team, trusted, proved, packaging }: Candidate,
): readonly ExportedFile[] {
  if (packaging === undefined) return files;
  const { version, path: source } = proved.state;
  const { description } = proved;
  return asPlugin(files, { team, version, description, source, catalog: trusted.catalog.baseUrl });
}

/**
 * Removes the files of a team, and its part of shared settings.
 * @throws Failure before anything is removed
 */
export function uninstall(
  team: InstalledTeam,
  lock: LockFile,
  staging: string,
  { dir, force, dryRun }: InstallOptions,
): LockFile {
  const changes = changesFor(dir, lock, team, nothingWanted, { force });
  print(changes.map(lineOf).join('\n'));
  if (dryRun) return lock;
  const next = { ...lock, teams: lock.teams.filter(each => each !== team) };
  write(dir, staging, changes, writeLockFile(next));
  return next;
}

function entryOf(
  { team, packaging, trusted, proved }: Candidate,
  exported: TeamExport,
  { files, settings }: Wanted,
  models: Models | undefined,
): InstalledTeam {
  const { state, receipt } = proved;
  const { catalog, pin } = trusted;
  return {
    team,
    version: state.version,
    target: exported.target,
    target_version: exported.target_version,
    ...(packaging && { packaging }),
    catalog: catalog.baseUrl,
    from: catalog.name,
    source: state.path,
    digest: state.digest,
    status: state.status,
    proof: {
      key_id: receipt.key_id,
      published_at: state.history[0]!.since,
      log_index: receipt.log_index!,
      inclusion_proof: receipt.inclusion_proof!,
      checkpoint: pin.checkpoint,
    },
    ...(models && { overrides: { models } }),
    files: files.map(({ path, digest, text }) => ({ path, digest, base: packBase(text) })),
    settings: [...settings],
  };
}

/** Returns the path and action of each changed file, for the output of `--json`. */
export const filesOf = (changes: readonly FileChange[]) =>
  changes.map(({ path, action }) => ({ path, action }));

/**
 * Notes in the lock file entry of a team the digests of the texts that keep a person's edits, so that later commands recognize
 * these texts.
 */
function keepMerged(entry: InstalledTeam, changes: readonly FileChange[]): void {
  for (const file of entry.files) {
    const { merged } = changes.find(({ path }) => path === file.path) ?? {};
    if (merged !== undefined) file.merged = merged;
  }
}

const lineOf = ({ action, path }: FileChange): string => `${action.padEnd(7)} ${path}`;

/** Returns the paths of files with conflict markers, which a person must resolve. */
const conflictsIn = (changes: readonly FileChange[]): string[] =>
  changes.flatMap(({ action, path }) => (action === 'conflict' ? [path] : []));

function show(
  { team, packaging, proved, trusted }: Candidate,
  { target_version, losses, settings }: TeamExport,
  changes: readonly FileChange[],
  chosen: readonly ChosenModel[],
): void {
  const { version, status, digest } = proved.state;
  say(
    `${team} ${version} (${status}) of ${trusted.catalog.baseUrl}: digest ${digest.slice(0, 19)}…, signature of key ` +
      `${proved.receipt.key_id} and entry ${proved.receipt.log_index} of the log are verified.`,
  );
  print(changes.map(lineOf).join('\n'));
  if (settings.length > 0) say('\nThe files set:');
  const pathOf = (file: string) => (packaging ? pathInPlugin(team.split('/').at(-1)!, file) : file);
  const values = settings
    .map(({ file, key, value }) => [pathOf(file), key, value] as const)
    .filter(([file, key]) => key !== 'model' || !chosen.some(({ path, model }) => model && path === file))
    .map(([file, key, value]) => [file, `${key} = ${value}`] as const);
  for (const [file, all] of grouped(values)) say(`  ${file}: ${all.join(', ')}`);
  if (chosen.length > 0) say(`\nYour choices, which ${lockFile} keeps for updates:`);
  for (const { path, role, model } of chosen)
    say(`  ${path}: the role ${role} has ${model ? `the model ${model}` : 'the model of the catalog again'}`);
  say(
    `\n${target_version} does not enforce ${counted(losses.length, 'part')} of the team${losses.length === 0 ? '.' : ':'}`,
  );
  // Many parts have the same loss.
  const parts = losses.map(({ subject, what, instead }) => [`${what} ${instead}`, subject] as const);
  for (const [what, subjects] of grouped(parts)) say(`  ${subjects.join(', ')}\n    ${what}`);
}

/** Groups texts by their keys. */
function grouped(pairs: readonly (readonly [key: string, text: string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, text] of pairs) groups.set(key, [...(groups.get(key) ?? []), text]);
  return groups;
}
