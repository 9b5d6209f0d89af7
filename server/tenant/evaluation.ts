/**
 * Evaluations as they run: each function is the body of one transaction under the lock of its tenant, so that any number of
 * servers and runners come one after the other. What may happen is in `server/state`; what it leads to is here.
 *
 * A runner may die, stall or wake at any moment: all that it can do is to answer under the lease that it was given. Leases
 * that ran out are dealt with first, by whoever comes next, so that no clock has to run.
 */
import type { RunSummary } from '#document/kind/run-summary.ts';
import { type LeaseName, readLease, writeLease } from '../evaluation/lease.ts';
import { gradeOf, type ResolvedPlan, runsOf, toleratedLosses } from '../evaluation/plan.ts';
import { type AssignmentEvent, expiryEvent } from '../state/assignment.ts';
import { isFinal, type JobEvent, jobEvents } from '../state/job.ts';
import {
  cancelAll,
  findAssignment,
  moveAssignment,
  overdue,
  type StoredAssignment,
} from '../store/assignment.ts';
import type { Work } from '../store/dialect/backend.ts';
import { findJob, insertJob, moveJob, nextJob, type StoredJob, saveJob } from '../store/evaluation-job.ts';
import { rowBytes } from '../store/stored-bytes.ts';
import { writeEvidence } from './evidence.ts';
import { leasedUntil, leaseNext, lookUp } from './lease.ts';
import { beginLooking, look } from './look.ts';
import { bytesOfCancel, bytesOfEnd, bytesOfJob, bytesOfLease, bytesOfRun } from './reservation.ts';
import type { TransactionContext } from './transaction-context.ts';

export interface Leased {
  lease: string;
  fence: number;
  expiresAt: number;
  /** When it ends whatever renews it; absent for a lease that an older version gave. */
  endsAt: number | undefined;
  assignment: StoredAssignment;
  job: StoredJob;
}

/** What a claim comes to: leases; and where they are fewer than wanted, how many the runner has when it may have no more. */
export interface Claimed {
  leased: Leased[];
  tooMany?: number;
}

/** Creates a job, and reserves its runs and the room that they take. */
export function* start(
  transaction: TransactionContext,
  plan: ResolvedPlan,
  id: string,
  month: string,
): Work<StoredJob> {
  const job = newJob(transaction, plan, id, month);
  yield* insertJob(transaction.tenant, job);
  transaction.events.push({ kind: 'evaluation_queued', subject: id });
  return job;
}

function newJob(
  { tenant, at }: TransactionContext,
  plan: ResolvedPlan,
  id: string,
  month: string,
): StoredJob {
  const runs = runsOf(plan);
  return {
    tenant_id: tenant.id,
    id,
    plan: plan.plan,
    suite: plan.suite,
    grade: gradeOf(plan),
    state: 'queued',
    month,
    runs,
    tolerated: toleratedLosses(plan),
    reserved: runs,
    used: 0,
    pending: runs,
    leased: 0,
    exhausted: 0,
    cancelled: 0,
    made: 0,
    reserved_bytes: runs * bytesOfRun + bytesOfJob(plan.locks.length),
    served: 0,
    created_at: at,
    first_claimed_at: null,
    ended_at: null,
    snapshot: null,
    looked: beginLooking(plan),
    number: null,
    task_class: plan.taskClass,
  };
}

/** Leases as many assignments as wanted to a runner, which may have so many leases open; fewer where there are no more. */
export function* claim(
  transaction: TransactionContext,
  runner: string,
  maxOpen: number,
  wanted = 1,
): Work<Claimed> {
  yield* sweep(transaction);
  const leased: Leased[] = [];
  while (leased.length < wanted) {
    const next = yield* claimNext(transaction, runner, maxOpen);
    if (next === undefined) return { leased };
    if ('tooMany' in next) return { leased, ...next };
    leased.push(next);
  }
  return { leased };
}

function* claimNext(
  transaction: TransactionContext,
  runner: string,
  maxOpen: number,
): Work<Leased | undefined | { tooMany: number }> {
  const job = yield* nextJob(transaction.tenant.id);
  if (!job) return undefined;
  const next = yield* lookUp(transaction, job, runner);
  if (next.open >= maxOpen) return { tooMany: next.open };
  const { made } = job;
  const assignment = yield* leaseNext(transaction, job, runner, next);
  release(transaction, job, bytesOfLease + (job.made - made) * rowBytes.assignment);
  note(transaction, 'run_leased', assignment);
  if (job.state === 'queued') yield* move(transaction, job, 'begin');
  job.first_claimed_at ??= transaction.at;
  job.pending -= 1;
  job.leased += 1;
  job.served = next.served + 1;
  yield* saveJob(job);
  return leasedOf(job, assignment);
}

/**
 * Renews a lease; undefined when it is lost. It cannot be renewed beyond its longest time: then it runs out, and the attempt
 * is counted.
 */
export function* renew(
  transaction: TransactionContext,
  runner: string,
  lease: string,
): Work<Leased | undefined> {
  const held = yield* findHeld(transaction, runner, readLease(lease));
  if (!held) return undefined;
  const { assignment } = held;
  const leased_until = leasedUntil(transaction.at, assignment.lease_ends);
  yield* moveAssignment(assignment, 'renew', { leased_until });
  return leasedOf(held.job, { ...assignment, leased_until });
}

/** Accepts a summary, which ends its lease; undefined when the lease is lost. */
export function* complete(
  transaction: TransactionContext,
  runner: string,
  summary: RunSummary,
): Work<Leased | undefined> {
  yield* sweep(transaction);
  return yield* completeHeld(transaction, runner, summary);
}

