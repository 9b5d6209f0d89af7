/** `agent-topology tenant …`: the commands of a tenant, from a credential to a recommendation. */
import { Command, InvalidArgumentError } from 'commander';
import { account } from '#document/message/account.ts';
import { eventFeed } from '#document/message/event-feed.ts';
import { type RunnerSettings, withRunnerOptions } from '../../runner/options.ts';
import { print } from '../../support/output.ts';
import { formats } from '../import/read.ts';
import { type ConnectionOptions, connect, connectRunner, read, withConnection } from './connection.ts';
import { type AdoptOptions, adopt, recommend } from './decide.ts';
import { quotePlan, start } from './evaluate.ts';
import { exportPages } from './export.ts';
import { type ImportOptions, importResults } from './import.ts';
import { register } from './register.ts';
import { runAssignments } from './run.ts';
import { verifyDecision } from './verify.ts';
import { watch } from './watch.ts';

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

function decimalNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number.');
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** Adds the tenant commands to the program, in the order in which people use them. */
export function addTenantCommands(program: Command): void {
  const tenant = program
    .command('tenant')
    .description('Runs the evaluations of a tenant, with the credential in AGENT_TOPOLOGY_TOKEN.');
  for (const command of [...evaluating(), ...deciding(), ...reading()])
    tenant.addCommand(withConnection(command));
}

/**
 * Makes a command.
 * @param example the words after its name in the example of its help
 */
const command = (name: string, description: string, example: string): Command =>
  new Command(name)
    .description(description)
    .addHelpText('after', `\nExample:\n  agent-topology tenant ${name} ${example}`);

function evaluating(): Command[] {
  return [
    command(
      'register',
      'Registers formations, execution locks, suites, workload profiles and questions.',
      'formations locks suite.md --tenant acme',
    )
      .argument(
        '<path...>',
        'files or folders; a document refers to another file by `file:NAME.md`, which becomes the digest of that file',
      )
      .action((paths: string[], options: ConnectionOptions) => register(connect(options), paths)),
    command('plan', 'Validates and quotes an evaluation plan.', 'plan.md --tenant acme')
      .argument('<file>', 'the plan')
      .action((file: string, options: ConnectionOptions) => quotePlan(connect(options), file)),
    command('start', 'Starts an approved plan.', 'plan.md --tenant acme')
      .argument('<plan>', 'the file of the plan, or its digest')
      .action((plan: string, options: ConnectionOptions) => start(connect(options), plan)),
    command('watch', 'Shows progress, rate and time left until an evaluation ends.', 'JOB --tenant acme')
      .argument('<job>', 'its id')
      .option('--every <seconds>', 'the number of seconds between two checks', wholeNumber, 5)
      .action((job: string, options: ConnectionOptions & { every: number }) =>
        watch(connect(options), job, Math.max(1, options.every)),
      ),
    withRunnerOptions(
      command(
        'run',
        'Carries out assignments with your own command or agent. It needs the token of a runner.',
        '--tenant acme --once -- ./run-case.sh {case} {lock}',
      ),
    )
      .argument(
        '[command...]',
        'the command to execute for each case, with placeholders such as {case} and {model:ROLE}',
      )
      .action((words: string[], options: ConnectionOptions & RunnerSettings) =>
        runAssignments(options, words, options),
      ),
    importCommand(),
  ];
}

/** Returns the commands about decisions: they ask for an answer, verify it, export it, and record what was done with it. */
function deciding(): Command[] {
  return [
    command('recommend', 'Asks which organisation to use, given the evidence.', 'profile.md --tenant acme')
      .argument('<profile>', 'the file of the workload profile, or its digest')
      .action((profile: string, options: ConnectionOptions) => recommend(connect(options), profile)),
    command(
      'verify',
      'Computes a recommendation again from its evidence and every case in it.',
      'sha256:… --tenant acme',
    )
      .argument('<recommendation>', 'its digest')
      .option(
        '--save <folder>',
        'the folder in which to keep the documents, so that anyone can verify them without the service',
      )
      .action((digest: string, { save, ...options }: ConnectionOptions & { save?: string }) =>
        verifyDecision(connect(options), digest, save),
      ),
    command(
      'export',
      'Writes a signed document and all that it cites as pages for people.',
      'sha256:… --out pages --tenant acme',
    )
      .argument('<document>', 'the digest of a recommendation or of evidence')
      .option('--out <folder>', 'where to', '.')
      .action((digest: string, { out, ...options }: ConnectionOptions & { out: string }) =>
        exportPages(connect(options), digest, out),
      ),
    command(
      'adopt',
      'Records what you did with a recommendation.',
      'sha256:… --outcome adopted --reason as_recommended --tenant acme',
    )
      .argument('<subject>', 'the digest of the recommendation')
      .requiredOption('--outcome <outcome>', 'adopted, declined or reverted')
      .requiredOption('--reason <code>', 'the reason, such as as_recommended')
      .option('--date <date>', 'the day on which you did it; by default today', today())
      .option('--formation', 'the subject is a formation or an execution lock')
      .action((subject: string, options: ConnectionOptions & AdoptOptions) =>
        adopt(connect(options), subject, options),
      ),
  ];
}

/** Returns the command `import`, which reads the results of other tools and sends them as runs. */
function importCommand(): Command {
  return command(
    'import',
    'Imports existing results as runs of an evaluation.',
    'inspect logs --plan plan.md --lock lock.md --tenant acme',
  )
    .argument('<format>', `one of ${formats.join(', ')}`)
    .argument('<file...>', 'files that another tool wrote')
    .option('--lock <lock>', 'the execution lock of all results: its file or digest')
    .option(
      '--arm <lock=file>',
      'the lock of one file or folder, or of the arm with that name in the files',
      collect,
      [],
    )
    .requiredOption(
      '--plan <plan>',
      'the plan, by its file or digest; the command starts it unless it was started',
    )
    .option('--map <rule>', 'the rule that matches names of cases: exact or slug')
    .option('--scorer <name>', 'the scorer that decides, if the files name several')
    .option('--threshold <number>', 'the lowest score with which a run passes', decimalNumber)
    .option('--case-field <name>', 'the field of a promptfoo test that has the name of the case')
    .option('--started-at <time>', 'the time at which the first run began, if the files do not state it')
    .option(
      '--partial',
      'leave out what does not fit, take incomplete logs, and leave runs without a result to other runners',
    )
    .option('--give-up', 'count runs without a result as lost')
    .option('--dry-run', 'only show what fits, what is missing and what the command would send')
    .action((format: string, files: string[], options: ConnectionOptions & ImportOptions) =>
      importResults({ tenant: connect(options), runner: connectRunner(options) }, format, files, options),
    );
}

const collect = (value: string, before: string[]): string[] => [...before, value];

function reading(): Command[] {
  return [
    command('account', 'Prints limits and usage.', '--tenant acme').action(
      async (options: ConnectionOptions) => print((await read(connect(options), 'account.md', account)).text),
    ),
    command('events', 'Prints events.', '--after 10 --wait 30 --tenant acme')
      .option('--after <number>', 'the number of the event after which to begin', wholeNumber, 0)
      .option('--limit <count>', 'the largest number of events to show', wholeNumber, 100)
      .option('--wait <seconds>', 'the number of seconds to wait for an event, at most 30', wholeNumber, 0)
      .action(
        async ({
          after,
          limit,
          wait,
          ...options
        }: ConnectionOptions & Record<'after' | 'limit' | 'wait', number>) => {
          const route = `events.md?after=${after}&limit=${limit}&wait=${wait}`;
          print((await read(connect(options), route, eventFeed)).text);
        },
      ),
  ];
}
