/** The outcome of an attempt: by the check, apart from what the agent can reach; without one, by what the command reports. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTo, removeFolder, TooMuch } from './answer.ts';
import { type Case, copyFiles, type Manner, type Tried, wordsOf } from './attempt.ts';
import { type RunResult, resultOf, saidIn } from './command.ts';
import { type Finished, runProgram } from './process.ts';

/** @param folder what the attempt left */
export async function outcomeOf(
  manner: Manner,
  run: Case,
  { finished }: Tried,
  folder: string,
): Promise<RunResult> {
  if (manner.check === undefined) return resultOf(finished);
  const { given, values, signal } = run;
  const { checkEnvironment, checkUser } = manner.surroundings;
  const copy = mkdtempSync(join(tmpdir(), 'agent-topology-check-'));
  try {
    copyFiles(manner, run, folder, copy);
    if (checkUser) giveTo(copy, checkUser);
    const { case: id, lock, repetition } = given;
    const environment = { ...checkEnvironment, CASE: id, LOCK: lock, REPETITION: String(repetition) };
    const words = wordsOf([manner.check], values);
    const checked = await runProgram(words, { folder: copy, environment, user: checkUser, signal });
    return { ...verdictOf(checked), elapsed_milliseconds: finished.milliseconds };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    run.log(`${given.assignment}: ${error.message}`);
    return { ...verdictOf({ tail: '', code: null }), elapsed_milliseconds: finished.milliseconds };
  } finally {
    removeFolder(copy);
  }
}

function verdictOf({ tail, code }: Pick<Finished, 'tail' | 'code'>): Omit<RunResult, 'elapsed_milliseconds'> {
  const unknown = { input_tokens: null, output_tokens: null };
  const said = saidIn(tail);
  if (said) return { ...said, ...unknown };
  if (code === 0) return { outcome: 'pass', tests_ran: 1, tests_passed: 1, ...unknown };
  const outcome = code === 1 ? 'fail' : 'error';
  return { outcome, tests_ran: outcome === 'fail' ? 1 : 0, tests_passed: 0, ...unknown };
}
