/** Leases assignments: chooses the one that a runner gets next, and says until when. */
import { leaseSeconds } from '#document/evaluation/lease-limits.ts';
import { longestLease } from '../evidence/evaluation/lease.ts';
import { runAt } from '../evidence/evaluation/order.ts';
import type { ResolvedPlan } from '../evidence/evaluation/plan.ts';
import {
  firstPending,
  insertAssignment,
  moveAssignment,
  openLeases,
  type StoredAssignment,
} from '../store/assignment.ts';
import { type Transaction, together } from '../store/database/backend.ts';
import type { EvaluationPlanTable } from '../store/database/evaluation-tables.ts';
import { lastServed, type StoredJob } from '../store/evaluation-job.ts';
import { readPlan, selectPlan } from '../store/evaluation-plan.ts';
import { assignmentMachine } from '../support/state/assignment.ts';
import type { TransactionContext } from './transaction-context.ts';

/** The facts on which a claim depends, apart from the job that the run is taken from. */
interface Outlook {
  /** The number of leases that the runner has. */
  open: number;
  /** The first assignment of the job that was lost or handed back and that the runner may get; undefined if there is none. */
  lost: StoredAssignment | undefined;
  plan: ResolvedPlan;
  /** The number of the newest claim of the tenant. */
  served: number;
}

/**
 * Looks up the facts on which a claim depends, in one round trip.
 * @param after the number of a run; only later ones that were lost or handed back are considered
 */
export function* lookUp(
  { tenant }: TransactionContext,
  job: StoredJob,
  runner: string,
  after: number,
): Transaction<Outlook> {
  const [[leases], [lost], [plan], [last]] = yield* together<
    [{ open: number }, StoredAssignment, EvaluationPlanTable, { served: number | null }]
  >(
    openLeases(tenant.id, runner),
    firstPending(tenant.id, job.id, after),
    selectPlan(tenant.id, job.plan),
    lastServed(tenant.id),
  );
  return { open: leases!.open, lost, plan: readPlan(plan!).resolved, served: last!.served ?? 0 };
}

/**
 * Leases the first assignment that was lost or handed back. If there is none, leases the next one, whose row is inserted now.
 */
export function* leaseNext(
  transaction: TransactionContext,
  job: StoredJob,
  runner: string,
  { lost, plan }: Outlook,
): Transaction<StoredAssignment> {
  const assignment = lost ?? (yield* unmadeAssignment(transaction, job, plan));
  const { budget } = plan.locks.find(({ lock }) => lock === assignment.lock)!;
  const lease_ends = transaction.at + longestLease(budget);
  const changes = {
    attempts: assignment.attempts + 1,
    fence: assignment.fence + 1,
    runner,
    leased_until: leasedUntil(transaction.at, lease_ends),
    lease_ends,
  };
  const leased = { ...assignment, ...changes, state: assignmentMachine.pending.lease! };
  if (lost) yield* moveAssignment(lost, 'lease', changes);
  else {
    job.made += 1;
    yield* insertAssignment(transaction.tenant, leased);
  }
  return leased;
}

function* unmadeAssignment(
  transaction: TransactionContext,
  job: StoredJob,
  plan: ResolvedPlan,
): Transaction<StoredAssignment> {
  const number = job.made + 1;
  const run = runAt(plan, number);
  const { id, digest } = yield* transaction.findCase(job.suite, run.case);
  return {
    tenant_id: job.tenant_id,
    job_id: job.id,
    number,
    lock: run.lock.lock,
    formation: run.lock.formation,
    case_id: id,
    case_digest: digest,
    repetition: run.repetition,
    state: 'pending',
    attempts: 0,
    fence: 0,
    runner: null,
    leased_until: null,
    lease_ends: null,
    ended_at: null,
    outcome: null,
    tests_ran: null,
    tests_passed: null,
    input_tokens: null,
    output_tokens: null,
    elapsed_milliseconds: null,
    started_at: null,
    checked_steps: null,
    deviations: null,
    handed_back: 0,
    log: null,
    tries: null,
    tries_passed: null,
  };
}

/**
 * Returns the time at which a lease that is given or renewed now runs out.
 * @param leaseEnds the time beyond which it cannot be renewed
 */
export const leasedUntil = (at: number, leaseEnds: number | null): number =>
  Math.min(at + leaseSeconds, leaseEnds ?? Number.MAX_SAFE_INTEGER);
