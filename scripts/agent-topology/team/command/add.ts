/** `add`: teams as files of a runtime, once everything about them was verified. */

import { pluginFolder } from '../../../../build/page/export/plugin.ts';
import { hostSetup } from '../../../../build/page/runtime/setup.ts';
import { Failure } from '../../../support/failure.ts';
import { report, say } from '../../../support/output.ts';
import { readExport, type TeamExport } from '../catalog/export.ts';
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
import { onProject, openTrusted, projectOf, type TeamOptions } from './options.ts';

interface AddOptions extends TeamOptions {
  to: string;
  plugin?: boolean;
  model?: Models;
}

/**
 * Installs teams for a target. All of them are proved before the first is written.
 * @throws Failure before anything is written
 */
export async function add(names: readonly string[], options: AddOptions): Promise<void> {
  const wanted = names.map(readTeamName);
  if (options.plugin && options.to !== 'claude-code')
    throw new Failure('wrongUse', `--plugin is for claude-code, not for ${options.to}. Leave it out.`);
  if (options.model && wanted.length > 1)
    throw new Failure('wrongUse', '--model is for one team: add it by itself.');
  const commands: string[] = [];
  const dir = projectOf(options);
  await onProject(dir, async (first, staging) => {
    const trusted = await openTrusted(options, first);
    const proved: ProvedVersion[] = [];
    for (const name of wanted) proved.push(await proveWanted(name, trusted));
    for (const each of proved)
      commands.push(...commandsIn(await readExport(trusted.catalog, each, options.to)));
    let lock = first;
    for (const [at, { team }] of wanted.entries()) {
      const packaging = options.plugin ? ('plugin' as const) : undefined;
      const candidate = { team, target: options.to, packaging, trusted, proved: proved[at]! };
      const writing = { dir, force: options.force === true, dryRun: options.dryRun === true };
      const done = await install(
        { ...candidate, ...(options.model && { models: options.model }) },
        lock,
        staging,
        writing,
      );
      lock = done.lock;
      report({ team, version: proved[at]!.state.version, target: options.to, files: filesOf(done.changes) });
    }
  });
  if (options.dryRun) return;
  advise(
    wanted.map(({ team }) => team),
    options,
    commands,
  );
}

/** The version of a team that is meant, proved. @throws Failure for one that was revoked */
async function proveWanted(name: TeamName, { catalog, log }: TrustedCatalog): Promise<ProvedVersion> {
  const state = findVersion(log, name);
  if (state.status === 'revoked')
    throw new Failure(
      'failed',
      `${name.team} ${state.version} was revoked at ${state.since} (${state.reason_code}). Nothing was written. Choose another version or team.`,
    );
  return proveVersion(catalog, log, state);
}

/** Prints the steps that a person takes before the runtime has the teams. */
function advise(teams: readonly string[], { to, plugin }: AddOptions, commands: readonly string[]): void {
  const first = to in hostSetup ? hostSetup[to as keyof typeof hostSetup].first : undefined;
  if (first) say(`\n${first}`);
  const short = teams.map(team => team.split('/').at(-1)!);
  for (const name of plugin ? short : [])
    say(
      `\nStart it with \`claude --plugin-dir ${pluginFolder}/${name}\`, then type /${name}:${name} and the task.`,
    );
  if (commands.length > 0) say(`\nNext:\n\n${commands.join('\n')}`);
  else say(`\nNext: commit the files and agent-topology.lock.yaml, and start ${teams.join(', ')} in ${to}.`);
}

/** The commands that the first lines of programs name: to install what they need, and to start them. None for other files. */
const commandsIn = ({ files }: TeamExport): string[] =>
  files
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap(({ text }) => [...text.matchAll(/^\/\/ {5}(.*)$/gm)].map(([, line]) => `    ${line}`));
