/** The evaluations that a tenant started before another one (docs/evaluations.md#10), read under the lock of the tenant. */

import { armOf, type History, historyOf, type Started } from '../evidence/evaluation/history.ts';
import { type ResolvedPlan, teamsOf } from '../evidence/evaluation/plan.ts';
import type { Transaction } from '../store/database/backend.ts';
import { comparisonsIn, type StartedRow, startedWith } from '../store/evaluation-history.ts';
import type { StoredJob } from '../store/evaluation-job.ts';
import type { TransactionContext } from './transaction-context.ts';

/** Returns the columns of a job by which later evaluations count it: its number of teams, its arms, and its question. */
export const startedFields = (plan: ResolvedPlan): Pick<StoredJob, 'comparisons' | 'arms' | 'question'> => ({
  comparisons: teamsOf(plan).length,
  arms: plan.locks.map(armOf).join(' '),
  question: plan.question ?? plan.plan,
});

/** Counts the comparisons that were started before a plan, at this moment. */
export function* historyBefore(
  { tenant, caseDigests }: Pick<TransactionContext, 'tenant' | 'caseDigests'>,
  plan: ResolvedPlan,
): Transaction<History> {
  const comparisonsInClass = yield* comparisonsIn(tenant.id, plan.taskClass);
  const related = (yield* startedWith(tenant.id, teamsOf(plan).map(armOf))).map(startedOf);
  const digests = new Map<string, ReadonlySet<string>>();
  for (const suite of new Set([plan.suite, ...related.map(each => each.suite)])) {
    digests.set(suite, yield* caseDigests(suite));
  }
  return historyOf(plan, { comparisonsInClass, related }, suite => digests.get(suite) ?? new Set());
}

const startedOf = (row: StartedRow): Started => ({
  taskClass: row.task_class,
  comparisons: Number(row.comparisons),
  arms: row.arms.split(' '),
  suite: row.suite,
  isUnseen: row.state === 'cancelled' && row.first_claimed_at === null,
});

/** Returns the counts that were stored when a job started. */
export const historyIn = ({ comparisons_before, cases_seen }: StoredJob): History => ({
  comparisonsBefore: comparisons_before,
  casesSeen: cases_seen,
});
