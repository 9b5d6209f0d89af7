/** The options of the reference runner. */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { agents } from './agent.ts';
import { nameOption, readName } from './conformance/declared.ts';
import { checkNames, childEnvironment } from './environment.ts';
import { readSuites, type Suites } from './suites.ts';

export interface RunnerSettings {
  once: boolean;
  heartbeatSeconds: number;
  parallel: number;
  state?: string;
  agent?: string;
  task?: string;
  work: string[];
  check?: string;
  answer?: string;
  select?: string;
  tokenStdin?: boolean;
  suite: string[];
  passEnv: string[];
  checkEnv: string[];
  transcripts?: string;
  retries: number;
  retrySeconds: number;
  name: ReadonlyMap<string, string>;
  maxRuns?: number;
  maxTokens?: number;
  maxCost?: number;
}

type Carrying = 'agent' | 'task' | 'work' | 'check' | 'answer' | 'select' | 'transcripts';

/** The way in which to carry out runs: the settings, with absolute paths. */
export interface Manner extends Pick<RunnerSettings, Carrying | 'retries' | 'retrySeconds'> {
  /** The program and its arguments, with placeholders. */
  command: readonly string[];
  /** The suites whose cases may be carried out; if empty, cases of any suite may. */
  suites: Suites;
  /** The environment variables of agents and commands. */
  environment: Record<string, string>;
  checkEnvironment: Record<string, string>;
}

const amount = (least: number, most: number, isWhole: boolean) => (text: string) => {
  const value = Number(text);
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  throw new InvalidArgumentError(`Expected a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`);
};

function readAgent(text: string): string {
  if (Object.hasOwn(agents, text)) return text;
  throw new InvalidArgumentError(`Expected one of ${Object.keys(agents).join(', ')}.`);
}

/**
 * Reads the path of an answer.
 * @throws InvalidArgumentError unless it is within the folder of a run
 */
function readAnswer(text: string): string {
  if (!isAbsolute(text) && !text.split(/[/\\]/).includes('..')) return text;
  throw new InvalidArgumentError('Expected a path within the folder of a run, such as answer.txt.');
}

const collect = (value: string, known: string[]): string[] => [...known, value];

/** Adds the options of the reference runner to a command. */
export const withRunnerOptions = (command: Command): Command =>
  withBounds(command)
    .option('--once', 'end when there is nothing to do', false)
    .option('--parallel <n>', 'how many runs to carry out at once', amount(1, 50, true), 1)
    .option('--agent <name>', `what carries out the runs: ${Object.keys(agents).join(', ')}`, readAgent)
    .option('--task <file>', 'the file with the task of a case, such as cases/{case}/task.md')
    .option('--work <folder>', 'each run works in a copy of it; may be repeated', collect, [])
    .option('--check <program>', 'decides in a copy of what is left: exit code 0 is pass, 1 is fail')
    .option('--answer <file>', 'the file with the answer, for a lock that chooses by majority', readAnswer)
    .option('--select <file>', 'the program that scores attempts, for a lock that chooses by a program')
    .option('--suite <file>', 'a suite as registered, or a folder; only its cases are run', collect, [])
    .option('--pass-env <name>', 'a variable that the agent or command gets too', collect, [])
    .option('--check-env <name>', 'a variable that the check gets too', collect, [])
    .option('--token-stdin', 'read the token from standard input, and not from the environment')
    .option('--transcripts <folder>', 'keep what agents print')
    .option(...nameOption, readName, new Map<string, string>());

const withBounds = (command: Command): Command =>
  command
    .option('--retries <n>', 'how often to try again when a model is away', amount(0, 20, true), 4)
    .option('--retry-seconds <n>', 'the first wait; then twice as long', amount(0.001, 300, false), 5)
    .option('--max-runs <n>', 'stop before more runs of the evaluation', amount(1, 1e6, true))
    .option('--max-tokens <n>', 'stop before more tokens', amount(1, 1e12, true))
    .option('--max-cost <dollars>', 'stop before more US dollars', amount(0.01, 1e6, false))
    .option('--state <folder>', 'where results are kept; by default one folder for each credential')
    .option('--heartbeat-seconds <n>', 'how often to renew a lease of 60 s', amount(0.001, 59, false), 20);

