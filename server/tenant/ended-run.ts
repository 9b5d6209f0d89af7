/** Converts the row of an ended assignment to the run that evidence measures. */
import { runAt } from '../evidence/evaluation/order.ts';
import type { ResolvedPlan } from '../evidence/evaluation/plan.ts';
import { judged } from '../evidence/fairness.ts';
import type { EndedRun } from '../evidence/run-facts.ts';
import type { EndedAssignment } from '../store/assignment.ts';

/**
 * Returns the run of an ended assignment. A run that exceeded its budget has the outcome `over_budget`; an assignment without an
 * outcome has `lost`.
 */
export function endedRun(row: EndedAssignment, plan: ResolvedPlan): EndedRun {
  const cluster = plan.clusters?.[runAt(plan, row.number).case];
  const run: EndedRun = {
    ...(cluster !== undefined && { cluster: String(cluster) }),
    lock: row.lock,
    case: row.case_id,
    repetition: row.repetition,
    runner: row.runner,
    outcome: row.outcome ?? 'lost',
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    elapsedMilliseconds: row.elapsed_milliseconds,
    checkedSteps: row.checked_steps,
    deviations: row.deviations,
    tries: row.tries,
    triesPassed: row.tries_passed,
    attempts: row.attempts,
    handedBack: row.handed_back,
    log: row.log,
  };
  return judged(run, plan.locks.find(({ lock }) => lock === row.lock)!.budget);
}
