/**
 * A reference runner of evaluations. It claims assignments, keeps their leases alive, executes a command for each case,
 * and submits the result:
 *
 *     RUNNER_TOKEN=atc_… npx tsx scripts/runner.ts --base-url http://localhost:8080 --tenant acme -- \
 *       ./run-case.sh {case} {lock} {model:mender}
 *
 * The command gets `{case}`, `{case_digest}`, `{lock}`, `{formation}`, `{suite}`, `{repetition}` and, for each role of the
 * lock, `{model:ROLE}`. Its last line of output is a JSON object such as
 * `{"outcome":"pass","tests_ran":12,"tests_passed":12,"input_tokens":184000,"output_tokens":9100}`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { digestField, sha256Hex } from '#document/digest.ts';
import { openClient } from './runner/client.ts';
import { work } from './runner/runner.ts';

interface Options {
  baseUrl: string;
  tenant: string;
  locks?: string;
  once: boolean;
  heartbeatSeconds: number;
}

const program = new Command('runner')
  .description('Carries out the assignments of evaluations with a command of yours.')
  .requiredOption('--base-url <url>', 'where the service is')
  .requiredOption('--tenant <id>', 'whose assignments to claim')
  .option('--locks <folder>', 'a folder with the execution locks, for {model:ROLE}')
  .option('--once', 'end when there is nothing to do', false)
  .option('--heartbeat-seconds <n>', 'how often to renew a lease of 60 seconds', readSeconds, 20)
  .argument('<command...>', 'what to execute for each case, with placeholders');

function readSeconds(text: string): number {
  const value = Number(text);
  if (value > 0 && value < 60) return value;
  throw new InvalidArgumentError('Expected a number of seconds below 60.');
}

/** The locks of a folder by their digest: the bytes that were registered. */
function locksOf(folder: string | undefined): ReadonlyMap<string, string> {
  if (folder === undefined || !existsSync(folder)) return new Map();
  const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
  return new Map(texts.map(text => [digestField(sha256Hex(text)), text]));
}

async function main(): Promise<void> {
  const { args } = program.parse();
  const options = program.opts<Options>();
  const token = process.env.RUNNER_TOKEN;
  if (!token) throw new Error('RUNNER_TOKEN is not set: it holds the token of a runner credential.');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const locks = locksOf(options.locks);
  const submitted = await work({
    client: openClient(options.baseUrl, options.tenant, token),
    lockText: async digest => locks.get(digest),
    command: args,
    once: options.once,
    heartbeatMilliseconds: options.heartbeatSeconds * 1000,
    log: line => process.stdout.write(`${line}\n`),
    signal: stop.signal,
  });
  process.stdout.write(`${submitted} runs were submitted.\n`);
}

main().catch(error => {
  process.stderr.write(`error: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
