/** Resolves a plan: puts it together with the documents that it names. */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { Question } from '#document/evaluation/question.ts';
import type { Suite } from '#document/evaluation/suite.ts';
import { errorRate } from '../rate.ts';
import { seedOf } from './order.ts';
import { maxRuns, type PlannedLock, type ResolvedPlan } from './plan.ts';

/** The most tokens that a team may take, as a multiple of the tokens of the control, if a plan states no other. */
const usualBudgetRatio = 1.5;

type SuiteCases = Pick<Suite, 'task_class' | 'cases'>;

/**
 * Makes the resolved plan.
 * @param digest the digest of the bytes of the plan
 * @param suite the suite that the plan names
 * @param locks the locks that the plan names, in its order
 * @param question the question that the plan names; undefined if the plan has a question of its own
 */
export function resolvedPlan(
  digest: string,
  plan: EvaluationPlan,
  suite: SuiteCases,
  locks: readonly PlannedLock[],
  question?: Pick<Question, 'alpha' | 'budget_ratio' | 'profile' | 'scorer'>,
): ResolvedPlan {
  return {
    plan: digest,
    suite: plan.suite,
    taskClass: suite.task_class,
    cases: suite.cases.length,
    locks,
    control: plan.control,
    repetitions: plan.repetitions,
    seed: plan.seed,
    alpha: Number(plan.alpha ?? question?.alpha ?? errorRate),
    budgetRatio: Number(plan.budget_ratio ?? question?.budget_ratio ?? usualBudgetRatio),
    ...(plan.question !== undefined && { question: plan.question }),
    ...(question?.profile !== undefined && { profile: question.profile }),
    ...(question?.scorer !== undefined && { scorer: question.scorer }),
    toleratedLossPercent: plan.tolerated_loss_percent,
    ...(plan.stopping === 'anytime' && {
      stopping: plan.stopping,
      casesAtMost: casesAtMost(plan, suite.cases.length),
    }),
    ...(plan.margin !== undefined && { comparison: plan.comparison, margin: Number(plan.margin) }),
    ...(plan.intervention !== undefined && { intervention: plan.intervention }),
    ...clustersOf(suite),
  };
}

/** Returns the plan with the nonce that the service drew for it, and the seed that follows from both. */
export const withNonce = (plan: ResolvedPlan, nonce: string): ResolvedPlan => ({
  ...plan,
  nonce,
  seed: seedOf(plan.plan, nonce),
});

const casesAtMost = ({ max_runs, locks, repetitions }: EvaluationPlan, cases: number): number =>
  Math.min(cases, Math.floor((max_runs ?? maxRuns) / (locks.length * repetitions)));

/** Returns the cluster of each case as a number: clusters are counted in the order in which they first appear. */
function clustersOf({ cases }: SuiteCases): Pick<ResolvedPlan, 'clusters'> {
  if (cases[0]?.cluster === undefined) return {};
  const names = [...new Set(cases.map(({ cluster }) => cluster))];
  const numbers = new Map(names.map((name, index) => [name, index]));
  return { clusters: cases.map(({ cluster }) => numbers.get(cluster)!) };
}
