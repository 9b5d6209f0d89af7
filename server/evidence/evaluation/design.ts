/** Checks whether the fields of a plan that say how it is run and judged fit together (docs/evaluations.md#6). */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { UnplacedFault } from '#document/text/fault.ts';
import { gradeOf, type ResolvedPlan } from './plan.ts';

/** A check of a field: whether it holds, and the message and help if it does not. */
export type Check = [holds: boolean, field: string, message: string, help: string];

/** Returns a fault for each check that does not hold. */
export const faultsOf = (rule: string, checks: readonly Check[]): UnplacedFault[] =>
  checks.flatMap(([holds, field, message, help]) => (holds ? [] : [{ path: [field], rule, message, help }]));

/** Checks the design of a plan whose names were all found; returns its faults. */
export const designFaults = (plan: EvaluationPlan, resolved: ResolvedPlan): UnplacedFault[] => [
  ...faultsOf('design', [
    ...(plan.stopping === 'anytime' ? anytimeChecks(plan, resolved) : fixedChecks(plan)),
    ...marginChecks(plan, resolved),
    [
      plan.intervention === undefined || plan.locks.length === 2,
      'intervention',
      `An intervention is what two locks differ in, but the plan has ${plan.locks.length} locks.`,
      'Compare two locks, or remove `intervention`.',
    ],
    ratioCheck(plan.budget_ratio),
  ]),
  ...attemptFaults(resolved),
];

export const isBetween = (text: string | undefined, low: number, high: number): boolean =>
  text === undefined || (Number(text) >= low && Number(text) <= high);

export const alphaCheck = (alpha: string | undefined): Check => [
  isBetween(alpha, 0.001, 0.05),
  'alpha',
  `\`alpha\` is ${alpha}.`,
  'Write a share from 0.0010 to 0.0500.',
];

export const ratioCheck = (ratio: string | undefined): Check => [
  isBetween(ratio, 1, 100),
  'budget_ratio',
  `\`budget_ratio\` is ${ratio}.`,
  'Write a decimal from 1.0000 to 100.0000.',
];

function anytimeChecks(plan: EvaluationPlan, resolved: ResolvedPlan): Check[] {
  const least = plan.locks.length * plan.repetitions;
  return [
    [
      gradeOf(resolved) === 'confirmatory',
      'stopping',
      'Only an evaluation with a fair control can stop early, because nothing else decides when there is enough evidence.',
      'Name a single agent as `control`, or remove `stopping`.',
    ],
    alphaCheck(plan.alpha),
    [
      resolved.casesAtMost !== 0,
      'max_runs',
      `\`max_runs\` is ${plan.max_runs}, but a single case takes ${least} runs.`,
      `Write ${least} or more.`,
    ],
  ];
}

/**
 * Returns the checks of fields that a plan of fixed size must leave out, since they have a meaning only where an evaluation may
 * stop early.
 */
const fixedChecks = (plan: EvaluationPlan): Check[] =>
  (['alpha', 'max_runs'] as const).map(field => [
    plan[field] === undefined,
    field,
    `\`${field}\` means nothing in an evaluation of fixed size.`,
    'Remove it, or add `stopping: anytime`.',
  ]);

function marginChecks({ comparison, margin }: EvaluationPlan, resolved: ResolvedPlan): Check[] {
  // A plan that is read again has no defaults filled in.
  if (comparison !== 'non_inferiority') {
    const message = 'A margin means nothing in a plan that asks whether teams are better.';
    return [[margin === undefined, 'margin', message, 'Remove it, or add `comparison: non_inferiority`.']];
  }
  if (margin === undefined || !isBetween(margin, 0.01, 0.5)) {
    const message = 'The question whether the control does as well needs a margin.';
    return [[false, 'margin', message, 'Add `margin:`, a share from 0.0100 to 0.5000.']];
  }
  const message = 'The plan asks whether its control does as well, but it has no fair control.';
  return [[gradeOf(resolved) === 'confirmatory', 'comparison', message, 'Name a single agent as `control`.']];
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
