/** Accepts the summaries of several runs in one transaction, each of them by itself (docs/runners.md#9). */
import type { RunSummary } from '#document/evaluation/run-summary.ts';
import { readLease } from '../evidence/evaluation/lease.ts';
import { findAssignment, type StoredAssignment } from '../store/assignment.ts';
import type { Transaction } from '../store/database/backend.ts';
import { findJob, type StoredJob } from '../store/evaluation-job.ts';
import { sweep } from './ending.ts';
import { completeLeased, logOfSummary, startOf } from './evaluation.ts';
import type { TransactionContext } from './transaction-context.ts';

/**
 * The acceptance of the summary of a run, by this request or an earlier one (`replayed`). `acceptedAt` is in seconds since 1970.
 */
interface AcceptedRun {
  job: StoredJob;
  acceptedAt: number;
  replayed: boolean;
}

/** The result of a summary. `lost`: its lease was lost. `conflict`: another summary was accepted under its lease. */
export type EndedRun = AcceptedRun | 'lost' | 'conflict';

/** Accepts as many of several summaries as possible, in order, and returns the result of each. */
export function* completeEach(
  transaction: TransactionContext,
  runner: string,
  summaries: readonly RunSummary[],
): Transaction<EndedRun[]> {
  yield* sweep(transaction);
  const ended: EndedRun[] = [];
  for (const summary of summaries) ended.push(yield* completeOne(transaction, runner, summary));
  return ended;
}

/**
 * Accepts a summary. The lease identifies it: a runner that does not know whether a summary arrived sends it again, in any
 * batch.
 */
function* completeOne(
  transaction: TransactionContext,
  runner: string,
  summary: RunSummary,
): Transaction<EndedRun> {
  const completed = yield* completeLeased(transaction, runner, summary);
  if (completed) return { job: completed.job, acceptedAt: transaction.at, replayed: false };
  const { job: jobId, number, fence } = readLease(summary.lease);
  const { tenant } = transaction;
  const assignment = yield* findAssignment(tenant.id, jobId, number);
  if (assignment?.state !== 'completed' || assignment.fence !== fence || assignment.runner !== runner)
    return 'lost';
  if (!says(assignment, summary)) return 'conflict';
  const job = (yield* findJob(tenant.id, jobId))!;
  return { job, acceptedAt: assignment.ended_at!, replayed: true };
}

const reportedFields = [
  'outcome',
  'tests_ran',
  'tests_passed',
  'input_tokens',
  'output_tokens',
  'elapsed_milliseconds',
  'checked_steps',
  'deviations',
] as const;

const says = (assignment: StoredAssignment, summary: RunSummary): boolean =>
  reportedFields.every(name => assignment[name] === (summary[name] ?? null)) &&
  assignment.started_at === startOf(summary) &&
  assignment.tries === (summary.best_of?.attempts ?? null) &&
  assignment.tries_passed === (summary.best_of?.passed ?? null) &&
  (assignment.log === null || assignment.log === logOfSummary(summary));
