/** Checks whether the fields of a plan that say how it is run and judged fit together (docs/evaluations.md#6). */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { UnplacedFault } from '#document/text/fault.ts';
import { gradeOf, type ResolvedPlan } from './plan.ts';

/** Checks the design of a plan whose names were all found; returns its faults. */
export function designFaults(plan: EvaluationPlan, resolved: ResolvedPlan): UnplacedFault[] {
  return [
    ...(plan.stopping === 'anytime' ? anytimeFaults(plan, resolved) : fixedFaults(plan)),
    ...marginFaults(plan, resolved),
    ...interventionFaults(plan),
    ...ratioFaults(plan),
    ...attemptFaults(resolved),
  ];
}

const fault = (field: string, message: string, help: string): UnplacedFault => ({
  path: [field],
  rule: 'design',
  message,
  help,
});

const isBetween = (text: string | undefined, low: number, high: number): boolean =>
  text === undefined || (Number(text) >= low && Number(text) <= high);

function anytimeFaults(plan: EvaluationPlan, resolved: ResolvedPlan): UnplacedFault[] {
  const found: UnplacedFault[] = [];
  if (gradeOf(resolved) !== 'confirmatory') {
    const message =
      'Only an evaluation with a fair control can stop early, because nothing else decides when there is enough evidence.';
    found.push(fault('stopping', message, 'Name a single agent as `control`, or remove `stopping`.'));
  }
  if (!isBetween(plan.alpha, 0.001, 0.05))
    found.push(fault('alpha', `\`alpha\` is ${plan.alpha}.`, 'Write a share from 0.0010 to 0.0500.'));
  if (resolved.casesAtMost === 0) {
    const least = plan.locks.length * plan.repetitions;
    const message = `\`max_runs\` is ${plan.max_runs}, but a single case takes ${least} runs.`;
    found.push(fault('max_runs', message, `Write ${least} or more.`));
  }
  return found;
}

/** Refuses the fields of a plan of fixed size that have a meaning only where an evaluation may stop early. */
const fixedFaults = (plan: EvaluationPlan): UnplacedFault[] =>
  (['alpha', 'max_runs'] as const)
    .filter(field => plan[field] !== undefined)
    .map(field =>
      fault(
        field,
        `\`${field}\` means nothing in an evaluation of fixed size.`,
        'Remove it, or add `stopping: anytime`.',
      ),
    );

function marginFaults({ comparison, margin }: EvaluationPlan, resolved: ResolvedPlan): UnplacedFault[] {
  // A plan that is read again has no defaults filled in.
  if (comparison !== 'non_inferiority') {
    if (margin === undefined) return [];
    const message = 'A margin means nothing in a plan that asks whether teams are better.';
    return [fault('margin', message, 'Remove it, or add `comparison: non_inferiority`.')];
  }
  if (margin === undefined || !isBetween(margin, 0.01, 0.5)) {
    const message = 'The question whether the control does as well needs a margin.';
    return [fault('margin', message, 'Add `margin:`, a share from 0.0100 to 0.5000.')];
  }
  if (gradeOf(resolved) === 'confirmatory') return [];
  const message = 'The plan asks whether its control does as well, but it has no fair control.';
  return [fault('comparison', message, 'Name a single agent as `control`.')];
}

function ratioFaults({ budget_ratio }: EvaluationPlan): UnplacedFault[] {
  if (isBetween(budget_ratio, 1, 100)) return [];
  const message = `\`budget_ratio\` is ${budget_ratio}.`;
  return [fault('budget_ratio', message, 'Write a decimal from 1.0000 to 100.0000.')];
}

function interventionFaults({ intervention, locks }: EvaluationPlan): UnplacedFault[] {
  if (intervention === undefined || locks.length === 2) return [];
  const message = `An intervention is what two locks differ in, but the plan has ${locks.length} locks.`;
  return [fault('intervention', message, 'Compare two locks, or remove `intervention`.')];
}

/**
 * Refuses locks that take the best of several attempts, unless the lock is the control. A team could pick the attempt by the
 * very rule that decides; nobody gains by judging the control's attempts that way.
 */
function attemptFaults({ locks, control }: ResolvedPlan): UnplacedFault[] {
  return locks.flatMap(({ lock, bestOf }, index) => {
    if (bestOf === undefined || lock === control) return [];
    const message = `This lock takes the best of ${bestOf.attempts} attempts, but it is not the control.`;
    const help = 'Name it as `control`, or use a lock without `best_of`.';
    return [{ path: ['locks', index], rule: 'design', message, help }];
  });
}
