/**
 * The course of an evaluation. Each function is the body of one transaction under the lock of its tenant, so any number of
 * servers and runners come one after the other. `server/support/state` says which changes are possible; this file makes them.
 *
 * A runner may die, stall or wake at any moment; all it can ever do is answer under the lease that it was given. Leases that
 * have run out are ended by the next request, whatever it is, so no clock has to run.
 */
import type { RunSummary } from '#document/evaluation/run-summary.ts';
import { gradeOfJob } from '../evidence/evaluation/evidence-document.ts';
import type { History } from '../evidence/evaluation/history.ts';
import { wasPlanned } from '../evidence/evaluation/import.ts';
import { type LeaseName, readLease } from '../evidence/evaluation/lease.ts';
import { handBacksOf, type ResolvedPlan, runsOf, toleratedLosses } from '../evidence/evaluation/plan.ts';
import { logText } from '../evidence/imported-log.ts';
import { findRegistered } from '../store/artifact.ts';
import { findAssignment, moveAssignment, type StoredAssignment } from '../store/assignment.ts';
import type { Transaction } from '../store/database/backend.ts';
import { findJob, insertJob, moveJob, type StoredJob } from '../store/evaluation-job.ts';
import { rowBytes } from '../store/stored-bytes.ts';
import { expiryEvent } from '../support/state/assignment.ts';
import { jobEvents } from '../support/state/job.ts';
import { seconds } from '../support/time.ts';
import { type Leased, leasedOf } from './claim.ts';
import {
  advance,
  cancelAssignments,
  endLease,
  expiryNames,
  giveRoom,
  note,
  stateAfter,
  sweep,
} from './ending.ts';
import { historyBefore, startedFields } from './history.ts';
import { leasedUntil } from './lease.ts';
import { beginLooking } from './look.ts';
import { bytesOfCancel, bytesOfEnd, bytesOfJob, bytesOfRun } from './reservation.ts';
import type { TransactionContext } from './transaction-context.ts';

/** Creates a job, and reserves its runs and the storage that they take. */
export function* start(
  transaction: TransactionContext,
  plan: ResolvedPlan,
  id: string,
  month: string,
): Transaction<StoredJob> {
  const history = yield* historyBefore(transaction, plan);
  const job = yield* insertJob(transaction.tenant, newJob(transaction, plan, history, id, month));
  transaction.events.push({ kind: 'evaluation_queued', subject: id });
  return job;
}

function newJob(
  { tenant, at }: TransactionContext,
  plan: ResolvedPlan,
  history: History,
  id: string,
  month: string,
): Omit<StoredJob, 'number'> {
  const runs = runsOf(plan);
  return {
    tenant_id: tenant.id,
    id,
    plan: plan.plan,
    suite: plan.suite,
    grade: gradeOfJob(plan, { history }),
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
    imported: 0,
    tokens: 0,
    counted: 0,
    made: 0,
    reserved_bytes: runs * bytesOfRun + bytesOfJob(plan.locks.length),
    served: 0,
    created_at: at,
    first_claimed_at: null,
    ended_at: null,
    snapshot: null,
    looked: beginLooking(plan),
    task_class: plan.taskClass,
    ...startedFields(plan),
    comparisons_before: history.comparisonsBefore,
    cases_seen: history.casesSeen,
  };
}

/**
 * Renews a lease. Returns undefined if the lease was lost. A lease cannot be renewed beyond its longest time: then it runs out,
 * and the attempt is counted.
 */
export function* renew(
  transaction: TransactionContext,
  runner: string,
  lease: string,
): Transaction<Leased | undefined> {
  const leased = yield* findLeased(transaction, runner, readLease(lease));
  if (!leased) return undefined;
  const { assignment } = leased;
  const leased_until = leasedUntil(transaction.at, assignment.lease_ends);
  yield* moveAssignment(assignment, 'renew', { leased_until });
  return leasedOf(leased.job, { ...assignment, leased_until });
}

/** Accepts the summary of a run, which ends the lease. Returns undefined if the lease was lost. */
export function* complete(
  transaction: TransactionContext,
  runner: string,
  summary: RunSummary,
): Transaction<Leased | undefined> {
  yield* sweep(transaction);
  return yield* completeLeased(transaction, runner, summary);
}

/**
 * Accepts the summary of a run, like `complete`, after the leases that have run out were ended. Returns undefined if the lease
 * was lost.
 */
