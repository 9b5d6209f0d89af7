/** From the row of an assignment that ended to the run that is measured. */
import { runAt } from '../evidence/evaluation/order.ts';
import type { ResolvedPlan } from '../evidence/evaluation/plan.ts';
import { judged } from '../evidence/fairness.ts';
import type { EndedRun } from '../evidence/run-facts.ts';
import type { EndedAssignment } from '../store/assignment.ts';

/** An assignment that ended as a run of its plan, as it counts. */
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