/**
 * Returns the way in which to carry out runs, given the options and the words after them.
 * @throws Error when they do not fit together
 */
export function mannerOf(
  settings: RunnerSettings,
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Manner {
  refuseUnfit(settings, words);
  const { agent, task, work, check, select, transcripts, passEnv, checkEnv } = settings;
  checkNames(variables, passEnv, '--pass-env');
  checkNames(variables, checkEnv, '--check-env');
  const own = agent === undefined ? undefined : agents[agent]!;
  const [program = '', ...rest] = words.length > 0 ? words : own!.command;
  return {
    ...settings,
    command: [fromHere(program), ...rest],
    work: work.map(path => resolve(path)),
    ...(task && { task: resolve(task) }),
    ...(check && { check: fromHere(check) }),
    ...(select && { select: resolve(select) }),
    ...(transcripts && { transcripts: resolve(transcripts) }),
    suites: readSuites(settings.suite),
    environment: childEnvironment(variables, [...(own?.variables ?? []), ...passEnv]),
    checkEnvironment: childEnvironment(variables, checkEnv),
  };
}

/**
 * Refuses options that do not fit together or with the command after `--`, or that would be ignored. Reads the file of
 * `--select`, which must exist and differ from that of `--check`.
 * @param words the command after `--`; empty if there is none
 * @throws Error that says which option to add or change
 */
function refuseUnfit(
  { agent, task, work, check, select, suite, checkEnv, maxCost }: RunnerSettings,
  words: readonly string[],
): void {
  if (agent === undefined) {
    if (words.length === 0)
      throw new Error('What should the runner execute? Add a command after `--`, or --agent NAME.');
    if (task !== undefined)
      throw new Error('--task needs --agent, because a command gets {case} and finds the task itself.');
  } else {
    if (check === undefined)
      throw new Error(`--agent ${agent} needs --check PROGRAM, which decides on the outcome.`);
    if (task === undefined)
      throw new Error(`--agent ${agent} needs --task FILE, such as cases/{case}/task.md.`);
  }
  if (maxCost !== undefined && agent !== 'claude' && agent !== 'opencode')
    throw new Error(
      '--max-cost needs --agent claude or opencode, because others do not state costs. Use --max-tokens.',
    );
  const paths = [...work, task ?? '', check ?? '', words[0] ?? ''];
  const byCase = paths.find(path => path.includes('{case}'));
  if (byCase !== undefined && suite.length === 0)
    throw new Error(
      `${byCase} needs --suite FILE, the suite as it was registered, because only a case that it lists may name a folder here.`,
    );
  if (select !== undefined && !existsSync(select)) throw new Error(`There is no ${select}. Check --select.`);
  if (select && check && existsSync(check) && readFileSync(select).equals(readFileSync(check)))
    throw new Error(
      '--select names the same program as --check, but the program that chooses must not know what decides. Name another program.',
    );
  if (check === undefined && checkEnv.length > 0)
    throw new Error('--check-env needs a check, so add --check PROGRAM.');
}

/**
 * Returns the path of a program, resolved from the present folder rather than that of a run. A bare name is returned unchanged,
 * and the system finds it.
 */
const fromHere = (program: string): string => (/[/\\]/.test(program) ? resolve(program) : program);

/**
 * Reads the token of a runner from standard input, so that no environment holds it.
 * @throws Error when there is none
 */
export async function readRunnerToken(input: AsyncIterable<Buffer> = process.stdin): Promise<string> {
  let text = '';
  for await (const piece of input) {
    text += piece.toString('latin1');
    if (text.length > 1024) break;
  }
  if (/^atc_[0-9a-z]+_[\w-]+$/.test(text.trim())) return text.trim();
  throw new Error(
    '--token-stdin: standard input does not hold a token. Expected `atc_…_…` and nothing else.',
  );
}
