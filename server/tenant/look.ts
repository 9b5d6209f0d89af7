/** Looks at an evaluation that may stop early, in the transaction in which a run ended. */

import { spends } from '#document/statistics/spending.ts';
import { firstLook, isDecided, type Looked, lookAt, nextUnit } from '../evidence/evaluation/look.ts';
import { alphaOf, type ResolvedPlan, teamsOf } from '../evidence/evaluation/plan.ts';
import type { Standing } from '../evidence/evaluation/progress.ts';
import type { EndedRun } from '../evidence/run-facts.ts';
import { assignmentsFrom } from '../store/assignment.ts';
import type { Transaction } from '../store/database/backend.ts';
import type { StoredJob } from '../store/evaluation-job.ts';
import { findPlan } from '../store/evaluation-plan.ts';
import { isFinal } from '../support/state/job.ts';
import { endedRun } from './ended-run.ts';

/** Returns the results as of the last look at a job; undefined for a job of fixed size. */
export const lookedAt = (job: StoredJob): Looked | undefined =>
  job.looked === null ? undefined : (JSON.parse(job.looked) as Looked);

/** Returns the state of a job from which its progress is shown. */
export const standingOf = (job: StoredJob): Standing => ({
  runs: job.runs,
  ended: job.used + job.exhausted,
  firstClaimedAt: job.first_claimed_at,
  isFinal: isFinal(job.state),
  tokens: job.tokens,
  counted: job.counted,
  looked: lookedAt(job),
});

/** Returns the results with which a job starts, before any look at it, as JSON; null for a job of fixed size. */
export const beginLooking = (plan: ResolvedPlan): string | null =>
  plan.stopping === 'anytime' ? JSON.stringify(firstLook(plan)) : null;

/**
 * Looks at the units that have ended since the last look, and stores the results in the job.
 * @returns whether the question of the plan is decided
 */
export function* look(job: StoredJob): Transaction<boolean> {
  let looked = lookedAt(job);
  if (!looked) return false;
  const plan = (yield* findPlan(job.tenant_id, job.plan))!.resolved;
  for (;;) {
    const size = nextUnit(plan, looked);
    const ended: EndedRun[] = size === undefined ? [] : yield* endedUnit(job, plan, looked.assignments, size);
    if (size === undefined || ended.length < size) return false;
    looked = lookAt(plan, looked, ended);
    job.looked = JSON.stringify(looked);
    if (isDecided(plan, looked, spendsOf(plan, job))) return true;
  }
}

/** Returns the part of its error rate that an evaluation may spend over its teams. */
const spendsOf = (plan: ResolvedPlan, { comparisons_before: before }: StoredJob): number =>
  spends(alphaOf(plan), before, teamsOf(plan).length);

/**
 * Returns the runs of a unit that have ended.
 * @param before the number of assignments before the unit
 * @param size the number of assignments of the unit
 */
function* endedUnit(
  job: StoredJob,
  plan: ResolvedPlan,
  before: number,
  size: number,
): Transaction<EndedRun[]> {
  const found = yield* assignmentsFrom(job.tenant_id, job.id, before + 1, before + size);
  return found
    .filter(({ state }) => state === 'completed' || state === 'exhausted')
    .map(row => endedRun(row, plan));
}
