/** The evaluations that a tenant started earlier, as far as they affect the grade of evidence (docs/evaluations.md#10). */
import { sha256Hex } from '#document/text/digest.ts';
import type { PlannedLock, ResolvedPlan } from './plan.ts';

/** The counts of earlier comparisons when an evaluation starts. */
export interface History {
  /** Comparisons of its task class, or of one of its teams, that were started before. */
  comparisonsBefore: number;
  /** Cases of its suite on which one of its teams was started before. */
  casesSeen: number;
}

/** An evaluation that was started before. */
export interface Started {
  taskClass: string;
  /** How many teams it compared. */
  comparisons: number;
  /** Its teams, as `armOf` names them. */
  arms: readonly string[];
  suite: string;
  /** Whether it was cancelled before any of its runs was handed out: then nobody saw a result. */
  isUnseen: boolean;
}

/** The evaluations that a tenant started before a plan, as far as they count for it. */
interface Earlier {
  /** How many teams were compared in evaluations of its task class. */
  comparisonsInClass: number;
  /** Those with one of its teams, of any task class. */
  related: readonly Started[];
}

/** Returns the identity of a lock as a digest of formation and models. A changed parameter or tool version keeps it. */
export const armOf = ({ formation, models = [] }: Pick<PlannedLock, 'formation' | 'models'>): string =>
  sha256Hex([formation, ...models].join(' ')).slice(0, 32);

/**
 * Counts the comparisons started before a plan, and the cases of its suite that its teams have seen.
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

/** Explains why earlier evaluations make the evidence exploratory. Returns no sentence if they do not. */
export function historyReasons({ cases }: ResolvedPlan, history: History): string[] {
  if (history.casesSeen === 0) return [];
  return [
    `A team of the plan was started on ${history.casesSeen} of its ${cases} cases before. Its results on them may be known, so they prove nothing again.`,
  ];
}
