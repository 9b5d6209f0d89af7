/** Checks whether a plan asks exactly the question that it names (docs/evaluations.md#8). */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { Question } from '#document/evaluation/question.ts';
import type { UnplacedFault } from '#document/text/fault.ts';

const fault = (field: string, message: string, help: string): UnplacedFault => ({
  path: [field],
  rule: 'question',
  message,
  help,
});

/** The fields that a plan must state as its question states them. */
const stated = ['comparison', 'margin', 'stopping', 'max_runs'] as const;

/** The values of two of these fields where a plan or question leaves them out. */
const usual: Readonly<Record<string, string>> = { comparison: 'superiority', stopping: 'fixed' };

/**
 * Compares a plan with its question, and returns a fault for each part in which they differ.
 * @param isSameSuite whether the suites of both have the same cases
 */
export function questionFaults(
  plan: EvaluationPlan,
  question: Question,
  isSameSuite: boolean,
): UnplacedFault[] {
  const teams = plan.locks.filter(lock => lock !== plan.control);
  const isSameTeams =
    teams.length === question.teams.length && teams.every(each => question.teams.includes(each));
  const differs = (field: 'alpha' | 'budget_ratio') =>
    plan[field] !== undefined && plan[field] !== question[field];
  return [
    ...(isSameSuite
      ? []
      : [fault('suite', 'Its cases are not those of the question.', 'Name the suite of the question.')]),
    ...(plan.control === question.control
      ? []
      : [
          fault(
            'control',
            'The control is not the one that the question names.',
            `Write ${question.control}.`,
          ),
        ]),
    ...(isSameTeams
      ? []
      : [
          fault(
            'locks',
            'The teams are not the ones that the question names.',
            'Name all of its teams and no other.',
          ),
        ]),
    ...stated
      .filter(field => (plan[field] ?? usual[field]) !== (question[field] ?? usual[field]))
      .map(field =>
        fault(field, `\`${field}\` is not what the question says.`, 'Write what the question says.'),
      ),
    ...(['alpha', 'budget_ratio'] as const)
      .filter(differs)
      .map(field => fault(field, `\`${field}\` is ${question[field]} in the question.`, 'Leave it out.')),
  ];
}

const isBetween = (text: string, low: number, high: number): boolean =>
  Number(text) >= low && Number(text) <= high;

/** Checks the design of a question. All documents that it names were found before. */
export function askedFaults({
  comparison,
  margin,
  stopping,
  max_runs,
  alpha,
  budget_ratio,
  teams,
  control,
}: Question): UnplacedFault[] {
  const asksMargin = comparison === 'non_inferiority';
  return [
    ...(teams.includes(control)
      ? [fault('teams', 'The control is one of the teams.', 'Leave it out of `teams`.')]
      : []),
    ...(asksMargin === (margin !== undefined) && isBetween(margin ?? '0.1', 0.01, 0.5)
      ? []
      : [
          fault(
            'margin',
            'A margin belongs to `comparison: non_inferiority`.',
            'Write both, with a margin from 0.0100 to 0.5000.',
          ),
        ]),
    ...(max_runs === undefined || stopping === 'anytime'
      ? []
      : [
          fault(
            'max_runs',
            '`max_runs` means nothing in an evaluation of fixed size.',
            'Remove it, or add `stopping: anytime`.',
          ),
        ]),
    ...(isBetween(alpha, 0.001, 0.05)
      ? []
      : [fault('alpha', `\`alpha\` is ${alpha}.`, 'Write a share from 0.0010 to 0.0500.')]),
    ...(isBetween(budget_ratio, 1, 100)
      ? []
      : [
          fault(
            'budget_ratio',
            `\`budget_ratio\` is ${budget_ratio}.`,
            'Write a decimal from 1.0000 to 100.0000.',
          ),
        ]),
  ];
}
