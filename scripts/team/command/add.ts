/** `add`: a team as files of a runtime, once everything about it was verified. */

import { hostSetup } from '../../../build/runtime/setup.ts';
import { Failure } from '../../support/failure.ts';
import { say } from '../../support/output.ts';
import { findVersion, proveVersion, readTeamName } from '../catalog/version.ts';
import { install } from '../install/install.ts';
import { onProject, openTrusted, projectOf, type TeamOptions } from './options.ts';

/** Installs a team for a target. @throws Failure before anything is written */
export async function add(
  name: string,
  options: TeamOptions & { to: string; plugin?: boolean },
): Promise<void> {
  const wanted = readTeamName(name);
  if (options.plugin && options.to !== 'claude-code')
    throw new Failure('wrongUse', `--plugin is for claude-code, not for ${options.to}. Leave it out.`);
  const dir = projectOf(options);
  await onProject(dir, async (lock, staging) => {
    const trusted = await openTrusted(options, lock);
    const state = findVersion(trusted.log, wanted);
    if (state.status === 'revoked')
      throw new Failure(
        'failed',
        `${wanted.team} ${state.version} was revoked at ${state.since} (${state.reason_code}). Nothing was written. Choose another version or team.`,
      );
    if (state.status !== 'active')
      say(
        `${wanted.team} ${state.version} is ${state.status}${state.superseded_by ? ` by ${state.superseded_by}` : ''}.`,
      );
    const proved = await proveVersion(trusted.catalog, trusted.log, state);
    const packaging = options.plugin ? ('plugin' as const) : undefined;
    const candidate = { team: wanted.team, target: options.to, packaging, trusted, proved };
    await install(candidate, lock, staging, {
      dir,
      force: options.force === true,
      dryRun: options.dryRun === true,
    });
  });
  if (options.dryRun) return;
  const first = options.to in hostSetup ? hostSetup[options.to as keyof typeof hostSetup].first : undefined;
  if (first) say(`\n${first}`);
  say(`\nNext: commit the files and agent-topology.lock.yaml, and start ${wanted.team} in ${options.to}.`);
}
