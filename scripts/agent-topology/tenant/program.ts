/** The program `agent-topology`: its commands and exit codes. */
import { Command, CommanderError } from 'commander';
import { exitCodes, Failure, wrongUse } from '../../support/failure.ts';
import type { Host } from '../../support/host.ts';
import { closeConnections } from '../../support/http.ts';
import { say, within } from '../../support/output.ts';
import { addTeamCommands } from '../team/command/index.ts';
import { addTenantCommands } from './commands.ts';

/**
 * Runs the command that the arguments of a host name, and writes its output and exit code to the host.
 * @param version the version of this command, for `--version`
 */
export async function agentTopology(host: Host, version: string): Promise<void> {
  const words = host.argv.slice(2);
  const named = words.find(word => !word.startsWith('-'));
  const wantsJson = words.slice(0, endOf(words)).includes('--json');
  // It had a shape of its own before all commands had one.
  if (!wantsJson || named === undefined || named === 'recompute') return runProgram(host, version);
  const said = { output: '', messages: '' };
  const results: unknown[] = [];
  const collecting: Host = {
    argv: host.argv,
    env: host.env,
    stdout: { write: text => (said.output += text) },
    stderr: { write: text => (said.messages += text) },
    results,
  };
  await runProgram(collecting, version);
  const exit_code = Number(collecting.exitCode ?? 0);
  if (exit_code !== 0) host.exitCode = exit_code;
  const messages = said.messages.split('\n').filter(line => line !== '');
  host.stdout.write(
    `${JSON.stringify({ command: named, exit_code, results, output: said.output, messages })}\n`,
  );
}

/** Returns the index after the last word that may be an option: that of `--`, or the number of words. */
const endOf = (words: readonly string[]): number =>
  words.includes('--') ? words.indexOf('--') : words.length;

async function runProgram(host: Host, version: string): Promise<void> {
  const program = new Command('agent-topology')
    .description('Installs teams of agents from a catalog as files that a runtime loads.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: text => host.stdout.write(text), writeErr: text => host.stderr.write(text) })
    .showHelpAfterError('Add --help to see how it is used.');
  addTeamCommands(program);
  addTenantCommands(program);
  for (const command of [...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.copyInheritedSettings(program);
    const isLeaf = command.commands.length === 0;
    if (isLeaf && !command.options.some(({ long }) => long === '--json'))
      command.option('--json', 'print one JSON object with everything that the command says', false);
  }
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

/** Prints why a command failed, unless that was printed already, and returns the exit code. */
function exitCodeOf(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.wrongUse;
  const failure = error instanceof Failure ? error : failureOf(error);
  say(`error: ${failure.message}`);
  return failure.exitCode;
}

/**
 * Converts an error of the file system to a failure that says how to fix it.
 * @throws any other error, which is a bug in this program
 */
function failureOf(error: NodeJS.ErrnoException): Failure {
  if (error.path === undefined) throw error;
  const help = 'Check the rights and the space there, and run the command again: it finishes what it began.';
  return wrongUse(`${error.path} cannot be used (${error.code}). ${help}`);
}
