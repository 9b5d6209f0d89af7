/** The program `runner`: its options, and how it ends. */
import { Command, CommanderError } from 'commander';
import { closeConnections } from '../support/client/ask.ts';
import { harmless } from '../support/harmless.ts';
import type { Host } from '../support/host.ts';
import { openClient } from './client.ts';
import { type RunnerSettings, readRunnerToken, withRunnerOptions } from './options.ts';
import { startRunner } from './start.ts';

interface Options extends RunnerSettings {
  baseUrl: string;
  tenant: string;
}

/** Carries out assignments as the words of a host say. All that it answers, and its exit code, is in the host afterwards. */
export async function runner(host: Host): Promise<void> {
  const program = withRunnerOptions(
    new Command('runner')
      .description('Carries out the assignments of evaluations with a command or an agent of yours.')
      .requiredOption('--base-url <url>', 'where the service is')
      .requiredOption('--tenant <id>', 'whose assignments to claim'),
  )
    .argument('[command...]', 'what to execute for each case, with placeholders')
    .exitOverride()
    .configureOutput({
      writeOut: text => host.stdout.write(text),
      writeErr: text => host.stderr.write(text),
    });
  try {
    const { args } = program.parse(host.argv);
    await run(args, program.opts<Options>(), host);
  } catch (error) {
    host.exitCode = error instanceof CommanderError ? error.exitCode : 1;
    if (!(error instanceof CommanderError))
      host.stderr.write(harmless(`error: ${(error as Error).message}\n`));
  } finally {
    closeConnections();
  }
}

async function run(words: readonly string[], options: Options, { env, stdout }: Host): Promise<void> {
  const token = options.tokenStdin ? await readRunnerToken() : env.RUNNER_TOKEN;
  if (!token) throw new Error('RUNNER_TOKEN is not set: it holds the token of a runner credential.');
  const { baseUrl, tenant } = options;
  const place = {
    client: openClient(baseUrl, tenant, token),
    baseUrl,
    tenant,
    credential: token.split('_')[1] ?? '',
  };
  const log = (line: string) => stdout.write(harmless(`${line}\n`));
  const submitted = await startRunner(place, words, options, { env, log });
  stdout.write(`${submitted} runs were submitted.\n`);
}
