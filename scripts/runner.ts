/**
 * A reference runner of evaluations. It claims assignments, keeps their leases alive, executes a command for each case,
 * and submits the result. `agent-topology tenant run` is the same:
 *
 *     RUNNER_TOKEN=atc_… npx tsx scripts/runner.ts --base-url http://localhost:8080 --tenant acme -- \
 *       ./run-case.sh {case} {lock} {model:mender}
 *
 * The command gets `{case}`, `{case_digest}`, `{lock}`, `{formation}`, `{suite}`, `{repetition}` and, for each role of the
 * lock, `{model:ROLE}`. Its last line of output is a JSON object such as
 * `{"outcome":"pass","tests_ran":12,"tests_passed":12,"input_tokens":184000,"output_tokens":9100}`.
 */
import { Command } from 'commander';
import { openClient } from './runner/client.ts';
import { lockReader, readHeartbeat } from './runner/options.ts';
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
  .option(
    '--locks <folder>',
    'a folder with the execution locks, for {model:ROLE}; without it they are read from the service',
  )
  .option('--once', 'end when there is nothing to do', false)
  .option('--heartbeat-seconds <n>', 'how often to renew a lease of 60 seconds', readHeartbeat, 20)
  .argument('<command...>', 'what to execute for each case, with placeholders');

async function main(): Promise<void> {
  const { args } = program.parse();
  const options = program.opts<Options>();
  const token = process.env.RUNNER_TOKEN;
  if (!token) throw new Error('RUNNER_TOKEN is not set: it holds the token of a runner credential.');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const client = openClient(options.baseUrl, options.tenant, token);
  const submitted = await work({
    client,
    lockText: lockReader(client, options.locks),
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
