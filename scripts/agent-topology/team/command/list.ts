/** `list`: prints the teams of a project, or those of a catalog. */
import { print, report, say } from '../../../support/output.ts';
import { teamAt, versionsOf } from '../catalog/version.ts';
import { named, readLockFile } from '../install/lock-file.ts';
import { openTrusted, projectOf, type TeamOptions } from './options.ts';

/**
 * Prints a line for each installed team, from the lock file alone; with `--available`, a line for each team of the catalog with
 * its newest active version.
 */
export async function list(options: TeamOptions & { available?: boolean }): Promise<void> {
  const lock = readLockFile(projectOf(options));
  if (options.available) {
    const { log } = await openTrusted(options, lock);
    const teams = [...new Set([...log.states.keys()].flatMap(path => teamAt(path)?.team ?? []))].sort();
    for (const team of teams) {
      const newest = versionsOf(log, team).find(({ status }) => status === 'active');
      if (!newest) continue;
      print(`${team} ${newest.version}`);
      report({ team, version: newest.version, path: newest.path, digest: newest.digest });
    }
    return;
  }
  if (lock.teams.length === 0)
    say('No team is installed here. `agent-topology list --available` names those of a catalog.');
  for (const installed of lock.teams) {
    const { team, version, target, catalog, packaging, overrides, files } = installed;
    const models = Object.entries(overrides?.models ?? {}).map(([role, model]) => `${role} = ${model}`);
    const notes = [...(packaging ? [packaging] : []), ...models].join(', ');
    print(`${team} ${version} for ${target}${notes === '' ? '' : ` (${notes})`}`);
    const chosen = overrides && { overrides };
    report({ ...named(installed), catalog, ...chosen, files: files.map(({ path }) => path) });
  }
}
