/**
 * The commands `update`, which replaces one team of a project, or all of them, by the named version or the newest active one, and
 * `remove`, which removes one team.
 */
import semverCompare from 'semver/functions/compare.js';
import { artifactStatuses } from '#document/kind/artifact-status.ts';
import { failed, wrongUse } from '../../../support/failure.ts';
import { report, say } from '../../../support/output.ts';
import { findVersion, proveVersion, readTeamName } from '../catalog/version.ts';
import { type Candidate, filesOf, type InstallOptions, install, uninstall } from '../install/install.ts';
import { type InstalledTeam, type LockFile, named } from '../install/lock-file.ts';
import type { Models } from '../install/override.ts';
import { onProject, openTrusted, projectOf, type TeamOptions } from './options.ts';

interface UpdateOptions extends TeamOptions {
  merge?: boolean;
  model?: Models;
}

/**
 * Updates one team, or all of them, to the named version or the newest active one.
 * @throws Failure `failed`, before it writes anything of a team, if the new version is from another catalog, older, or of a worse
 * status
 */
export async function update(name: string | undefined, options: UpdateOptions): Promise<void> {
  if (options.model && name === undefined)
    throw wrongUse('--model works for one team. Write agent-topology update TEAM --model ROLE=MODEL');
  const { dir, writing } = settingsOf(options);
  const conflicts: string[] = [];
  await onProject(dir, async (first, staging) => {
    let lock = first;
    for (const team of selected(lock, name)) {
      const candidate = await candidateFor(team, name, options, lock);
      refuseWeaker(team, candidate);
      const { version } = candidate.proved.state;
      const isNewer = version !== team.version;
      say(isNewer ? `${team.team}: ${team.version} → ${version}` : `${team.team} ${version} is up to date.`);
      const models = options.model && { models: options.model };
      const done = await install({ ...candidate, ...models }, lock, staging, writing);
      lock = done.lock;
      conflicts.push(...done.conflicts);
      const chosen = done.chosen.length > 0 && { models: done.chosen };
      report({ ...named(team), from: team.version, version, files: filesOf(done.changes), ...chosen });
    }
  });
  if (conflicts.length > 0)
    throw failed(
      `Your edits and the new version change the same lines. The files have both, between conflict markers. Resolve ` +
        `${conflicts.join(', ')}, then run \`agent-topology update\` again.`,
    );
}

/**
 * Removes the files of a team, and its part of shared settings.
 * @throws Failure when a file was edited
 */
export async function remove(name: string, options: TeamOptions): Promise<void> {
  const { dir, writing } = settingsOf(options);
  await onProject(dir, async (first, staging) => {
    let lock = first;
    for (const team of selected(lock, name)) {
      lock = uninstall(team, lock, staging, writing);
      report({ ...named(team), files: team.files.map(({ path }) => path) });
    }
  });
  if (!options.dryRun) say('Removed. Shared settings that a person made stay as they are.');
}

function settingsOf(options: UpdateOptions): { dir: string; writing: InstallOptions } {
  const dir = projectOf(options);
  const { force, dryRun, merge } = options;
  return { dir, writing: { dir, force: force === true, dryRun: dryRun === true, markers: merge === true } };
}

/**
 * Returns the installed teams with a name, for every target; all teams if no name is given.
 * @throws Failure when there are none
 */
export function selected({ teams }: LockFile, name: string | undefined): readonly InstalledTeam[] {
  const wanted = name === undefined ? undefined : readTeamName(name).team;
  const found = teams.filter(({ team }) => wanted === undefined || team === wanted);
  if (found.length > 0) return found;
  const names = [...new Set(teams.map(({ team }) => team))].join(', ') || 'none';
  throw wrongUse(`${wanted ?? 'No team'} is not installed here; installed: ${names}.`);
}

/**
 * Returns the proved version with which to replace an installed team: the named one, or else the newest active one.
 * @throws Failure when the catalog is not trusted or cannot be reached, it has no such version, or a proof does not hold
 */
export async function candidateFor(
  { team, target, packaging, from }: InstalledTeam,
  name: string | undefined,
  options: TeamOptions,
  lock: LockFile,
): Promise<Candidate> {
  const trusted = await openTrusted(options, lock, from);
  const state = findVersion(trusted.log, { team, version: name && readTeamName(name).version });
  const proved = await proveVersion(trusted.catalog, trusted.log, state);
  return { team, target, packaging, trusted, proved };
}

/**
 * Refuses an update to another catalog, an older version, or a version with a worse status.
 * @throws Failure `failed`
 */
function refuseWeaker(
  { team, version, status, catalog }: InstalledTeam,
  { trusted, proved: { state } }: Candidate,
): void {
  const rank = (each: InstalledTeam['status']) => artifactStatuses.indexOf(each);
  const reasons = [
    ...(trusted.catalog.baseUrl === catalog
      ? []
      : [`it is from ${trusted.catalog.baseUrl}, and the installed one from ${catalog}`]),
    ...(semverCompare(state.version, version) < 0 ? [`${state.version} is older than ${version}`] : []),
    ...(rank(state.status) > rank(status)
      ? [`it is ${state.status}, and the installed one was ${status}`]
      : []),
    ...(state.status === 'revoked' ? ['it was revoked'] : []),
  ];
  if (reasons.length === 0) return;
  const instead = ` To install it anyway, run agent-topology remove ${team}, then agent-topology add ${team}@${state.version}.`;
  throw failed(
    `${team} ${state.version} is refused: ${reasons.join('; ')}. Nothing of it was written.${state.status === 'revoked' ? '' : instead}`,
  );
}
