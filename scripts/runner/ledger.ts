/**
 * Keeps the ledger of a runner: the runs that it has claimed and not yet delivered, and the cost of delivered ones. The ledger is
 * one file with a line for each change of a run, and the last line of a run counts. A result is on disk before it is sent, so a
 * runner that was killed sends it when it starts again, and pays for nothing twice.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type AssignmentBatch, assignmentBatch } from '#document/evaluation/assignment.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { isAlive } from '../support/alive.ts';

/** An assignment as the service hands it out to a runner, after a check that all its fields are present and valid. */
export type Given = AssignmentBatch['assignments'][number];

/** The schema of an assignment. It drops the fields that a later version may add. */
const givenShape = assignmentBatch.fields.shape.assignments.element.strip();

export interface KeptRun {
  given: Given;
  /** The mark of all processes of the run, by which those that are left are found and killed. */
  mark: string;
  /** The fields of the summary, without the lease; absent while the run is carried out. */
  summary?: Record<string, unknown>;
  spent: Spent;
  /** The way in which the run left the ledger; absent before that. */
  ended?: 'delivered' | 'forgotten';
}

/** The number, tokens and cost of several runs. The cost is in US dollars. */
export interface Spent {
  runs: number;
  tokens: number;
  cost: number;
}

export const nothing: Spent = { runs: 0, tokens: 0, cost: 0 };

/** Returns the folder in which commands keep one sort of their state, given the environment of a process. */
export const stateFolder = (
  { XDG_STATE_HOME: state }: NodeJS.ProcessEnv,
  name: 'runs' | 'requests' | 'pins',
): string => join(state || join(homedir(), '.local', 'state'), 'agent-topology', name);

export class Ledger {
  readonly #folder: string;
  readonly #runs = new Map<string, KeptRun>();

  /**
   * Opens the ledger in a folder, and locks it.
   * @throws Error when the folder cannot be written, or another runner has locked it
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

  /** Returns the kept run of an assignment whose result was not delivered under an earlier lease; undefined if there is none. */
  find({ assignment, case_digest, lock }: Given): KeptRun | undefined {
    return this.left().find(
      ({ given }) =>
        given.assignment === assignment && given.case_digest === case_digest && given.lock === lock,
    );
  }

  /**
   * Writes a run to the ledger; it is on disk when this returns. Each line begins with a line end, so a line that a crash cut off
   * does not spoil it.
   */
  keep(run: KeptRun): void {
    appendFileSync(this.#file, `\n${JSON.stringify(run)}`, { flush: true });
    this.#runs.set(run.given.assignment, run);
  }

  /** Notes that a run has ended. The cost of a delivered run counts from then on (`spentOn`). */
  end(run: KeptRun, ended: 'delivered' | 'forgotten'): void {
    this.keep({ ...run, ended });
  }

  /** Sums the cost of delivered runs of some evaluations, over this process and earlier ones. */
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

/** Reads a line of the ledger; undefined for a line that a killed process cut off. */
const readRun = (line: string): KeptRun | undefined =>
  unlessThrown(() => {
    const run = JSON.parse(line) as KeptRun;
    return { ...run, given: givenShape.parse(run.given) };
  });

/**
 * Locks a folder for this runner. Replaces the lock of a process that has ended.
 * @throws Error when another runner has locked the folder
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
