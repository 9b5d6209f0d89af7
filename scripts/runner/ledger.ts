/**
 * The ledger of a runner: the runs it has claimed, paid for and not yet delivered, in one file with a line for each change of a
 * run, of which the last counts. A result is on disk before it is sent, so a runner that was killed sends it when it starts
 * again, and pays for nothing twice.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type AssignmentBatch, assignmentBatch } from '#document/evaluation/assignment.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { isAlive } from '../support/alive.ts';

/** A run that was handed out: every field is there and has its form. */
export type Given = AssignmentBatch['assignments'][number];

/** A later version may add fields, which nobody here reads. */
const givenShape = assignmentBatch.fields.shape.assignments.element.strip();

export interface KeptRun {
  given: Given;
  /** Marks all processes of the run. */
  mark: string;
  /** The fields of the summary, without the lease; absent while the run is carried out. */
  summary?: Record<string, unknown>;
  spent: Spent;
  /** The way in which the run left the ledger; absent while it is in it. */
  ended?: 'delivered' | 'forgotten';
}

/** The number, tokens and cost of several runs; cost in US dollars. */
export interface Spent {
  runs: number;
  tokens: number;
  cost: number;
}

export const nothing: Spent = { runs: 0, tokens: 0, cost: 0 };

/** Returns the folder in which commands keep their state, one for each sort, from the environment of a process. */
export const stateFolder = (
  { XDG_STATE_HOME: state }: NodeJS.ProcessEnv,
  name: 'runs' | 'requests' | 'pins',
): string => join(state || join(homedir(), '.local', 'state'), 'agent-topology', name);

export class Ledger {
  readonly #folder: string;
  readonly #runs = new Map<string, KeptRun>();

  /**
   * Opens the ledger in a folder, and locks it.
   * @throws Error when the folder cannot be written, or another runner has it
   */
  constructor(folder: string) {
    this.#folder = folder;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      takeLock(join(folder, 'lock'));
      appendFileSync(this.#file, '', { mode: 0o600 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new Error(
        `${folder} cannot be written (${code}). It keeps results until they are delivered: name another with --state.`,
      );
    }
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      const run = readRun(line);
      if (run) this.#runs.set(run.given.assignment, run);
    }
  }

  close(): void {
    rmSync(join(this.#folder, 'lock'), { force: true });
  }

  /** Returns the runs that were claimed and have not ended. */
  left(): KeptRun[] {
    return [...this.#runs.values()].filter(({ ended }) => ended === undefined);
  }

  /** Returns the run of an assignment whose result was not delivered under an earlier lease. */
  find({ assignment, case_digest, lock }: Given): KeptRun | undefined {
    return this.left().find(
      ({ given }) =>
        given.assignment === assignment && given.case_digest === case_digest && given.lock === lock,
    );
  }

  /** Keeps a run, on disk when this returns. A line that a crash cut off is ended first. */
  keep(run: KeptRun): void {
    appendFileSync(this.#file, `\n${JSON.stringify(run)}`, { flush: true });
    this.#runs.set(run.given.assignment, run);
  }

  /** Notes that a run is over; a delivered run is counted. */
  end(run: KeptRun, ended: 'delivered' | 'forgotten'): void {
    this.keep({ ...run, ended });
  }

  /** Sums the cost of delivered runs of some evaluations, in this process and earlier ones. */
  spentOn(jobs: ReadonlySet<string>): Spent {
    return [...this.#runs.values()]
      .filter(({ given, ended }) => ended === 'delivered' && jobs.has(given.job))
      .reduce(
        (sum, { spent }) => ({
          runs: sum.runs + spent.runs,
          tokens: sum.tokens + spent.tokens,
          cost: sum.cost + spent.cost,
        }),
        nothing,
      );
  }

  get #file(): string {
    return join(this.#folder, 'runs.jsonl');
  }
}

/** Reads a line; undefined for the last one of a process that was killed. */
const readRun = (line: string): KeptRun | undefined =>
  unlessThrown(() => {
    const run = JSON.parse(line) as KeptRun;
    return { ...run, given: givenShape.parse(run.given) };
  });

/**
 * Takes the lock of a folder for this runner. A lock whose process is gone is replaced.
 * @throws Error when another runner has it
 */
function takeLock(file: string): void {
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries === 3) throw error;
      const pid = Number(readFileSync(file, 'utf8'));
      if (pid !== process.pid && isAlive(pid))
        throw new Error(
          `The runner with process id ${pid} uses ${file}. Give each runner a credential of its own, or another --state; ` +
            'if that is no runner, remove the file.',
        );
      rmSync(file, { force: true });
    }
  }
}
