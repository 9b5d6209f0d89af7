/** Claims: gives a runner one or several assignments, each under a lease (docs/evaluations.md#18). */

import { writeLease } from '../evidence/evaluation/lease.ts';
import type { StoredAssignment } from '../store/assignment.ts';
import type { Transaction } from '../store/database/backend.ts';
import { nextJob, type StoredJob, saveJob } from '../store/evaluation-job.ts';
import { rowBytes } from '../store/stored-bytes.ts';
import { giveRoom, move, note, sweep } from './ending.ts';
import { leaseNext, lookUp } from './lease.ts';
import { bytesOfLease } from './reservation.ts';
import type { TransactionContext } from './transaction-context.ts';

export interface Leased {
  lease: string;
  fence: number;
  expiresAt: number;
  /** The time beyond which no heartbeat can renew the lease, in seconds since 1970. */
  endsAt: number;
  assignment: StoredAssignment;
  job: StoredJob;
  /** The state of the assignment after its runner ended the lease without a result; absent while the lease runs. */
  released?: 'pending' | 'exhausted' | 'cancelled';
}

/**
 * The runs that a claim asks for: how many; of which job, any by default; and, among runs that were handed back, only those
 * with a number above `after`.
 */
interface Wanted {
  count?: number | undefined;
  job?: string | undefined;
  after?: number | undefined;
}

/**
 * The result of a claim. `tooMany` is set if the runner got fewer leases than it wanted because it has as many as it may; it is
 * the number that it has.
 */
export interface Claimed {
  leased: Leased[];
  tooMany?: number;
}

/**
 * Leases the wanted number of assignments to a runner, or as many as there are.
 * @param maxOpen the most leases that the runner may have
 */
export function* claim(
  transaction: TransactionContext,
  runner: string,
  maxOpen: number,
  { count: wanted = 1, ...from }: Wanted = {},
): Transaction<Claimed> {
  yield* sweep(transaction);
  const leased: Leased[] = [];
  while (leased.length < wanted) {
    const next = yield* claimNext(transaction, runner, maxOpen, from);
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
  { job: named, after = 0 }: Omit<Wanted, 'count'>,
): Transaction<Leased | undefined | { tooMany: number }> {
  const job = yield* nextJob(transaction.tenant.id, named);
  if (!job) return undefined;
  const next = yield* lookUp(transaction, job, runner, after);
  if (next.open >= maxOpen) return { tooMany: next.open };
  // Every assignment that is left was handed back and has a number up to `after`.
  if (!next.lost && job.made === job.runs) return undefined;
  const { made } = job;
  const assignment = yield* leaseNext(transaction, job, runner, next);
  giveRoom(transaction, job, bytesOfLease + (job.made - made) * rowBytes.assignment);
  note(transaction, 'run_leased', assignment);
  if (job.state === 'queued') yield* move(transaction, job, 'begin');
  job.first_claimed_at ??= transaction.at;
  job.pending -= 1;
  job.leased += 1;
  job.served = next.served + 1;
  yield* saveJob(job);
  return leasedOf(job, assignment);
}

export function leasedOf(job: StoredJob, assignment: StoredAssignment): Leased {
  const { number, fence, leased_until, lease_ends } = assignment;
  const lease = writeLease({ job: job.id, number, fence });
  return { lease, fence, expiresAt: leased_until!, endsAt: lease_ends!, assignment, job };
}
