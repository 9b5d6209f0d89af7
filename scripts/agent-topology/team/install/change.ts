/** Computes the changes that a command would make in a project, before anything is changed. */

import { unlessThrown } from '#document/text/unless-thrown.ts';
import { sharedFiles } from '../../../../build/page/export/permitted/index.ts';
import { failed } from '../../../support/failure.ts';
import type { ExportedFile } from '../catalog/export.ts';
import { baseOf, type InstalledTeam, type LockFile, type Setting } from './lock-file.ts';
import { hasMarkers, merged } from './merge.ts';
import { digestAt, digestOf, mayWrite, readAt } from './path.ts';
import { jointly, mergeSettings, settingsIn, valueIn } from './settings.ts';

/** A change of one file. */
export interface FileChange {
  path: string;
  /**
   * The change. `merge` keeps both the edits of a person and those of the new version; `conflict` writes both between markers
   * where they overlap.
   */
  action: 'create' | 'replace' | 'merge' | 'conflict' | 'keep' | 'delete';
  /** The new text of the file; absent if it is kept or deleted. */
  text?: string;
  /** The digest of the new text, if it contains a person's edits and no conflict markers. */
  merged?: string;
}

/** The files that belong to one team alone, and the settings that it shares with other teams. */
export interface Wanted {
  files: readonly ExportedFile[];
  settings: readonly Setting[];
}

export const nothingWanted: Wanted = { files: [], settings: [] };

/**
 * Splits an export into the files of the team and the settings that it needs in shared files.
 * @throws Failure `failed` when it names a file that no team may have
 */
export function wantedOf(
  files: readonly ExportedFile[],
  owner: Pick<InstalledTeam, 'team' | 'target' | 'packaging'>,
): Wanted {
  const isShared = ({ path }: ExportedFile) => sharedFiles.includes(path);
  const own = files.filter(file => !isShared(file));
  const stray = own.find(({ path }) => !mayWrite(path, owner));
  if (stray)
    throw failed(
      `The export has the file ${stray.path}, which the team ${owner.team} may not have. Nothing was changed. Tell the operator of the catalog.`,
    );
  return {
    files: own,
    settings: files.filter(isShared).flatMap(({ path, text }) => settingsIn(path, text)),
  };
}

/**
 * Returns the changes that turn the installed files of a team into the wanted ones.
 * @param former the team in the lock file; undefined for a new one
 * @param force whether to replace and remove files that a person wrote or edited
 * @param markers whether to write conflict markers where a person's edits overlap those of the new version
 * @throws Failure `failed` that names every file that a person wrote, whose edits cannot be kept, or that belongs to another team
 */
export function changesFor(
  dir: string,
  lock: LockFile,
  former: InstalledTeam | undefined,
  wanted: Wanted,
  { force, markers = false, version = 'new' }: Keeping,
): FileChange[] {
  const others = lock.teams.filter(team => team !== former);
  const conflicts: string[] = [];
  const changes = wanted.files.map(file => {
    const owner = others.find(({ files }) => files.some(({ path }) => path === file.path));
    if (owner) conflicts.push(`${file.path} belongs to the team ${owner.team}`);
    return changeOf(dir, former, file, { force, markers, version }, conflicts);
  });
  const obsolete = (former?.files ?? []).filter(({ path }) => !wanted.files.some(file => file.path === path));
  for (const { path, digest } of obsolete) {
    const found = digestAt(dir, path, [digest]);
    if (found === undefined) continue;
    if (found !== digest && !force) conflicts.push(`${path} was edited since it was installed`);
    changes.push({ path, action: 'delete' });
  }
  if (conflicts.length > 0)
    throw failed(
      `Nothing was changed:\n  ${conflicts.join('\n  ')}\nSave your edits elsewhere, or add --force to lose them.${mergeable(conflicts)}`,
    );
  return [...changes, ...settingChanges(dir, { others, former, wanted, force })];
}

/** Whether to lose a person's edits (`force`), to write conflict markers (`markers`), or, with neither, to refuse. */
interface Keeping {
  force: boolean;
  markers?: boolean;
  /** The name of the new version, for conflict markers; `new` if absent. */
  version?: string;
}

