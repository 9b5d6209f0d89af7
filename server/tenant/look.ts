/** Looks at an evaluation that may stop early, in the transaction that ended a run. */

import type { Transaction } from '../database/backend.ts';
import { firstLook, isDecided, type Looked, lookAt, nextUnit } from '../evidence/evaluation/look.ts';
import type { ResolvedPlan } from '../evidence/evaluation/plan.ts';
import type { Standing } from '../evidence/evaluation/progress.ts';
import { isFinal } from '../state/job.ts';
import { assignmentsFrom } from '../store/assignment.ts';
import type { StoredJob } from '../store/evaluation-job.ts';
import { findPlan } from '../store/evaluation-plan.ts';

/** How far a job was looked at; undefined for one of fixed size. */
export const lookedAt = (job: StoredJob): Looked | undefined =>
  job.looked === null ? undefined : (JSON.parse(job.looked) as Looked);

/** How far a job is. */
export const standingOf = (job: StoredJob): Standing => ({
  runs: job.runs,
  ended: job.used + job.exhausted,
  firstClaimedAt: job.first_claimed_at,
  isFinal: isFinal(job.state),
  tokens: job.tokens,
  counted: job.counted,
  looked: lookedAt(job),
});

/** What is kept of the looks at a job that starts; null for one of fixed size. */
export const beginLooking = (plan: ResolvedPlan): string | null =>
  plan.stopping === 'anytime' ? JSON.stringify(firstLook(plan)) : null;

/**
 * Takes the units into account that have ended since the last look. Notes in the job how far it was looked at.
 * @returns whether the question of the plan is decided
 */
export function* look(job: StoredJob): Transaction<boolean> {
  let looked = lookedAt(job);
  if (!looked) return false;
  const plan = (yield* findPlan(job.tenant_id, job.plan))!.resolved;
  for (;;) {
    const size = nextUnit(plan, looked);
    const ended: { lock: string; passed: boolean }[] =
      size === undefined ? [] : yield* endedUnit(job, looked.assignments, size);
    if (size === undefined || ended.length < size) return false;
    looked = lookAt(plan, looked, ended);
    job.looked = JSON.stringify(looked);
    if (isDecided(plan, looked)) return true;
  }
}

/** The runs of a unit that have ended. */
function* endedUnit(
  job: StoredJob,
  before: number,
  size: number,
): Transaction<{ lock: string; passed: boolean }[]> {
  const found = yield* assignmentsFrom(job.tenant_id, job.id, before + 1, before + size);
  return found
    .filter(({ state }) => state === 'completed' || state === 'exhausted')
    .map(({ lock, outcome }) => ({ lock, passed: outcome === 'pass' }));
}
