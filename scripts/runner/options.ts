/** The options of the reference runner, which both of its commands have. */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { nameOption, readName } from '../conformance/name-option.ts';
import { agents } from './agent.ts';
import type { Manner, Surroundings } from './attempt.ts';
import type { Budget } from './budget.ts';
import { checkNames, childEnvironment } from './environment.ts';
import { readSuites } from './suites.ts';
import { userOf } from './user.ts';

export interface RunnerSettings {
  once: boolean;
  heartbeatSeconds: number;
  parallel: number;
  state?: string;
  agent?: string;
  task?: string;
  prompt: string;
  work: string[];
  check?: string;
  answer?: string;
  select?: string;
  tokenStdin?: boolean;
  suite: string[];
  passEnv: string[];
  checkEnv: string[];
  runUser?: string;
  checkUser?: string;
  transcripts?: string;
  retries: number;
  retrySeconds: number;
  name: ReadonlyMap<string, string>;
  maxRuns?: number;
  maxTokens?: number;
  maxCost?: number;
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

/** @throws InvalidArgumentError unless it is a path within the folder of a run */
function readAnswer(text: string): string {
  if (!isAbsolute(text) && !text.split(/[/\\]/).includes('..')) return text;
  throw new InvalidArgumentError('Expected a path within the folder of a run, such as answer.txt.');
}

const collect = (value: string, known: string[]): string[] => [...known, value];

/** Adds the options to a command. */
export const withRunnerOptions = (command: Command): Command =>
  withApartness(command)
    .option('--once', 'end when there is nothing to do', false)
    .option('--parallel <n>', 'how many runs to carry out at once', amount(1, 50, true), 1)
    .option(
      '--agent <name>',
      `what carries out the runs: ${Object.keys(agents).join(', ')}; otherwise the command reports the outcome itself`,
      readAgent,
    )
    .option('--task <file>', 'the file with the task of a case, such as cases/{case}/task.md')
    .option('--prompt <text>', 'what the agent is told; {task} is the text of the task', '{task}')
    .option(
      '--work <folder>',
      'a folder of which each run gets a copy to work in; may be repeated',
      collect,
      [],
    )
    .option(
      '--check <program>',
      'decides on the outcome in a copy of that folder: exit code 0 is pass, 1 is fail; an agent needs one',
    )
    .option(
      '--answer <file>',
      'the file in the folder of a run that holds its answer; for locks that are the best of several attempts by majority',
      readAnswer,
    )
    .option(
      '--select <file>',
      'the program that gives an attempt a score; for locks that are the best of several attempts by a program',
    )
    .option('--transcripts <folder>', 'keep what agents print')
    .option(...nameOption, readName, new Map<string, string>())
    .option('--retries <n>', 'how often to try again when a model is busy or away', amount(0, 20, true), 4)
    .option(
      '--retry-seconds <n>',
      'how long to wait before the first of them; twice as long each time',
      amount(0.001, 300, false),
      5,
    )
    .option('--max-runs <n>', 'stop before more runs of the evaluation', amount(1, 1e6, true))
    .option('--max-tokens <n>', 'stop before more tokens', amount(1, 1e12, true))
    .option(
      '--max-cost <dollars>',
      'stop before more US dollars, where the agent states them',
      amount(0.01, 1e6, false),
    )
    .option(
      '--state <folder>',
      'where results are kept until they are delivered; by default one for each credential',
    )
    .option(
      '--heartbeat-seconds <n>',
      'how often to renew a lease of 60 seconds',
      amount(0.001, 59, false),
      20,
    );

/** Adds the options that say what a run may know, see and be. */
const withApartness = (command: Command): Command =>
  command
    .option(
      '--suite <file>',
      'a suite as it was registered, or a folder of them; only its cases are carried out. Needed where {case} is in a path',
      collect,
      [],
    )
    .option(
      '--pass-env <name>',
      'a variable that the agent or command gets too; may be repeated',
      collect,
      [],
    )
    .option('--check-env <name>', 'a variable that the check gets too; may be repeated', collect, [])
    .option('--token-stdin', 'read the token from standard input, and not from the environment')
    .option('--run-user <name>', 'the user as which the agent or command runs; needs root')
    .option('--check-user <name>', 'the user as which the check runs; needs root');

export const budgetOf = ({ maxRuns, maxTokens, maxCost }: RunnerSettings): Budget => ({
  runs: maxRuns,
  tokens: maxTokens,
  cost: maxCost,
});

/**
 * How runs are carried out, by the options and the words after them.
 * @throws Error when they do not fit together
 */
export function mannerOf(
  settings: RunnerSettings,
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Manner {
  refuseUnfit(settings, words);
  const { agent, task, prompt, work, check, answer, select, transcripts, retries } = settings;
  const command = words.length > 0 ? words : agents[agent!]!.command;
  return {
    agent,
    command: command.map((word, at) => (at === 0 ? fromHere(word) : word)),
    work: work.map(path => resolve(path)),
    task: task && resolve(task),
    prompt,
    check: check && fromHere(check),
    answer,
    select: select && resolve(select),
    retries,
    transcripts: transcripts && resolve(transcripts),
    backoffMilliseconds: settings.retrySeconds * 1000,
    surroundings: surroundingsOf(settings, variables),
  };
}

/** @throws Error for options that do not fit together, or would be passed over */
function refuseUnfit(
  { agent, task, prompt, work, check, select, suite, checkEnv, checkUser, maxCost }: RunnerSettings,
  words: readonly string[],
): void {
  if (agent === undefined) {
    if (words.length === 0)
      throw new Error('What is to be executed? Add a command after `--`, or --agent NAME.');
    if (task !== undefined)
      throw new Error('--task needs --agent: a command gets {case} and finds the task itself.');
  } else {
    if (check === undefined)
      throw new Error(`--agent ${agent} needs --check PROGRAM, which decides on the outcome.`);
    if (task === undefined && prompt.includes('{task}'))
      throw new Error(`--agent ${agent} needs --task FILE, such as cases/{case}/task.md.`);
  }
  if (maxCost !== undefined && agent !== 'claude' && agent !== 'opencode')
    throw new Error(
      '--max-cost needs --agent claude or opencode: others do not state costs. Use --max-tokens.',
    );
  const paths = [...work, task ?? '', check ?? '', words[0] ?? ''];
  const byCase = paths.find(path => path.includes('{case}'));
  if (byCase !== undefined && suite.length === 0)
    throw new Error(
      `${byCase} needs --suite FILE, the suite as it was registered: only a case that it lists may name a folder here.`,
    );
  if (select !== undefined && !existsSync(select)) throw new Error(`There is no ${select}. Check --select.`);
  if (select && check && existsSync(check) && readFileSync(select).equals(readFileSync(check)))
    throw new Error(
      '--select names the check: who chooses must not know what decides. Name another program.',
    );
  if (check === undefined && (checkUser !== undefined || checkEnv.length > 0))
    throw new Error('--check-user and --check-env are for a check: add --check PROGRAM.');
}

/** @throws Error for a variable that may not be passed on, and a user that there is not */
function surroundingsOf(
  { agent, suite, passEnv, checkEnv, runUser, checkUser }: RunnerSettings,
  variables: Readonly<Record<string, string | undefined>>,
): Surroundings {
  checkNames(variables, passEnv, '--pass-env');
  checkNames(variables, checkEnv, '--check-env');
  const own = agent === undefined ? [] : agents[agent]!.variables;
  return {
    suites: readSuites(suite),
    environment: childEnvironment(variables, [...own, ...passEnv]),
    checkEnvironment: childEnvironment(variables, checkEnv),
    user: runUser === undefined ? undefined : userOf(runUser, '--run-user'),
    checkUser: checkUser === undefined ? undefined : userOf(checkUser, '--check-user'),
  };
}

/** A program by its path is meant from here, not from the folder of a run; one by its name is found by the system. */
const fromHere = (program: string): string => (/[/\\]/.test(program) ? resolve(program) : program);
