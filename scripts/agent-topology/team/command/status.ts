/** `status` and `verify`: check whether the teams of a project are as they were installed, and what their status is now. */

import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { publishedEntry, writeEntry } from '#document/proof/log/entry.ts';
import { leafHash } from '#document/proof/log/hash.ts';
import { NoteError, openNote, readNoteKey } from '#document/proof/log/note.ts';
import { verifyInclusion } from '#document/proof/log/proof.ts';
import { type Failure, failed, wrongUse } from '../../../support/failure.ts';
import { counted, environment, print, report } from '../../../support/output.ts';
import { teamAt, versionsOf } from '../catalog/version.ts';
import { driftOf, editsOf } from '../install/change.ts';
import { type InstalledTeam, type LockFile, lockFile, named, readLockFile } from '../install/lock-file.ts';
import type { TrustedCatalog } from '../install/trust.ts';
import { openTrusted, projectOf, type TeamOptions } from './options.ts';

/**
 * Verifies the teams of a project offline: the files of each have the digests in the lock file, and each version was in the log
 * of its catalog.
 * @throws Failure `failed` that names all faults
 */
export async function verify(options: Pick<TeamOptions, 'dir'>): Promise<void> {
  const dir = projectOf(options);
  const lock = teamsOf(dir);
  const drifts: string[] = [];
  const unproved: string[] = [];
  let edited = 0;
  for (const team of lock.teams) {
    const [drift, edits, faults] = [driftOf(dir, team), editsOf(dir, team), logFaults(team, lock)];
    report({ ...named(team), drift, edits, faults });
    printEdits(team, edits);
    edited += edits.length;
    drifts.push(...drift.map(told(team)));
    unproved.push(...faults.map(told(team)));
  }
  if (drifts.length + unproved.length > 0) throw refusal(drifts, unproved);
  const files = lock.teams.reduce((sum, team) => sum + team.files.length, 0);
  const how =
    edited === 0 ? 'All files are as installed' : `You edited ${edited}, the others are as installed`;
  print(
    `${counted(lock.teams.length, 'team')}, ${counted(files, 'file')}. ${how}, and every version is in its log.`,
  );
}

/**
 * Prints the files and settings that were changed, and the present status of each installed version.
 * @throws Failure `failed` for changed files and revoked versions, `away` when the catalog cannot be reached and there are no
 * faults
 */
export async function status(options: TeamOptions): Promise<void> {
  const dir = projectOf(options);
  const lock = teamsOf(dir);
  const drifts: string[] = [];
  const faults: string[] = [];
  const catalogs = new Map<string, Promise<TrustedCatalog>>();
  let away: Failure | undefined;
  for (const team of lock.teams) {
    const [drift, edits] = [driftOf(dir, team), editsOf(dir, team)];
    const from = options.from ?? environment().AGENT_TOPOLOGY_URL ?? team.from;
    const trusted = catalogs.get(from) ?? openTrusted(options, lock, team.from);
    catalogs.set(from, trusted);
    const now = await trusted.then(
      found => nowOf(team, found),
      (error: Failure) => {
        if (error.exitCode !== 3) throw error;
        away = error;
        return { line: 'its status is unknown, because the catalog did not answer', faults: [] };
      },
    );
    const state = drift.length > 0 ? 'changed' : edits.length > 0 ? 'edited by you' : 'as installed';
    print(`${team.team} ${team.version} for ${team.target}: ${state}, ${now.line}`);
    printEdits(team, edits);
    report({ ...named(team), drift, edits, status: now.line, faults: now.faults });
    drifts.push(...drift.map(told(team)));
    faults.push(...now.faults.map(told(team)));
  }
  if (drifts.length + faults.length > 0) throw refusal(drifts, faults);
  if (away) throw away;
}

/** Prints the files that contain a person's edits, which are not faults. */
function printEdits({ version }: InstalledTeam, paths: readonly string[]): void {
  for (const path of paths) print(`  ${path}: edited by you, merged with ${version}`);
}

function teamsOf(dir: string): LockFile {
  const lock = readLockFile(dir);
  if (lock.teams.length > 0) return lock;
  throw wrongUse(
    `${dir} has no teams, because there is no ${lockFile} or it is empty. \`agent-topology add\` installs a team.`,
  );
}

const told =
  ({ team }: InstalledTeam) =>
  (fault: string): string =>
    `${team}: ${fault}`;

function refusal(drifts: readonly string[], others: readonly string[]): Failure {
  const help =
    'Run `agent-topology update` to keep your edits, or `agent-topology update --force` to lose them.';
  const lines = [...drifts, ...others].join('\n  ');
  return failed(drifts.length > 0 ? `${lines}\n${help}` : lines);
}

/**
 * Checks the log proof of an installed version that the lock file holds. Returns a sentence if it does not hold, otherwise an
 * empty list.
 */
function logFaults({ source, digest, proof }: InstalledTeam, { catalogs }: LockFile): string[] {
  const keys = catalogs.flatMap(({ log_keys }) => log_keys.map(key => readNoteKey(key)!));
  const { published_at, log_index: index, inclusion_proof, checkpoint } = proof;
  try {
    const { size, root } = readCheckpoint(openNote(Buffer.from(checkpoint), keys).text);
    const leaf = leafHash(Buffer.from(writeEntry(publishedEntry({ path: source, digest, published_at }))));
    const path = inclusion_proof.map(hash => new Uint8Array(Buffer.from(hash, 'base64')));
    if (verifyInclusion(path, { leaf, index, size, root })) return [];
    return [`the proof in ${lockFile} does not show that ${source} with ${digest} was published`];
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return [`the checkpoint in ${lockFile} is not one of its catalog: ${error.message}`];
  }
}

/** Describes the present state of an installed version in the log of its catalog: a line, and its faults. */
function nowOf(team: InstalledTeam, { log, catalog }: TrustedCatalog): { line: string; faults: string[] } {
  const state = log.states.get(team.source);
  if (state === undefined || state.digest !== team.digest) {
    const line = `not a version of ${catalog.baseUrl}`;
    return { line, faults: [`${team.source} with ${team.digest} is not in the log of ${catalog.baseUrl}`] };
  }
  const newest = versionsOf(log, team.team).find(each => each.status === 'active');
  const newer =
    newest && newest.version !== team.version ? `; ${newest.version} is the newest active version` : '';
  const successor = state.superseded_by && teamAt(state.superseded_by);
  const by = successor ? ` by ${successor.team}@${successor.version}` : '';
  const revoked = `it was revoked at ${state.since} (${state.reason_code}), so remove it`;
  return { line: `${state.status}${by}${newer}`, faults: state.status === 'revoked' ? [revoked] : [] };
}
