/**
 * The writer of the SQLite hot path. Transactions that wait at the end of a turn of the event loop are committed together:
 * one sync of the disk serves them all (group commit). Each has a savepoint of its own, so one that fails takes nothing
 * else with it.
 */

import { type Query, type Row, type Statement, StoreBusy, type Work } from './backend.ts';
import { PreparedStatements } from './prepared.ts';
import { Database } from './sqlite-driver.ts';

/** How long a transaction may wait for another process to release the file. */
export const patienceMilliseconds = 5000;
export const retryMilliseconds = 2;

/** Whether a statement failed because another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

interface Job {
  body: () => Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Runs the bodies that wait, all in one transaction, at the end of each turn of the event loop. */
export class GroupWriter {
  #waiting: Job[] = [];
  #waitingSince = 0;
  #scheduled = false;
  readonly #database: Database;
  readonly #statements: PreparedStatements;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = new PreparedStatements(database);
  }

  transact<Result>(body: () => Work<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ body, resolve: resolve as Job['resolve'], reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      this.#waitingSince = performance.now();
      setImmediate(() => this.#commitAll());
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#scheduled) await new Promise(resolve => setTimeout(resolve, retryMilliseconds));
  }

  #commitAll(): void {
    if (!this.#begin()) return;
    const jobs = this.#waiting;
    this.#waiting = [];
    this.#scheduled = false;
    try {
      // A body that has the transaction to itself needs no savepoint: when it fails, so does the whole.
      const [only] = jobs;
      const settle = jobs.length === 1 ? [this.#settling(only!)] : jobs.map(job => this.#attempt(job));
      this.#run('COMMIT');
      for (const each of settle) each();
    } catch (error) {
      if (this.#database.inTransaction) this.#run('ROLLBACK');
      for (const job of jobs) job.reject(error);
    }
  }

  /** Takes the write lock. When another process has it, comes back later without holding up the event loop. */
  #begin(): boolean {
    try {
      this.#run('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      const busy = isBusy(error);
      if (busy && performance.now() - this.#waitingSince < patienceMilliseconds) {
        setTimeout(() => this.#commitAll(), retryMilliseconds);
        return false;
      }
      this.#giveUp(busy ? new StoreBusy('Another process holds the database.') : error);
      return false;
    }
  }

  #giveUp(error: unknown): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    this.#scheduled = false;
    for (const job of jobs) job.reject(error);
  }

  /** Runs one body within its savepoint; returns what to tell its caller once the whole is committed. */
  #attempt(job: Job): () => void {
    this.#run('SAVEPOINT one');
    try {
      const settle = this.#settling(job);
      this.#run('RELEASE one');
      return settle;
    } catch (error) {
      this.#run('ROLLBACK TO one');
      this.#run('RELEASE one');
      return () => job.reject(error);
    }
  }

  #settling({ body, resolve }: Job): () => void {
    const result = this.#drive(body());
    return () => resolve(result);
  }

  #drive<Result>(work: Work<Result>): Result {
    let step = work.next();
    while (!step.done) step = work.next(this.#answer(step.value));
    return step.value;
  }

  #answer(query: Query): Row[] {
    return 'together' in query
      ? query.together.map(each => ({ rows: this.#rowsOf(each) }))
      : this.#rowsOf(query);
  }

  #rowsOf(query: Statement): Row[] {
    return 'list' in query
      ? this.#statements.answerEach(query.sql, query.list)
      : this.#statements.answer(query.sql, query.parameters);
  }

  #run(sql: string): void {
    this.#statements.answer(sql);
  }
}
