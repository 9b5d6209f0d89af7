/** Makes one attempt at a case: an agent or command in a fresh folder, tried again where the error says nothing of the case. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Trace } from '../conformance/trace.ts';
import { agents, complaintOn, type FailureKind } from './agent.ts';
import { copyAnswer, giveTo, removeFolder } from './answer.ts';
import type { Given } from './assignment.ts';
import { complaintOf, fill } from './command.ts';
import { placeOf } from './place.ts';
import { type Finished, runProgram } from './process.ts';
import type { Suites } from './suites.ts';
import { transcriptOf } from './transcript.ts';
import type { User } from './user.ts';

/** How runs are carried out. */
export interface Manner {
  /** One of the known agents; undefined: the command reports its outcome itself. */
  agent: string | undefined;
  /** Program and arguments, with placeholders. */
  command: readonly string[];
  /** Files that each run gets a copy of, with placeholders. */
  work: readonly string[];
  /** The file that holds the task, and what the agent is told, with placeholders and `{task}`. */
  task: string | undefined;
  prompt: string;
  /** The program that decides on the outcome, with placeholders. */
  check: string | undefined;
  /** Chooses among attempts: by the file that holds the answer, or by a program that gives each a score. */
  answer: string | undefined;
  select: string | undefined;
  retries: number;
  /** Where transcripts are kept. */
  transcripts: string | undefined;
  /** How long to wait before the first retry; twice as long each time. */
  backoffMilliseconds: number;
  surroundings: Surroundings;
}

/** What runs may know and be. */
export interface Surroundings {
  /** The suites whose cases may be carried out; none: those of any. */
  suites: Suites;
  /** What agents and commands get. */
  environment: Record<string, string>;
  /** What the check gets. */
  checkEnvironment: Record<string, string>;
  /** The user that agents and commands run as, and the user of the check; by default the user of the runner. */
  user: User | undefined;
  checkUser: User | undefined;
}

/** The runner cannot go on: every other run would end like this one. */
export class Hopeless extends Error {
  override name = 'Hopeless';
}

/** What a run is carried out with. */
export interface Case {
  given: Given;
  /** Which of several attempts this is. */
  attempt?: number;
  /** The values of placeholders. */
  values: Readonly<Record<string, string>>;
  log(line: string): void;
  /** Told the process id of each program that carries the run out. */
  onStart(pid: number): void;
  signal: AbortSignal;
}

const longestBackoff = 5 * 60_000;

/** What attempts took so far. */
export interface Spending {
  input: number;
  output: number;
  /** US dollars, as far as the agent says. */
  cost: number;
  /** Whether all tokens are known. */
  isKnown: boolean;
}

/** Tokens as a summary states them; unknown where those of a part are. */
export const tokensOf = ({ input, output, isKnown }: Spending) =>
  isKnown ? { input_tokens: input, output_tokens: output } : {};

/** What an attempt came to. `kept` is undefined when it was stopped. */
interface Attempted<Kept> {
  tried: Tried;
  kept: Kept | undefined;
  spent: Spending;
}

/**
 * Makes an attempt in a folder of its own, and again where its error says nothing of the case.
 * @param keep what is done with the folder before it is removed
 * @throws Hopeless when the agent cannot be used; Error when a program cannot be started
 */
export async function makeAttempt<Kept>(
  manner: Manner,
  run: Case,
  keep: (tried: Tried, folder: string) => Promise<Kept> | Kept,
): Promise<Attempted<Kept>> {
  const spent = { input: 0, output: 0, cost: 0, isKnown: true };
  for (let attempt = 0; ; attempt += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'agent-topology-run-'));
    try {
      const tried = await tryOnce(manner, run, folder);
      spent.input += tried.input ?? 0;
      spent.output += tried.output ?? 0;
      spent.cost += tried.cost;
      spent.isKnown &&= tried.input !== undefined;
      if (run.signal.aborted) return { tried, kept: undefined, spent };
      if (tried.complaint === undefined) return { tried, kept: await keep(tried, folder), spent };
      if (tried.complaint === 'fatal')
        throw new Hopeless(`${tried.error} Nothing was submitted for ${run.given.case}.`);
      if (attempt === manner.retries)
        throw new Hopeless(`${tried.error} It was tried ${attempt + 1} times. Start the runner again later.`);
      const milliseconds = Math.min(longestBackoff, manner.backoffMilliseconds * 2 ** attempt);
      run.log(`${run.given.assignment}: ${tried.error} Trying again in ${Math.ceil(milliseconds / 1000)} s.`);
      await wait(milliseconds, undefined, { signal: run.signal }).catch(() => {});
    } finally {
      removeFolder(folder);
      rmSync(`${folder}.jsonl`, { force: true });
    }
  }
}