const meets = 'was edited since it was installed, on lines that the new version also changes';
const mergeable = (conflicts: readonly string[]): string =>
  conflicts.some(each => each.endsWith(meets)) ? ' `update --merge` writes both, with conflict markers.' : '';

function changeOf(
  dir: string,
  former: InstalledTeam | undefined,
  { path, digest, text }: ExportedFile,
  { force, markers, version }: Required<Keeping>,
  conflicts: string[],
): FileChange {
  const installed = former?.files.find(file => file.path === path);
  const known = installed?.digest;
  const found = digestAt(dir, path, [digest, known]);
  if (found === digest) return { path, action: 'keep' };
  if (found === undefined) return { path, action: 'create', text };
  if (found === known || force) return { path, action: 'replace', text };
  const base = installed && baseOf(installed);
  const mine = readAt(dir, path)!.toString('utf8');
  const both = base === undefined ? undefined : merged(base, mine, text, version);
  if (both && (!both.hasConflict || markers)) {
    const kept = hasMarkers(both.text) ? {} : { merged: digestOf(both.text) };
    if (both.text === mine) return { path, action: 'keep', ...kept };
    return { path, action: both.hasConflict ? 'conflict' : 'merge', text: both.text, ...kept };
  }
  const tooMuch = base === undefined ? '' : ', and is too long or too different to be merged';
  const edited = both ? meets : `was edited since it was installed${tooMuch}`;
  conflicts.push(`${path} ${known === undefined ? 'exists already' : edited}`);
  return { path, action: 'replace', text };
}

interface Sharing {
  others: readonly InstalledTeam[];
  former: InstalledTeam | undefined;
  wanted: Wanted;
  force: boolean;
}

function settingChanges(dir: string, { others, former, wanted, force }: Sharing): FileChange[] {
  return sharedFiles.flatMap((file): FileChange[] => {
    const of = (settings: readonly Setting[]) => settings.filter(each => each.file === file);
    if (of(former?.settings ?? []).length + of(wanted.settings).length === 0) return [];
    const shared = others.flatMap(({ settings }) => of(settings));
    const before = jointly([...shared, ...of(former?.settings ?? [])]);
    const after = jointly([...shared, ...of(wanted.settings)]);
    const text = readAt(dir, file)?.toString('utf8');
    const merged = mergeSettings(file, text ?? '', { before, after, force });
    if (merged === text) return text === undefined ? [] : [{ path: file, action: 'keep' }];
    if (merged === undefined) return [{ path: file, action: 'delete' }];
    return [{ path: file, action: text === undefined ? 'create' : 'replace', text: merged }];
  });
}

/** Lists the files with edits of a person that an update kept. */
export const editsOf = (dir: string, { files }: InstalledTeam): string[] =>
  files.flatMap(({ path, merged }) =>
    merged !== undefined && digestAt(dir, path, [merged]) === merged ? [path] : [],
  );

/**
 * Compares a project with what was installed. Returns a sentence for each file that is missing or was edited, and each setting
 * that is too low or missing.
 */
export function driftOf(dir: string, { files, settings }: InstalledTeam): string[] {
  const ofFiles = files.flatMap(({ path, digest, merged }) => {
    const found = digestAt(dir, path, [digest, merged]);
    if (found === undefined) return [`${path} is missing`];
    if (found === digest || found === merged) return [];
    return [
      hasMarkers(readAt(dir, path)!.toString('utf8'))
        ? `${path} has conflict markers. Resolve them, then run \`agent-topology update\``
        : `${path} was edited`,
    ];
  });
  const ofSettings = settings.flatMap(({ file, key, value }) => {
    const found = settingAt(dir, file, key);
    if (typeof found === 'number' && found >= value) return [];
    return [`${file} has ${key} = ${found ?? 'nothing'}, but the team needs ${value}`];
  });
  return [...ofFiles, ...ofSettings];
}

/** Returns the value of a setting in a file that a person may have edited; undefined if it is not set or the file is not TOML. */
const settingAt = (dir: string, file: Setting['file'], key: string): unknown =>
  unlessThrown(() => valueIn(file, readAt(dir, file)?.toString('utf8') ?? '', key));