/** The same once the leases that ran out were dealt with. */
export function* completeHeld(
  transaction: TransactionContext,
  runner: string,
  { lease, ...summary }: RunSummary,
): Work<Leased | undefined> {
  const held = yield* findHeld(transaction, runner, readLease(lease));
  if (!held) return undefined;
  const { job, assignment } = held;
  yield* moveAssignment(assignment, 'complete', { ...summary, ended_at: transaction.at });
  note(transaction, 'run_completed', assignment);
  job.leased -= 1;
  job.used += 1;
  job.reserved -= 1;
  release(transaction, job, bytesOfEnd(assignment.attempts));
  yield* advance(transaction, job);
  return leasedOf(job, assignment);
}

/** Asks to cancel. Returns whether the state allowed it, or undefined when there is no such job. */
export function* cancel(
  transaction: TransactionContext,
  id: string,
): Work<{ job: StoredJob; asked: boolean } | undefined> {
  yield* sweep(transaction);
  const job = yield* findJob(transaction.tenant.id, id);
  if (!job) return undefined;
  if (!(yield* moveJob(job, 'cancel'))) return { job, asked: false };
  transaction.events.push({ kind: jobEvents.cancel, subject: job.id });
  release(transaction, job, rowBytes.event + bytesOfCancel);
  yield* cancelAssignments(transaction, job, 'pending');
  yield* advance(transaction, job);
  return { job, asked: true };
}

/** The assignment of a lease, if the lease is the present one of the runner and its time is not up. */
function* findHeld(
  { tenant, at }: TransactionContext,
  runner: string,
  { job: id, number, fence }: LeaseName,
): Work<{ job: StoredJob; assignment: StoredAssignment } | undefined> {
  const assignment = yield* findAssignment(tenant.id, id, number);
  if (assignment?.state !== 'leased' || assignment.fence !== fence) return undefined;
  if (assignment.runner !== runner || assignment.leased_until! <= at) return undefined;
  return { assignment, job: (yield* findJob(tenant.id, id))! };
}

/** Deals with the leases that ran out. */
export function* sweep(transaction: TransactionContext): Work<void> {
  const jobs = new Map<string, StoredJob>();
  for (const assignment of yield* overdue(transaction.tenant.id, transaction.at)) {
    const job = jobs.get(assignment.job_id) ?? (yield* findJob(transaction.tenant.id, assignment.job_id))!;
    jobs.set(job.id, job);
    // A job that failed a moment ago has cancelled what was leased.
    if (!isFinal(job.state)) yield* expire(transaction, job, assignment);
  }
}

const expiryNames = { lose: 'run_lost', exhaust: 'run_exhausted', cancel: 'run_cancelled' } as const;

function* expire(transaction: TransactionContext, job: StoredJob, assignment: StoredAssignment): Work<void> {
  const event = expiryEvent(assignment.attempts, job.state === 'running');
  const ends = event !== 'lose';
  yield* moveAssignment(
    assignment,
    event satisfies AssignmentEvent,
    ends ? { ended_at: transaction.at } : {},
  );
  note(transaction, expiryNames[event], assignment);
  release(transaction, job, rowBytes.event);
  job.leased -= 1;
  job[({ lose: 'pending', exhaust: 'exhausted', cancel: 'cancelled' } as const)[event]] += 1;
  yield* advance(transaction, job);
}

/** Ends a job whose time has come, and saves it. */
function* advance(transaction: TransactionContext, job: StoredJob): Work<void> {
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
  }
  yield* saveJob(job);
}

/** Whether every run has ended, or what ended decides the question of the plan. */
function* isOver(job: StoredJob): Work<boolean> {
  const decided = yield* look(job);
  return decided || (job.pending === 0 && job.leased === 0);
}

function* cancelAssignments(
  transaction: TransactionContext,
  job: StoredJob,
  state: 'pending' | 'leased',
): Work<void> {
  yield* cancelAll(transaction.tenant.id, job.id, state, transaction.at);
  // Of those that were never handed out there are no rows.
  job[state] = 0;
  job.cancelled = job.runs - job.used - job.pending - job.leased - job.exhausted;
}

/** Ends a job: what it reserved and did not use is the tenant's again. */
function* end(transaction: TransactionContext, job: StoredJob, event: JobEvent): Work<void> {
  job.reserved = 0;
  release(transaction, job, job.reserved_bytes);
  job.ended_at = transaction.at;
  yield* move(transaction, job, event);
}

/** Gives room back that was reserved for what is stored now, or for what will not be. */
function release({ tenant }: TransactionContext, job: StoredJob, bytes: number): void {
  const given = Math.min(bytes, job.reserved_bytes);
  job.reserved_bytes -= given;
  tenant.reserved_bytes -= given;
}

function* move(transaction: TransactionContext, job: StoredJob, event: JobEvent): Work<void> {
  release(transaction, job, rowBytes.event);
  if (!(yield* moveJob(job, event))) throw new Error(`A job that is ${job.state} cannot ${event}.`);
  transaction.events.push({ kind: jobEvents[event], subject: job.id });
}

function note({ events }: TransactionContext, kind: string, { job_id, number }: StoredAssignment): void {
  events.push({ kind, subject: `${job_id}.${number}` });
}

function leasedOf(job: StoredJob, assignment: StoredAssignment): Leased {
  const { number, fence, leased_until, lease_ends } = assignment;
  const lease = writeLease({ job: job.id, number, fence });
  return { lease, fence, expiresAt: leased_until!, endsAt: lease_ends ?? undefined, assignment, job };
}
