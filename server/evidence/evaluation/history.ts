/** The evaluations that a tenant started earlier, as far as they affect the grade of evidence (docs/evaluations.md#10). */
import { sha256Hex } from '#document/text/digest.ts';
import type { PlannedLock, ResolvedPlan } from './plan.ts';

/** The counts of earlier comparisons when an evaluation starts. */
export interface History {
  /** The number of comparisons of its task class, or with one of its teams, that were started before. */
  comparisonsBefore: number;
  /** The number of cases of its suite on which an evaluation of one of its teams was started before. */
  casesSeen: number;
}

/** An evaluation that was started before. */
export interface Started {
  taskClass: string;
  /** The number of teams that it compared. */
  comparisons: number;
  /** The teams that it compared, as `armOf` names them. */
  arms: readonly string[];
  suite: string;
  /** Whether the evaluation was cancelled before any run was handed out, so that nobody saw a result. */
  isUnseen: boolean;
}

/** The earlier evaluations of a tenant that count for a plan. */
interface Earlier {
  /** The number of teams that were compared in evaluations of the plan's task class. */
  comparisonsInClass: number;
  /** The earlier evaluations of any task class that have a team of the plan. */
  related: readonly Started[];
}

/** Returns the identity of a lock: a digest of its formation and models. A change of parameters or tool versions keeps it. */
export const armOf = ({ formation, models = [] }: Pick<PlannedLock, 'formation' | 'models'>): string =>
  sha256Hex([formation, ...models].join(' ')).slice(0, 32);

/**
 * Counts the comparisons that were started before a plan, and the cases of its suite that its teams have seen.
 * @param digests returns the digests of the cases of a suite
 */
export function historyOf(
  plan: Pick<ResolvedPlan, 'taskClass' | 'suite'>,
  { comparisonsInClass, related }: Earlier,
  digests: (suite: string) => ReadonlySet<string>,
): History {
  const ofOtherClasses = related.filter(({ taskClass }) => taskClass !== plan.taskClass);
  const suites = new Set(related.filter(({ isUnseen }) => !isUnseen).map(({ suite }) => suite));
  const seen = new Set([...suites].flatMap(suite => [...digests(suite)]));
  return {
    comparisonsBefore: ofOtherClasses.reduce((sum, { comparisons }) => sum + comparisons, comparisonsInClass),
    casesSeen: [...digests(plan.suite)].filter(digest => seen.has(digest)).length,
  };
}

/** Explains why earlier evaluations make the evidence exploratory; an empty list if they do not. */
export function historyReasons({ cases }: ResolvedPlan, history: History): string[] {
  if (history.casesSeen === 0) return [];
  return [
    `A team of the plan was started on ${history.casesSeen} of its ${cases} cases before. Its results on them may be known, so they prove nothing again.`,
  ];
}