/** What one attempt came to. */
export interface Tried {
  finished: Finished;
  trace: Trace | undefined;
  /** Undefined when unknown. */
  input: number | undefined;
  output: number | undefined;
  cost: number;
  complaint: FailureKind | undefined;
  error: string;
}

async function tryOnce(
  manner: Manner,
  { given, attempt: number, values, onStart, signal }: Case,
  folder: string,
): Promise<Tried> {
  const { user, environment } = manner.surroundings;
  for (const source of manner.work) copyInto(placeOf(source, values), folder);
  if (user) giveTo(folder, user);
  // One of several attempts must not find what another left in the folder of the runner.
  const isApart = manner.agent !== undefined || manner.work.length > 0 || number !== undefined;
  const input = manner.agent === undefined ? undefined : promptOf(manner, values);
  const transcript = transcriptFile(manner, given, folder, number);
  const finished = await runProgram(wordsOf(manner.command, values), {
    folder: isApart ? folder : undefined,
    environment,
    user,
    ...(input !== undefined && { input }),
    ...(transcript && { transcript }),
    onStart,
    signal,
  });
  if (transcript === undefined) {
    const complaint = complaintOf(finished);
    return {
      finished,
      trace: undefined,
      input: undefined,
      output: undefined,
      cost: 0,
      complaint,
      error: `The command ended with ${finished.code}.`,
    };
  }
  return triedBy(finished, transcriptOf(manner.agent!, transcript));
}

/** A command with its placeholders filled in. A word that is a path stays in the folder that it names. */
export const wordsOf = (words: readonly string[], values: Case['values']): string[] =>
  words.map(word => (isAbsolute(word) ? placeOf(word, values) : fill([word], values)[0]!));

/** Reads what an agent says of itself. */
function triedBy(finished: Finished, trace: Trace | undefined): Tried {
  const ended = endOf(finished, trace);
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

const endOf = ({ code }: Finished, trace: Trace | undefined): NonNullable<Trace['ended']> =>
  trace?.ended ?? (code === 0 ? {} : { error: `The agent ended with ${code}.` });

function copyInto(source: string, folder: string): void {
  if (!existsSync(source)) throw new Error(`There is no ${source}. Check --work.`);
  // A relative link stays one: it must lead to the copy, and not back to what is copied.
  cpSync(source, folder, { recursive: true, verbatimSymlinks: true });
}

function promptOf({ task: file, prompt }: Manner, values: Case['values']): string {
  const path = file === undefined ? undefined : placeOf(file, values);
  if (path !== undefined && !existsSync(path)) throw new Error(`There is no ${path}. Check --task.`);
  const task = path === undefined ? '' : readFileSync(path, 'utf8');
  return fill([prompt], { ...values, task })[0]!;
}

/** Where the transcript of an agent goes: the folder for transcripts, or one that is removed. */
function transcriptFile(
  { agent, transcripts }: Manner,
  { assignment }: Given,
  folder: string,
  attempt: number | undefined,
): string | undefined {
  if (agent === undefined || !agents[agent]) return undefined;
  if (transcripts === undefined) return `${folder}.jsonl`;
  mkdirSync(transcripts, { recursive: true });
  return join(transcripts, `${assignment}${attempt === undefined ? '' : `.${attempt}`}.jsonl`);
}

/** Copies what an attempt left into an empty folder, with the links that it was given. @throws TooMuch */
export function copyFiles({ work }: Manner, { values }: Case, folder: string, to: string): void {
  copyAnswer(
    folder,
    to,
    work.map(source => placeOf(source, values)),
  );
}
