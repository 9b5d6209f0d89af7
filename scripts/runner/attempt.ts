/** Makes one try at a case: runs an agent or command in a fresh folder, and reads its report. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { agents, complaintOn, type FailureKind } from './agent.ts';
import { complaintOf, fill, type Placeholders, placeOf } from './command.ts';
import type { Trace } from './conformance/trace.ts';
import type { Given } from './ledger.ts';
import type { Manner } from './options.ts';
import { type Finished, runProgram } from './process.ts';

/** The input of a run: its assignment, the values of placeholders, a log and a signal to stop. */
export interface Case {
  given: Given;
  /** The mark of all processes of the run, an environment variable by which they are found and killed; a new one if absent. */
  mark?: string;
  /** The values for the placeholders of the command. */
  values: Placeholders;
  log(line: string): void;
  signal: AbortSignal;
}

export interface Tried {
  finished: Finished;
  trace?: Trace | undefined;
  /** The number of input tokens; undefined if it is unknown. */
  input?: number | undefined;
  output?: number | undefined;
  cost: number;
  complaint: FailureKind | undefined;
  error: string;
}

/**
 * Makes one try at a case, and returns how it ended.
 * @param number the number of the attempt; undefined for a run with one
 * @throws Error when a path of `--work` does not exist or leads elsewhere, or the program cannot be started
 */
export async function tryOnce(
  manner: Manner,
  { given, mark, values, signal }: Case,
  folder: string,
  number: number | undefined,
): Promise<Tried> {
  const { environment } = manner;
  for (const source of manner.work) {
    const path = placeOf(source, values);
    if (!existsSync(path)) throw new Error(`There is no ${path}. Check --work.`);
    // A relative link stays one: it must lead to the copy, and not back to what is copied.
    cpSync(path, folder, { recursive: true, verbatimSymlinks: true });
  }
  // One of several attempts must not find what another left in the folder of the runner.
  const isApart = manner.agent !== undefined || manner.work.length > 0 || number !== undefined;
  const started = { folder: isApart ? folder : undefined, environment, mark, signal };
  const words = wordsOf(manner.command, values);
  if (manner.agent === undefined) {
    const finished = await runProgram(words, started);
    return {
      finished,
      cost: 0,
      complaint: complaintOf(finished),
      error: `The command ended with ${finished.code}.`,
    };
  }
  const transcript = transcriptFile(manner, given, folder, number);
  const finished = await runProgram(words, { ...started, input: taskOf(manner, values), transcript });
  return triedBy(finished, agents[manner.agent]!.read(transcript));
}

/** Fills the placeholders of a command. A word that is an absolute path stays in the folder before its first placeholder. */
export const wordsOf = (words: readonly string[], values: Placeholders): string[] =>
  words.map(word => (isAbsolute(word) ? placeOf(word, values) : fill([word], values)[0]!));

/**
 * Returns the tokens, cost and error that an agent reports. An agent that failed without a report was started wrongly, which is
 * fatal.
 */
function triedBy(finished: Finished, trace: Trace | undefined): Tried {
  const ended =
    trace?.ended ?? (finished.code === 0 ? {} : { error: `The agent ended with ${finished.code}.` });
  // An agent that says nothing at all was started wrongly.
  const isWrong = trace === undefined && ended.error !== undefined;
  return {
    finished,
    trace,
    input: trace?.total?.input,
    output: trace?.total?.output,
    cost: trace?.ended?.cost ?? 0,
    complaint: complaintOn(ended) ?? (isWrong ? 'fatal' : undefined),
    error: ended.error ?? '',
  };
}

/**
 * Returns the text of the task, which the agent gets on its standard input.
 * @throws Error when there is no such file
 */
function taskOf({ task }: Manner, values: Placeholders): string {
  const path = placeOf(task!, values);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw new Error(`There is no ${path}. Check --task.`);
}

/** Returns the file for the transcript of an agent: in the folder for transcripts, or a temporary one. */
function transcriptFile(
  { transcripts }: Manner,
  { assignment }: Given,
  folder: string,
  number: number | undefined,
): string {
  if (transcripts === undefined) return `${folder}.jsonl`;
  mkdirSync(transcripts, { recursive: true });
  return join(transcripts, `${assignment}${number === undefined ? '' : `.${number}`}.jsonl`);
}
