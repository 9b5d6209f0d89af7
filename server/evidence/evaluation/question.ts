/** Checks whether a plan asks exactly the question that it names (docs/evaluations.md#8). */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { Question } from '#document/evaluation/question.ts';
import type { UnplacedFault } from '#document/text/fault.ts';
import { alphaCheck, type Check, faultsOf, isBetween, ratioCheck } from './design.ts';

/** The fields that a plan must state as its question states them. */
const stated = ['comparison', 'margin', 'stopping', 'max_runs'] as const;

/** The values of `comparison` and `stopping` for a plan or question that leaves them out. */
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
  return faultsOf('question', [
    [isSameSuite, 'suite', 'Its cases are not those of the question.', 'Name the suite of the question.'],
    [
      plan.control === question.control,
      'control',
      'The control is not the one that the question names.',
      `Write ${question.control}.`,
    ],
    [
      isSameTeams,
      'locks',
      'The teams are not the ones that the question names.',
      'Name all of its teams and no other.',
    ],
    ...stated.map((field): Check => {
      const isSame = (plan[field] ?? usual[field]) === (question[field] ?? usual[field]);
      return [isSame, field, `\`${field}\` is not what the question says.`, 'Write what the question says.'];
    }),
    ...(['alpha', 'budget_ratio'] as const).map((field): Check => {
      const isSame = plan[field] === undefined || plan[field] === question[field];
      return [isSame, field, `\`${field}\` is ${question[field]} in the question.`, 'Leave it out.'];
    }),
  ]);
}

/** Checks the design of a question. All documents that it names were found before. */
export function askedFaults(question: Question): UnplacedFault[] {
  const { comparison, margin = '0.1', stopping, max_runs, alpha, budget_ratio, teams, control } = question;
  const isFit = (comparison === 'non_inferiority') === (question.margin !== undefined);
  return faultsOf('question', [
    [!teams.includes(control), 'teams', 'The control is one of the teams.', 'Leave it out of `teams`.'],
    [
      isFit && isBetween(margin, 0.01, 0.5),
      'margin',
      'A margin belongs to `comparison: non_inferiority`.',
      'Write both, with a margin from 0.0100 to 0.5000.',
    ],
    [
      max_runs === undefined || stopping === 'anytime',
      'max_runs',
      '`max_runs` means nothing in an evaluation of fixed size.',
      'Remove it, or add `stopping: anytime`.',
    ],
    alphaCheck(alpha),
    ratioCheck(budget_ratio),
  ]);
}
