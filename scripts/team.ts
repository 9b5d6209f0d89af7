#!/usr/bin/env node
/**
 * `agent-topology`: teams from a catalog as files of a runtime, and the evaluations of a tenant (docs/command.md). In the
 * repository it is `npx tsx scripts/team.ts`; `npm pack` bundles it as the command of the package.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { outliveReaders } from './support/closed-output.ts';
import { addTeamCommands } from './team/command/index.ts';
import { exitCodes, Failure } from './team/failure.ts';
import { say } from './team/output.ts';
import { addTenantCommands } from './team/tenant.ts';
import { closeConnections } from './verify/http.ts';

outliveReaders();

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

const program = new Command('agent-topology')
  .description('Teams of agents from a catalog, as files that a runtime loads.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('Add --help to see how it is used.');
addTeamCommands(program);
addTenantCommands(program);
for (const command of [...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
  command.copyInheritedSettings(program);

program
  .parseAsync()
  .catch((error: Error) => {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.wrongUse;
      return;
    }
    const failure = error instanceof Failure ? error : failureOf(error);
    process.exitCode = failure.exitCode;
    say(`error: ${failure.message}`);
  })
  .finally(closeConnections);

/** What the file system refuses is for the person to fix; anything else is a fault of this program. @throws the error then */
function failureOf(error: NodeJS.ErrnoException): Failure {
  if (error.path === undefined) throw error;
  const help = 'Check the rights and the space there, and run the command again: it finishes what it began.';
  return new Failure('wrongUse', `${error.path} cannot be used (${error.code}). ${help}`);
}
