/** `show`: prints the document of a team, and the targets for which it can be added. */

import { failed } from '../../../support/failure.ts';
import { print, report, say } from '../../../support/output.ts';
import { exportTargets } from '../catalog/export.ts';
import { findVersion, proveVersion, readTeamName } from '../catalog/version.ts';
import { readLockFile } from '../install/lock-file.ts';
import { openTrusted, projectOf, type TeamOptions } from './options.ts';

/**
 * Verifies the document of a team and prints it.
 * @throws Failure when there is none, or its proof does not hold
 */
export async function show(name: string, options: TeamOptions): Promise<void> {
  const wanted = readTeamName(name);
  const { catalog, log } = await openTrusted(options, readLockFile(projectOf(options)));
  const state = findVersion(log, wanted);
  const { bytes } = await proveVersion(catalog, log, state);
  print(bytes.toString('utf8'));
  report({
    team: wanted.team,
    version: state.version,
    status: state.status,
    path: state.path,
    digest: state.digest,
  });
  say(`${wanted.team} ${state.version} is ${state.status}. Digest, signature and log entry verified.`);
  if (state.status === 'revoked') throw failed('Do not use this version, because it was revoked.');
  say(`Next: agent-topology add ${name} --to ${exportTargets.join('|')}`);
}
