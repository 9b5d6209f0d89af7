/** The ends of leases and jobs, and their consequences, in the transaction in which they end. */

import { standingFields } from '../evidence/evaluation/progress.ts';
import { cancelAll, moveAssignment, overdue, type StoredAssignment } from '../store/assignment.ts';
import type { Transaction } from '../store/database/backend.ts';
import { findJob, moveJob, type StoredJob, saveJob } from '../store/evaluation-job.ts';
import { eventBytes, rowBytes } from '../store/stored-bytes.ts';
import { expiryEvent } from '../support/state/assignment.ts';
import { isFinal, type JobEvent, jobEvents } from '../support/state/job.ts';
import { look, standingOf } from './look.ts';
import type { TransactionContext } from './transaction-context.ts';
import { writeEvidence } from './write-evidence.ts';

/** Ends the leases of the tenant that have run out. */
export function* sweep(transaction: TransactionContext): Transaction<void> {
  const jobs = new Map<string, StoredJob>();
  for (const assignment of yield* overdue(transaction.tenant.id, transaction.at)) {
    const job = jobs.get(assignment.job_id) ?? (yield* findJob(transaction.tenant.id, assignment.job_id))!;
    jobs.set(job.id, job);
    // If the job has just failed, its leased assignments were cancelled with it.
    if (!isFinal(job.state)) yield* expire(transaction, job, assignment);
  }
}

/** The state of an assignment after its lease ended without a result, by the event of the assignment. */
export const stateAfter = { lose: 'pending', exhaust: 'exhausted', cancel: 'cancelled' } as const;

/** The name in the feed of each event that ends a lease without a result. */
export const expiryNames = { lose: 'run_lost', exhaust: 'run_exhausted', cancel: 'run_cancelled' } as const;

function* expire(
  transaction: TransactionContext,
  job: StoredJob,
  assignment: StoredAssignment,
): Transaction<void> {
  const event = expiryEvent(assignment.attempts, job.state === 'running');
  yield* endLease(transaction, job, assignment, event, expiryNames[event]);
}

/**
 * Ends a lease without a result.
 * @param kind the name of the event in the feed
 * @param counted the columns of the assignment that change too
 */
export function* endLease(
  transaction: TransactionContext,
  job: StoredJob,
  assignment: StoredAssignment,
  event: ReturnType<typeof expiryEvent>,
  kind: string,
  counted: { handed_back?: number } = {},
): Transaction<void> {
  const ends = event !== 'lose';
  yield* moveAssignment(assignment, event, { ...counted, ...(ends && { ended_at: transaction.at }) });
  note(transaction, kind, assignment);
  giveRoom(transaction, job, rowBytes.event);
  job.leased -= 1;
  job[stateAfter[event]] += 1;
  yield* advance(transaction, job, event === 'exhaust');
}

/**
 * Ends a job if it has failed, is complete, or was cancelled and has no lease left. Saves the job.
 * @param hasEnded whether a run of the job has just ended
 */
export function* advance(
  transaction: TransactionContext,
  job: StoredJob,
  hasEnded: boolean,
): Transaction<void> {
  if (job.state === 'running' && job.exhausted > job.tolerated) {
    yield* cancelAssignments(transaction, job, 'pending');
    yield* cancelAssignments(transaction, job, 'leased');
    yield* end(transaction, job, 'fail');
  } else if (job.state === 'running' && (yield* isOver(job))) {
    if (job.pending > 0) yield* cancelAssignments(transaction, job, 'pending');
    if (job.leased > 0) yield* cancelAssignments(transaction, job, 'leased');
    job.snapshot = yield* writeEvidence(transaction, job);
    transaction.events.push({ kind: 'evidence_written', subject: job.snapshot });
    yield* end(transaction, job, 'complete');
  } else if (job.state === 'cancel_requested' && job.leased === 0) {
    yield* end(transaction, job, 'settle');
  } else if (job.state === 'running' && hasEnded) tellProgress(transaction, job);
  yield* saveJob(job);
}

/**
 * Appends an event each time another tenth of the runs has ended. The event shows what the page of the job shows then
 * (docs/evaluations.md#15).
 */
function tellProgress(transaction: TransactionContext, job: StoredJob): void {
  const ended = job.used + job.exhausted;
  const tenth = (count: number) => Math.floor((10 * count) / job.runs);
  if (tenth(ended) === tenth(ended - 1)) return;
  const shown = { runs: job.runs, runs_ended: ended, ...standingFields(standingOf(job), transaction.at) };
  const progress = JSON.stringify(shown);
  giveRoom(transaction, job, eventBytes({ progress }));
  transaction.events.push({ kind: 'evaluation_progressed', subject: job.id, progress });
}

/** Tells whether every run has ended, or the runs that ended decide the question of the plan. */
function* isOver(job: StoredJob): Transaction<boolean> {
  const decided = yield* look(job);
  return decided || (job.pending === 0 && job.leased === 0);
}

export function* cancelAssignments(
  transaction: TransactionContext,
  job: StoredJob,
  state: 'pending' | 'leased',
): Transaction<void> {
  yield* cancelAll(transaction.tenant.id, job.id, state, transaction.at);
  // Assignments that were never handed out have no rows.
  job[state] = 0;
  job.cancelled = job.runs - job.used - job.pending - job.leased - job.exhausted;
}

/**
 * Ends a job with an event, which the tenant's feed reports. Releases the runs and bytes that it reserved and did not use. The
 * caller saves the job.
 * @throws Error when the job is in a state in which the event cannot occur
 */
function* end(transaction: TransactionContext, job: StoredJob, event: JobEvent): Transaction<void> {
  job.reserved = 0;
  giveRoom(transaction, job, job.reserved_bytes);
  job.ended_at = transaction.at;
  yield* move(transaction, job, event);
}

/** Releases reserved bytes, because they are now used or never will be. */
export function giveRoom({ tenant }: TransactionContext, job: StoredJob, bytes: number): void {
  const given = Math.min(bytes, job.reserved_bytes);
  job.reserved_bytes -= given;
  tenant.reserved_bytes -= given;
}

export function* move(transaction: TransactionContext, job: StoredJob, event: JobEvent): Transaction<void> {
  giveRoom(transaction, job, rowBytes.event);
  if (!(yield* moveJob(job, event))) throw new Error(`A job that is ${job.state} cannot ${event}.`);
  transaction.events.push({ kind: jobEvents[event], subject: job.id });
}

export function note(
  { events }: TransactionContext,
  kind: string,
  { job_id, number }: StoredAssignment,
): void {
  events.push({ kind, subject: `${job_id}.${number}` });
}
