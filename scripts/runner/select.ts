/** Chooses one of several attempts by what they left, never by what the check says of them (docs/attempts.md#5). */
import { mkdtempSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BestOf } from '#build/evaluation/best-of.ts';
import { digestField, sha256Hex } from '#build/text/digest.ts';
import { giveTo, removeFolder } from './answer.ts';
import { type Case, copyFiles, type Manner } from './attempt.ts';
import { isWithin } from './place.ts';
import { type Finished, runProgram } from './process.ts';

interface Attempt {
  folder: string;
  /** Whether the command itself says that it came to nothing. */
  isBroken: boolean;
}

/** Which attempt was chosen, and what choosing took. */
interface Choice {
  at: number;
  input: number;
  output: number;
  milliseconds: number;
}

/**
 * The attempt that a lock chooses; of equal ones the earliest, and the first where nothing can be chosen.
 * @throws Error when the runner was not told how to choose, or has another program than the lock names
 */
export async function choose(
  manner: Manner,
  run: Case,
  bestOf: BestOf,
  attempts: readonly Attempt[],
): Promise<Choice> {
  checkSelector(manner, run, bestOf);
  const found =
    bestOf.selector === 'majority'
      ? { scores: votes(attempts, manner.answer!), input: 0, output: 0, milliseconds: 0 }
      : await scored(manner, run, attempts);
  const { scores, ...took } = found;
  const best = scores.reduce<number>((most, each) => Math.max(most, each ?? -Infinity), -Infinity);
  return { at: Math.max(0, scores.indexOf(best)), ...took };
}

/**
 * Whether this runner can choose as a lock says. To be asked before the first attempt: they cost.
 * @throws Error that says which option is missing, or wrong
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

/** How many attempts have the same answer as each, but for white space around it; none for one without an answer. */
function votes(attempts: readonly Attempt[], file: string): (number | undefined)[] {
  const answers = attempts.map(({ folder, isBroken }) => (isBroken ? undefined : answerIn(folder, file)));
  return answers.map(answer =>
    answer === undefined ? undefined : answers.filter(each => each === answer).length,
  );
}

/** A longer file is no answer. Bytes. */
const longestAnswer = 16 * 1024 * 1024;

function answerIn(folder: string, file: string): string | undefined {
  try {
    const path = resolve(folder, file);
    const { size } = statSync(path);
    if (!isWithin(realpathSync(path), realpathSync(folder)) || size > longestAnswer) return undefined;
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? undefined : sha256Hex(text);
  } catch {
    return undefined;
  }
}

/** Has each attempt scored by the program of the lock, in a copy of what it left. */
async function scored(manner: Manner, run: Case, attempts: readonly Attempt[]) {
  const scores: (number | undefined)[] = [];
  const took = { input: 0, output: 0, milliseconds: 0 };
  for (const { folder, isBroken } of attempts) {
    if (isBroken) {
      scores.push(undefined);
      continue;
    }
    const finished = await runSelector(manner, run, folder);
    const said = scoreIn(finished);
    scores.push(said.score);
    took.input += said.input;
    took.output += said.output;
    took.milliseconds += finished.milliseconds;
  }
  return { scores, ...took };
}

/** It sees what an agent sees: the folder, and none of what the check is given. */
async function runSelector(manner: Manner, run: Case, folder: string): Promise<Finished> {
  const { user, environment } = manner.surroundings;
  const copy = mkdtempSync(join(tmpdir(), 'agent-topology-select-'));
  try {
    copyFiles(manner, run, folder, copy);
    if (user) giveTo(copy, user);
    return await runProgram([manner.select!], { folder: copy, environment, user, signal: run.signal });
  } finally {
    removeFolder(copy);
  }
}

/** The score of an attempt: in the last line that is a JSON object, else 1 for exit code 0 and 0 for 1; and the tokens that it took. */
function scoreIn({ code, tail }: Finished): { score: number | undefined; input: number; output: number } {
  const line = tail
    .trimEnd()
    .split('\n')
    .findLast(text => text.startsWith('{'));
  const byCode = code === 0 ? 1 : code === 1 ? 0 : undefined;
  try {
    const said = JSON.parse(line ?? '{}') as Record<string, unknown>;
    const whole = (name: string) =>
      Number.isSafeInteger(said[name]) ? Math.max(0, said[name] as number) : 0;
    const score = Number.isFinite(said.score) ? (said.score as number) : byCode;
    return { score, input: whole('input_tokens'), output: whole('output_tokens') };
  } catch {
    return { score: byCode, input: 0, output: 0 };
  }
}
