/**
 * Carries out one run: an attempt and its check, or several attempts of which one is chosen by its files, never by the result of
 * the check (docs/runners.md#17). Each attempt has a folder of its own, which is gone before the next begins.
 */
import { chmodSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BestOf } from '#document/evaluation/best-of.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { copyAnswer, removeFolder, TooMuch } from './answer.ts';
import { type Case, type Tried, tryOnce, wordsOf } from './attempt.ts';
import { isWithin, lastObject, placeOf, type RunResult, resultOf, saidIn } from './command.ts';
import type { Trace } from './conformance/trace.ts';
import type { Manner } from './options.ts';
import { type Finished, runProgram } from './process.ts';

/** The result of an attempt, and the folder with its files. Tokens and cost are summed over all of its tries. */
interface Attempt {
  tried: Tried;
  folder: string;
  input: number;
  output: number;
  cost: number;
  isKnown: boolean;
}

export interface Performed {
  result: RunResult;
  /** The cost in US dollars, as far as the agent states it. */
  cost: number;
  /** The trace of the agents; undefined if there is none that can be read. */
  trace: Trace | undefined;
}

/**
 * Carries out a run.
 * @param bestOf the setting of a lock whose runs are the best of several attempts
 * @throws Error when the agent cannot be used, a program cannot be started, or a selector is missing
 */
export async function perform(manner: Manner, run: Case, bestOf?: BestOf): Promise<Performed> {
  const attempts: Attempt[] = [];
  try {
    for (let number = 1; number <= (bestOf?.attempts ?? 1); number += 1) {
      const made = await makeAttempt(manner, run, bestOf && number);
      attempts.push(made);
      if (run.signal.aborted) return { result: resultOf(made.tried.finished), cost: 0, trace: undefined };
    }
    const choice = bestOf ? await choose(manner, run, bestOf, attempts) : { at: 0, ...nothing };
    const outcomes: RunResult[] = [];
    for (const each of attempts) outcomes.push(await outcomeOf(manner, run, each));
    const sum = (name: 'input' | 'output') => {
      // An agent says itself what it used, in all of its tries; a command says it with its outcome.
      const used = attempts.map((each, at) =>
        manner.agent === undefined ? outcomes[at]![`${name}_tokens`] : each.isKnown ? each[name] : null,
      );
      return used.includes(null) ? null : total(used as number[]) + choice[name];
    };
    const passed = outcomes.filter(({ outcome }) => outcome === 'pass').length;
    const result = {
      ...outcomes[choice.at]!,
      input_tokens: sum('input'),
      output_tokens: sum('output'),
      elapsed_milliseconds: total(outcomes.map(each => each.elapsed_milliseconds)) + choice.milliseconds,
      ...(bestOf && { best_of: { attempts: bestOf.attempts, passed } }),
    };
    return { result, cost: total(attempts.map(each => each.cost)), trace: attempts[choice.at]!.tried.trace };
  } finally {
    for (const { folder } of attempts) removeFolder(folder);
  }
}

const nothing = { input: 0, output: 0, milliseconds: 0 };
const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
const longestBackoff = 5 * 60_000;

/** Makes an attempt in a folder of its own. Tries again after an error that does not concern the case. */
async function makeAttempt(manner: Manner, run: Case, number: number | undefined): Promise<Attempt> {
  const spent = { input: 0, output: 0, cost: 0, isKnown: true };
  for (let tries = 0; ; tries += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'agent-topology-run-'));
    try {
      const tried = await tryOnce(manner, run, folder, number);
      spent.input += tried.input ?? 0;
      spent.output += tried.output ?? 0;
      spent.cost += tried.cost;
      spent.isKnown &&= tried.input !== undefined;
      if (run.signal.aborted || tried.complaint === undefined)
        return { tried, ...spent, folder: setAside(folder) };
      if (tried.complaint === 'fatal')
        throw new Error(`${tried.error} Nothing was submitted for ${run.given.case}.`);
      if (tries === manner.retries)
        throw new Error(`${tried.error} It was tried ${tries + 1} times. Start the runner again later.`);
      const milliseconds = Math.min(longestBackoff, 1000 * manner.retrySeconds * 2 ** tries);
      run.log(`${run.given.assignment}: ${tried.error} Trying again in ${Math.ceil(milliseconds / 1000)} s.`);
      await wait(milliseconds, undefined, { signal: run.signal }).catch(() => {});
    } finally {
      removeFolder(folder);
      rmSync(`${folder}.jsonl`, { force: true });
    }
  }
}

/** Renames the folder of an attempt, so that the next attempt does not find it. Returns the new path. */
function setAside(folder: string): string {
  chmodSync(folder, 0o700);
  renameSync(folder, `${folder}-kept`);
  return `${folder}-kept`;
}

