/** The program `agent-topology`: its commands, and how they end. */
import { Command, CommanderError } from 'commander';
import { exitCodes, Failure } from '../support/failure.ts';
import type { Host } from '../support/host.ts';
import { closeConnections } from '../support/http.ts';
import { say, within } from '../support/output.ts';
import { addTeamCommands } from '../team/command/index.ts';
import { addTenantCommands } from './commands.ts';

/** Runs the command that the words of a host name. All that it answers, and its exit code, is in the host afterwards. */
export async function agentTopology(host: Host, version: string): Promise<void> {
  const program = new Command('agent-topology')
    .description('Teams of agents from a catalog, as files that a runtime loads.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: text => host.stdout.write(text), writeErr: text => host.stderr.write(text) })
    .showHelpAfterError('Add --help to see how it is used.');
  addTeamCommands(program);
  addTenantCommands(program);
  for (const command of [...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    command.copyInheritedSettings(program);
  await within(host, async () => {
    try {
      await program.parseAsync(host.argv);
    } catch (error) {
      host.exitCode = exitCodeOf(error as Error);
    } finally {
      closeConnections();
    }
  });
}

/** Says why a command ends without success, unless that was said already. */
function exitCodeOf(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.wrongUse;
  const failure = error instanceof Failure ? error : failureOf(error);
  say(`error: ${failure.message}`);
  return failure.exitCode;
}

/** What the file system refuses is for the person to fix; anything else is a fault of this program. @throws the error then */
function failureOf(error: NodeJS.ErrnoException): Failure {
  if (error.path === undefined) throw error;
  const help = 'Check the rights and the space there, and run the command again: it finishes what it began.';
  return new Failure('wrongUse', `${error.path} cannot be used (${error.code}). ${help}`);
}
