/** What a plan takes at most, and what it could show (docs/evaluations.md#4). */
import type { EvaluationQuote } from '#build/exchange/evaluation-quote.ts';
import { nearest } from '#build/kind/share.ts';
import { anytimePower } from '../anytime-power.ts';
import { spentShare } from '../combine.ts';
import { errorRate, power } from '../recommend/rate.ts';
import { powerAt } from '../sample-size.ts';
import { confounding, gradeOf, type ResolvedPlan, type RunBudget, runsOf, unfairness } from './plan.ts';

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
  | 'power'
>;

export function boundsOf(plan: ResolvedPlan): PlanBounds {
  const runsOfLock = runsOf(plan) / plan.locks.length;
  const total = (field: keyof RunBudget) =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      plan.locks.reduce((sum, { budget }) => sum + budget[field] * runsOfLock, 0),
    );
  const isConfirmatory = gradeOf(plan) === 'confirmatory';
  const gain = isConfirmatory ? detectableGain(plan) : undefined;
  return {
    plan_digest: plan.plan,
    grade: gradeOf(plan),
    grade_reasons: [...unfairness(plan), ...confounding(plan)],
    cases: plan.cases,
    runs: runsOf(plan),
    input_tokens_at_most: total('input_tokens'),
    output_tokens_at_most: total('output_tokens'),
    elapsed_milliseconds_at_most: total('elapsed_milliseconds'),
    ...(gain !== undefined && { detectable_gain_percent: gain }),
    ...(isConfirmatory && { power: powerTable(plan) }),
  };
}

/** Half of the cases being passed by one of the two alone is more than is common, so the promise is a careful one. */
const assumedDiscordance = 0.5;

const gains = [0.05, 0.1, 0.15, 0.2];

/** The chance to find each of the usual gains with what the plan runs at most, on a pair that was not compared before. */
function powerTable({
  cases,
  casesAtMost = cases,
  locks,
  alpha = errorRate,
}: ResolvedPlan): EvaluationQuote['power'] {
  const teams = Math.max(1, locks.length - 1);
  return gains.map(gain => {
    const wanted = { gain, discordance: assumedDiscordance };
    return {
      gain_percent: Math.round(gain * 100),
      fixed: nearest(powerAt(casesAtMost, { ...wanted, rate: (errorRate * spentShare(1)) / teams, power })),
      anytime: nearest(anytimePower(casesAtMost, { ...wanted, rate: alpha / teams })),
    };
  });
}

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
