/**
 * Writes to SQLite with group commit. The transactions that wait at the end of a turn of the event loop are committed together,
 * so one sync of the disk serves them all. Each has a savepoint of its own, so one that fails undoes nothing of the others.
 */

import type { Query, Row, Statement, Transaction } from './backend.ts';
import type { PreparedStatements } from './prepared.ts';
import { retryMilliseconds, type SqliteFile } from './sqlite-file.ts';
import { isBusy, unusableOf } from './sqlite-unusable.ts';

interface Job {
  body: () => Transaction<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  /** The time, in milliseconds of `performance.now()`, at which the job stops waiting for another process. */
  giveUpAt: number;
}

/** Runs the waiting bodies, all in one transaction, at the end of each turn of the event loop. */
export class GroupWriter {
  #waiting: Job[] = [];
  #scheduled = false;
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  transact<Result>(body: () => Transaction<Result>, patience = this.#file.patience): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const giveUpAt = performance.now() + patience;
      this.#waiting.push({ body, resolve: resolve as Job['resolve'], reject, giveUpAt });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#commitAll());
    });
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    while (this.#scheduled) await new Promise(resolve => setTimeout(resolve, retryMilliseconds));
  }

  #commitAll(): void {
    const hot = this.#begin();
    if (!hot) return;
    const jobs = this.#waiting;
    this.#waiting = [];
    this.#scheduled = false;
    try {
      // A body that is alone in the transaction needs no savepoint, since the whole transaction fails with it.
      const [only] = jobs;
      const settle =
        jobs.length === 1 ? [this.#settling(only!, hot)] : jobs.map(job => this.#attempt(job, hot));
      hot.answer('COMMIT');
      this.#file.requireInPlace();
      for (const each of settle) each();
    } catch (error) {
      rollBack(hot);
      const reason = this.#file.fail(error);
      for (const job of jobs) job.reject(reason);
    }
  }

  /** Takes the write lock. If another process holds it, tries again later without blocking the event loop. */
  #begin(): PreparedStatements | undefined {
    try {
      const hot = this.#file.toWrite();
      hot.answer('BEGIN IMMEDIATE');
      return hot;
    } catch (error) {
      const now = performance.now();
      this.#giveUp(this.#file.fail(error), isBusy(error) ? job => job.giveUpAt < now : () => true);
      if (this.#scheduled) setTimeout(() => this.#commitAll(), retryMilliseconds);
      return undefined;
    }
  }

  /** Rejects the waiting jobs that have waited long enough. */
  #giveUp(error: unknown, isOver: (job: Job) => boolean): void {
    for (const job of this.#waiting) if (isOver(job)) job.reject(error);
    this.#waiting = this.#waiting.filter(job => !isOver(job));
    this.#scheduled = this.#waiting.length > 0;
  }

  /**
   * Runs one body within its savepoint. Returns a function that settles the promise of its caller, to be called after the
   * commit.
   */
  #attempt(job: Job, hot: PreparedStatements): () => void {
    hot.answer('SAVEPOINT one');
    try {
      const settle = this.#settling(job, hot);
      hot.answer('RELEASE one');
      return settle;
    } catch (error) {
      // If the file cannot be used, SQLite may have undone the whole transaction.
      if (unusableOf(this.#file.path, error)) throw error;
      hot.answer('ROLLBACK TO one');
      hot.answer('RELEASE one');
      return () => job.reject(error);
    }
  }

  #settling({ body, resolve }: Job, hot: PreparedStatements): () => void {
    const result = drive(body(), hot);
    return () => resolve(result);
  }
}

/**
 * Undoes the open transaction. A file that cannot be used may refuse even that; what was not committed is then undone when the
 * file is next opened.
 */
function rollBack({ database }: PreparedStatements): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK');
  } catch {
    // The reason is above.
  }
}

function drive<Result>(work: Transaction<Result>, hot: PreparedStatements): Result {
  let step = work.next();
  while (!step.done) step = work.next(answerTo(step.value, hot));
  return step.value;
}

const answerTo = (query: Query, hot: PreparedStatements): Row[] =>
  'together' in query ? query.together.map(each => ({ rows: rowsOf(each, hot) })) : rowsOf(query, hot);

const rowsOf = (query: Statement, hot: PreparedStatements): Row[] =>
  'list' in query ? hot.answerEach(query.sql, query.list) : hot.answer(query.sql, query.parameters);
