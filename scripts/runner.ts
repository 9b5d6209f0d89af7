/**
 * A reference runner of evaluations. It claims assignments, keeps their leases alive, carries out each case, and submits the
 * result. `agent-topology tenant run` is the same:
 *
 *     RUNNER_TOKEN=atc_… npx tsx scripts/runner.ts --base-url http://localhost:8080 --tenant acme -- \
 *       ./run-case.sh {case} {lock} {model:fixer}
 *     RUNNER_TOKEN=atc_… npx tsx scripts/runner.ts --base-url http://localhost:8080 --tenant acme --parallel 4 \
 *       --agent claude --task cases/{case}/task.md --work cases/{case}/files --check cases/{case}/check
 *
 * A command gets `{case}`, `{case_digest}`, `{lock}`, `{formation}`, `{suite}`, `{repetition}`, `{model}` and, for each role of
 * the lock, `{model:ROLE}`. Its last line of output is a JSON object such as
 * `{"outcome":"pass","tests_ran":12,"tests_passed":12,"input_tokens":184000,"output_tokens":9100}`. With `--agent` the outcome
 * is that of the check (docs/runners.md#19).
 */
import { Command } from 'commander';
import { openClient } from './runner/client.ts';
import { drive } from './runner/drive.ts';
import { type RunnerSettings, withRunnerOptions } from './runner/options.ts';
import { startRunner } from './runner/start.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

interface Options extends RunnerSettings {
  baseUrl: string;
  tenant: string;
}

const program = withRunnerOptions(
  new Command('runner')
    .description('Carries out the assignments of evaluations with a command or an agent of yours.')
    .requiredOption('--base-url <url>', 'where the service is')
    .requiredOption('--tenant <id>', 'whose assignments to claim'),
).argument('[command...]', 'what to execute for each case, with placeholders');

async function main(): Promise<void> {
  const [first, file, extra] = process.argv.slice(2);
  if (first === 'drive' && file !== undefined) return drive(file, extra);
  const { args } = program.parse();
  const options = program.opts<Options>();
  const token = process.env.RUNNER_TOKEN;
  if (!token) throw new Error('RUNNER_TOKEN is not set: it holds the token of a runner credential.');
  const { baseUrl, tenant } = options;
  const place = {
    client: openClient(baseUrl, tenant, token),
    baseUrl,
    tenant,
    credential: token.split('_')[1] ?? '',
  };
  const submitted = await startRunner(place, args, options, [], line => process.stdout.write(`${line}\n`));
  process.stdout.write(`${submitted} runs were submitted.\n`);
}

main().catch(error => {
  process.stderr.write(`error: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