/** Runs a program in a copy of the files of an attempt. If the attempt left too many files, the program gives no result. */
async function inCopy(
  manner: Manner,
  { given, values, mark, signal, log }: Case,
  from: string,
  { name, words, environment }: { name: string; words: string[]; environment: Record<string, string> },
): Promise<Finished> {
  const folder = mkdtempSync(join(tmpdir(), `agent-topology-${name}-`));
  try {
    copyAnswer(
      from,
      folder,
      manner.work.map(source => placeOf(source, values)),
    );
    return await runProgram(words, { folder, environment, mark, signal });
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    log(`${given.assignment}: ${error.message}`);
    return { code: null, tail: '', milliseconds: 0 };
  } finally {
    removeFolder(folder);
  }
}

/**
 * Returns the outcome of an attempt from the check, which runs out of reach of the agent. Without a check, returns the outcome
 * that the command reports.
 */
async function outcomeOf(
  manner: Manner,
  run: Case,
  { tried: { finished }, folder }: Attempt,
): Promise<RunResult> {
  if (manner.check === undefined) return resultOf(finished);
  const { case: id, lock, repetition } = run.given;
  const { checkEnvironment } = manner;
  const environment = { ...checkEnvironment, CASE: id, LOCK: lock, REPETITION: String(repetition) };
  const words = wordsOf([manner.check], run.values);
  const { code, tail } = await inCopy(manner, run, folder, { name: 'check', words, environment });
  const rest = { input_tokens: null, output_tokens: null, elapsed_milliseconds: finished.milliseconds };
  const said = saidIn(tail);
  if (said) return { ...said, ...rest };
  const outcome = code === 0 ? 'pass' : code === 1 ? 'fail' : 'error';
  return {
    outcome,
    tests_ran: outcome === 'error' ? 0 : 1,
    tests_passed: outcome === 'pass' ? 1 : 0,
    ...rest,
  };
}

/**
 * Checks that this runner can choose among attempts as the lock requires. It is called before the first attempt costs money.
 * @throws Error that says which option is missing or wrong
 */
export function checkSelector(
  { answer, select }: Pick<Manner, 'answer' | 'select'>,
  { given }: Pick<Case, 'given'>,
  { attempts, selector, digest }: BestOf,
): void {
  const what = `${given.lock} is the best of ${attempts} attempts`;
  if (selector === 'majority') {
    if (answer !== undefined) return;
    throw new Error(
      `${what} by majority: add --answer FILE, the file in the folder of a run that holds its answer.`,
    );
  }
  if (select === undefined) throw new Error(`${what} by a program: add --select FILE with that program.`);
  if (digestField(sha256Hex(readFileSync(select))) !== digest)
    throw new Error(`${what} by a program, and ${select} is another. Use the one of digest ${digest}.`);
}

/**
 * Chooses an attempt by the selector of the lock: the earliest of equally good ones, and the first of all if none can be chosen.
 */
async function choose(manner: Manner, run: Case, bestOf: BestOf, attempts: readonly Attempt[]) {
  checkSelector(manner, run, bestOf);
  const took = { ...nothing };
  const sound = attempts.filter(({ tried }) => !isBroken(manner, tried));
  const answers = sound.map(({ folder }) => answerIn(folder, manner.answer ?? ''));
  let best = { at: 0, score: -Infinity };
  for (const [index, attempt] of sound.entries()) {
    const answer = answers[index];
    let score = answer === undefined ? undefined : answers.filter(each => each === answer).length;
    if (bestOf.selector === 'program') {
      const { environment, select } = manner;
      const words = [select!];
      const finished = await inCopy(manner, run, attempt.folder, { name: 'select', words, environment });
      const said = scoreIn(finished);
      score = said.score;
      took.input += said.input;
      took.output += said.output;
      took.milliseconds += finished.milliseconds;
    }
    if (score !== undefined && score > best.score) best = { at: attempts.indexOf(attempt), score };
  }
  return { at: best.at, ...took };
}

/** Tells whether a command failed by its own report, so that its attempt cannot be chosen. */
const isBroken = (manner: Manner, { finished }: Tried): boolean =>
  manner.agent === undefined &&
  (manner.check === undefined ? resultOf(finished).outcome === 'error' : finished.code !== 0);

/** The most bytes of an answer. A longer file is not an answer. */
const longestAnswer = 16 * 1024 * 1024;

/** Returns the answer of an attempt, trimmed; undefined if there is none. */
function answerIn(folder: string, file: string): string | undefined {
  try {
    const path = resolve(folder, file);
    if (!isWithin(realpathSync(path), realpathSync(folder)) || statSync(path).size > longestAnswer)
      return undefined;
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the score of an attempt and the tokens used to score it. The score is that in the last line that is a JSON object, or
 * else 1 for exit code 0 and 0 for exit code 1.
 */
function scoreIn({ code, tail }: Finished): { score: number | undefined; input: number; output: number } {
  const said = lastObject(tail) ?? {};
  const whole = (name: string) => (Number.isSafeInteger(said[name]) ? Math.max(0, said[name] as number) : 0);
  const byCode = code === 0 ? 1 : code === 1 ? 0 : undefined;
  const score = Number.isFinite(said.score) ? (said.score as number) : byCode;
  return { score, input: whole('input_tokens'), output: whole('output_tokens') };
}
