/** What a plan takes at most, and what it could show (docs/evaluations.md#4). */
import type { EvaluationQuote } from '#document/kind/evaluation-quote.ts';
import { spentShare } from '../evidence/combine.ts';
import { powerAt } from '../evidence/sample-size.ts';
import { errorRate, power } from '../recommend/rate.ts';
import { gradeOf, type ResolvedPlan, type RunBudget, runsOf, unfairness } from './plan.ts';

/** How long a quote holds, in seconds. */
export const quoteLifetimeSeconds = 24 * 3600;

/** The part of a quote that follows from the plan alone. */
export type PlanBounds = Pick<
  EvaluationQuote,
  | 'plan_digest'
  | 'grade'
  | 'grade_reasons'
  | 'cases'
  | 'runs'
  | 'input_tokens_at_most'
  | 'output_tokens_at_most'
  | 'elapsed_milliseconds_at_most'
  | 'detectable_gain_percent'
>;

export function boundsOf(plan: ResolvedPlan): PlanBounds {
  const runsOfLock = plan.cases * plan.repetitions;
  const total = (field: keyof RunBudget) =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      plan.locks.reduce((sum, { budget }) => sum + budget[field] * runsOfLock, 0),
    );
  const gain = gradeOf(plan) === 'confirmatory' ? detectableGain(plan) : undefined;
  return {
    plan_digest: plan.plan,
    grade: gradeOf(plan),
    grade_reasons: unfairness(plan),
    cases: plan.cases,
    runs: runsOf(plan),
    input_tokens_at_most: total('input_tokens'),
    output_tokens_at_most: total('output_tokens'),
    elapsed_milliseconds_at_most: total('elapsed_milliseconds'),
    ...(gain !== undefined && { detectable_gain_percent: gain }),
  };
}

/** Half of the cases being passed by one of the two alone is more than is common, so the promise is a careful one. */
const assumedDiscordance = 0.5;

/** The smallest gain in percentage points, in steps of 5, that locks which were not compared before would show. */
function detectableGain({ cases, locks }: ResolvedPlan): number | undefined {
  const rate = (errorRate * spentShare(1)) / Math.max(1, locks.length - 1);
  for (let percent = 5; percent <= 95; percent += 5) {
    const gain = percent / 100;
    const discordance = Math.max(assumedDiscordance, gain);
    if (powerAt(cases, { gain, discordance, rate, power }) >= power) return percent;
  }
  return undefined;
}
