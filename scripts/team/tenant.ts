/** `agent-topology tenant …`: what a tenant does, from a credential to a recommendation. */
import { Command, InvalidArgumentError } from 'commander';
import { drive } from '../runner/drive.ts';
import { type RunnerSettings, withRunnerOptions } from '../runner/options.ts';
import { print } from './output.ts';
import { type ConnectionOptions, connect, read, withConnection } from './tenant/connection.ts';
import { type AdoptOptions, adopt, recommend } from './tenant/decide.ts';
import { quotePlan, start } from './tenant/evaluate.ts';
import { register } from './tenant/register.ts';
import { runAssignments } from './tenant/run.ts';
import { verifyDecision } from './tenant/verify.ts';
import { watch } from './tenant/watch.ts';

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** Adds the tenant commands to the program, in the order in which they are used. */
export function addTenantCommands(program: Command): void {
  const tenant = program
    .command('tenant')
    .description('Evaluations of a tenant, with the credential in AGENT_TOPOLOGY_TOKEN.');
  for (const command of [...evaluating(), ...reading()]) tenant.addCommand(withConnection(command));
  const driving = new Command('drive').argument('<file>').argument('[module]');
  tenant.addCommand(
    driving.action((file: string, extra?: string) => drive(file, extra)),
    { hidden: true },
  );
}

function evaluating(): Command[] {
  const command = (name: string, description: string) => new Command(name).description(description);
  return [
    command('register', 'Registers formations, execution locks, suites and workload profiles.')
      .argument(
        '<path...>',
        'files, or folders of them; `file:NAME.md` in a document is the digest of that file',
      )
      .action((paths: string[], options: ConnectionOptions) => register(connect(options), paths)),
    command('plan', 'Validates and quotes an evaluation plan.')
      .argument('<file>', 'the plan')
      .action((file: string, options: ConnectionOptions) => quotePlan(connect(options), file)),
    command('start', 'Starts an approved plan.')
      .argument('<plan>', 'its file, or its digest')
      .action((plan: string, options: ConnectionOptions) => start(connect(options), plan)),
    command('watch', 'Shows progress, rate and time left until an evaluation ends.')
      .argument('[job]', 'its id; without it, the one that is under way')
      .option('--every <seconds>', 'how often to look', wholeNumber, 5)
      .action((job: string | undefined, options: ConnectionOptions & { every: number }) =>
        watch(connect(options), job, Math.max(1, options.every)),
      ),
    withRunnerOptions(
      command(
        'run',
        'Carries out assignments with a command or an agent of yours; needs the token of a runner.',
      ),
    )
      .argument(
        '[command...]',
        'what to execute for each case, with placeholders such as {case} and {model:ROLE}',
      )
      .action((words: string[], options: ConnectionOptions & RunnerSettings) =>
        runAssignments(connect(options), words, options),
      ),
    command('recommend', 'Asks which organisation to use, by the evidence.')
      .argument('<profile>', 'the file of the workload profile, or its digest')
      .action((profile: string, options: ConnectionOptions) => recommend(connect(options), profile)),
    command('verify', 'Computes a recommendation again, from its evidence and each case of it.')
      .argument('<recommendation>', 'its digest')
      .option('--save <folder>', 'keep the documents there, to be verified without the service')
      .action((digest: string, { save, ...options }: ConnectionOptions & { save?: string }) =>
        verifyDecision(connect(options), digest, save),
      ),
    command('adopt', 'Records what was done with a recommendation.')
      .argument('<subject>', 'the digest of the recommendation')
      .requiredOption('--outcome <outcome>', 'adopted, declined or reverted')
      .requiredOption('--reason <code>', 'such as as_recommended')
      .option('--date <date>', 'when it was done; by default today', today())
      .option('--formation', 'the subject is a formation or an execution lock')
      .action((subject: string, options: ConnectionOptions & AdoptOptions) =>
        adopt(connect(options), subject, options),
      ),
  ];
}

function reading(): Command[] {
  return [
    new Command('account')
      .description('Prints limits and usage.')
      .action(async (options: ConnectionOptions) => print((await read(connect(options), 'account.md')).text)),
    new Command('events')
      .description('Prints events.')
      .option('--after <number>', 'those after this one', wholeNumber, 0)
      .option('--limit <count>', 'at most so many', wholeNumber, 100)
      .option('--wait <seconds>', 'how long to wait for one, at most 30', wholeNumber, 0)
      .action(async ({ after, limit, wait, ...options }: ConnectionOptions & EventOptions) => {
        const route = `events.md?after=${after}&limit=${limit}&wait=${wait}`;
        print((await read(connect(options), route)).text);
      }),
  ];
}

interface EventOptions {
  after: number;
  limit: number;
  wait: number;
}