export function* completeLeased(
  transaction: TransactionContext,
  runner: string,
  summary: RunSummary,
): Transaction<Leased | undefined> {
  const { lease, source: _source, started_at: _started, log: _log, best_of: attempts, ...result } = summary;
  const leased = yield* findLeased(transaction, runner, readLease(lease));
  if (!leased) return undefined;
  const { job, assignment } = leased;
  const started_at = startOf(summary);
  yield* moveAssignment(assignment, 'complete', {
    ...result,
    started_at,
    ended_at: transaction.at,
    tries: attempts?.attempts ?? null,
    tries_passed: attempts?.passed ?? null,
    log: logOfSummary(summary),
  });
  note(transaction, 'run_completed', assignment);
  count(job, summary);
  if (started_at !== null) yield* weighImport(job, started_at);
  job.leased -= 1;
  job.used += 1;
  job.reserved -= 1;
  giveRoom(transaction, job, bytesOfEnd(assignment.attempts));
  yield* advance(transaction, job, true);
  return leasedOf(job, assignment);
}

/** Adds to the counts of a job what a run took, and whether it was imported. */
function count(job: StoredJob, { input_tokens, output_tokens, started_at }: RunSummary): void {
  if (started_at !== undefined) job.imported += 1;
  if (input_tokens === null || output_tokens === null) return;
  job.tokens += input_tokens + output_tokens;
  job.counted += 1;
}

/** Returns the time at which an imported run began, in seconds since 1970; null for a run that a runner made. */
export const startOf = ({ started_at }: RunSummary): number | null =>
  started_at === undefined ? null : seconds(Date.parse(started_at));

/** Returns the text to store about the log of an imported run; null for a run that a runner made. */
export const logOfSummary = ({ source, log }: RunSummary): string | null =>
  source === 'imported' ? logText(log) : null;

/**
 * Lowers the grade of a job to exploratory if an imported run began before the plan was registered (docs/evidence.md#17).
 * @param firstStartedAt when the run began, in seconds since 1970
 */
function* weighImport(job: StoredJob, firstStartedAt: number): Transaction<void> {
  const { registered_at: planRegisteredAt } = (yield* findRegistered(job.tenant_id, job.plan))!;
  if (!wasPlanned({ firstStartedAt, planRegisteredAt })) job.grade = 'exploratory';
}

const releaseNames = {
  hand_back: { ...expiryNames, lose: 'run_handed_back' },
  give_up: { ...expiryNames, exhaust: 'run_given_up' },
} as const;

/** Tells whether a run may be handed back once more. */
const mayHandBack = ({ state, comparisons }: StoredJob, { handed_back }: StoredAssignment): boolean =>
  state !== 'running' || handed_back < handBacksOf(comparisons);

/**
 * Ends a lease without a result: the run waits for another runner, or is lost. Returns undefined if the lease was lost already.
 * Returns `limited`, and changes nothing, if the run was handed back as often as it may be (docs/evaluations.md#21).
 */
export function* release(
  transaction: TransactionContext,
  runner: string,
  lease: string,
  how: 'hand_back' | 'give_up',
): Transaction<Leased | 'limited' | undefined> {
  yield* sweep(transaction);
  const leased = yield* findLeased(transaction, runner, readLease(lease));
  if (!leased) return undefined;
  const { job, assignment } = leased;
  if (how === 'hand_back' && !mayHandBack(job, assignment)) return 'limited';
  const goesOn = job.state === 'running';
  const event = how === 'give_up' && goesOn ? 'exhaust' : expiryEvent(assignment.attempts, goesOn);
  const counted = how === 'hand_back' ? { handed_back: assignment.handed_back + 1 } : {};
  yield* endLease(transaction, job, assignment, event, releaseNames[how][event], counted);
  return { ...leasedOf(job, { ...assignment, leased_until: transaction.at }), released: stateAfter[event] };
}

/** Cancels an evaluation. `asked` tells whether its state allowed that. Returns undefined if there is no such job. */
export function* cancel(
  transaction: TransactionContext,
  id: string,
): Transaction<{ job: StoredJob; asked: boolean } | undefined> {
  yield* sweep(transaction);
  const job = yield* findJob(transaction.tenant.id, id);
  if (!job) return undefined;
  if (!(yield* moveJob(job, 'cancel'))) return { job, asked: false };
  transaction.events.push({ kind: jobEvents.cancel, subject: job.id });
  giveRoom(transaction, job, rowBytes.event + bytesOfCancel);
  yield* cancelAssignments(transaction, job, 'pending');
  yield* advance(transaction, job, false);
  return { job, asked: true };
}

/**
 * Returns the assignment of a lease and its job; undefined unless the lease is the present one of the runner and has not run
 * out.
 */
function* findLeased(
  { tenant, at }: TransactionContext,
  runner: string,
  { job: id, number, fence }: LeaseName,
): Transaction<{ job: StoredJob; assignment: StoredAssignment } | undefined> {
  const assignment = yield* findAssignment(tenant.id, id, number);
  if (assignment?.state !== 'leased' || assignment.fence !== fence) return undefined;
  if (assignment.runner !== runner || assignment.leased_until! <= at) return undefined;
  return { assignment, job: (yield* findJob(tenant.id, id))! };
}
