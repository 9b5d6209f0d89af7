/** `add`: verifies teams and writes them as files of a runtime. */

import { failed, wrongUse } from '../../../support/failure.ts';
import { report, say } from '../../../support/output.ts';
import { exportTargets, readExport } from '../catalog/export.ts';
import {
  findVersion,
  type ProvedVersion,
  proveVersion,
  readTeamName,
  type TeamName,
} from '../catalog/version.ts';
import { filesOf, install } from '../install/install.ts';
import type { Models } from '../install/override.ts';
import type { TrustedCatalog } from '../install/trust.ts';
import { nextSteps } from './next.ts';
import { onProject, openTrusted, projectOf, type TeamOptions } from './options.ts';

interface AddOptions extends TeamOptions {
  to?: string;
  plugin?: boolean;
  model?: Models;
}

/**
 * Installs teams for a target. All of them are proved before the first is written.
 * @throws Failure before anything is written
 */
export async function add(names: readonly string[], options: AddOptions): Promise<void> {
  const wanted = names.map(readTeamName);
  const { to } = options;
  if (to === undefined)
    throw wrongUse(
      `For which runtime? Add --to with one of ${exportTargets.join(', ')}: agent-topology add ${names.join(' ')} --to claude-code`,
    );
  if (options.plugin && to !== 'claude-code')
    throw wrongUse(`--plugin works only for claude-code, not for ${to}. Leave it out.`);
  if (options.model && wanted.length > 1)
    throw wrongUse('--model works for one team, so add that team by itself.');
  const steps: string[] = [];
  const dir = projectOf(options);
  await onProject(dir, async (first, staging) => {
    const trusted = await openTrusted(options, first);
    const proved: ProvedVersion[] = [];
    for (const name of wanted) proved.push(await proveWanted(name, trusted));
    for (const [at, each] of proved.entries()) {
      const exported = await readExport(trusted.catalog, each, to);
      steps.push(nextSteps(wanted[at]!.team, exported, options.plugin === true));
    }
    let lock = first;
    for (const [at, { team }] of wanted.entries()) {
      const packaging = options.plugin ? ('plugin' as const) : undefined;
      const candidate = { team, target: to, packaging, trusted, proved: proved[at]! };
      const writing = { dir, force: options.force === true, dryRun: options.dryRun === true };
      const done = await install(
        { ...candidate, ...(options.model && { models: options.model }) },
        lock,
        staging,
        writing,
      );
      lock = done.lock;
      const chosen = done.chosen.length > 0 && { models: done.chosen };
      const { version } = proved[at]!.state;
      report({ team, version, target: to, files: filesOf(done.changes), ...chosen });
    }
  });
  if (!options.dryRun) for (const step of steps) say(`\n${step}`);
}

/**
 * Finds the wanted version of a team and proves it.
 * @throws Failure when it is revoked
 */
async function proveWanted(name: TeamName, { catalog, log }: TrustedCatalog): Promise<ProvedVersion> {
  const state = findVersion(log, name);
  if (state.status === 'revoked')
    throw failed(
      `${name.team} ${state.version} was revoked at ${state.since} (${state.reason_code}). Nothing was written. Choose another version or team.`,
    );
  return proveVersion(catalog, log, state);
}
