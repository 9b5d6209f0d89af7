/**
 * The bounds of a quote: the most that a plan may take, and the smallest difference that it could show (docs/evaluations.md#4).
 */

import type { EvaluationQuote } from '#document/evaluation/evaluation-quote.ts';
import { decimal6Down, nearest } from '#document/kind/share.ts';
import { anytimePower } from '#document/statistics/anytime-power.ts';
import { normalReach } from '#document/statistics/interval.ts';
import { powerAt } from '#document/statistics/sample-size.ts';
import { leftAfter, spends } from '#document/statistics/spending.ts';
import { upperTailOfT } from '#document/statistics/student.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { power } from '../rate.ts';
import { gradeOfJob } from './evidence-document.ts';
import { type History, historyReasons } from './history.ts';
import {
  alphaOf,
  confounding,
  handBacksOf,
  type ResolvedPlan,
  type RunBudget,
  runsOf,
  teamsOf,
  tooFewClusters,
  unfairness,
} from './plan.ts';

/** The seconds for which a quote may be used. */
export const quoteLifetimeSeconds = 24 * 3600;

/** The part of a quote that follows from the plan and from earlier evaluations. */
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
  | 'nonce_digest'
  | 'comparisons_before'
  | 'spends'
  | 'left_after'
  | 'cases_seen'
  | 'hand_backs_per_case'
  | 'margin'
  | 'power_if_equal'
>;

/**
 * Computes the bounds that a quote states.
 * @param history the evaluations that were started before the quote; they are counted again when the plan is started
 */
export function boundsOf(plan: ResolvedPlan, history: History): PlanBounds {
  const runsOfLock = runsOf(plan) / plan.locks.length;
  const total = (field: keyof RunBudget) =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      plan.locks.reduce((sum, { budget }) => sum + budget[field] * runsOfLock, 0),
    );
  const grade = gradeOfJob(plan, { history });
  const reasons = [...tooFewClusters(plan), ...historyReasons(plan, history)];
  const spent = spends(alphaOf(plan), history.comparisonsBefore, teamsOf(plan).length);
  const gain = grade === 'confirmatory' ? detectableGain(plan, spent) : undefined;
  return {
    plan_digest: plan.plan,
    grade,
    grade_reasons: [...unfairness(plan), ...confounding(plan), ...reasons],
    cases: plan.cases,
    runs: runsOf(plan),
    input_tokens_at_most: total('input_tokens'),
    output_tokens_at_most: total('output_tokens'),
    elapsed_milliseconds_at_most: total('elapsed_milliseconds'),
    nonce_digest: digestField(sha256Hex(plan.nonce!)),
    comparisons_before: history.comparisonsBefore,
    spends: decimal6Down(spent),
    left_after: decimal6Down(alphaOf(plan) * leftAfter(history.comparisonsBefore + teamsOf(plan).length)),
    cases_seen: history.casesSeen,
    hand_backs_per_case: handBacksOf(teamsOf(plan).length) * plan.repetitions,
    ...(plan.margin !== undefined && {
      margin: nearest(plan.margin),
      power_if_equal: nearest(chanceWithin(plan, plan.margin)),
    }),
    ...(gain !== undefined && { detectable_gain_percent: gain }),
    ...(grade === 'confirmatory' && { power: powerTable(plan, spent) }),
  };
}

/**
 * The share of cases that quotes assume only one of team and control passes. It is higher than usual, so quotes promise too
 * little rather than too much.
 */
const assumedDiscordance = 0.5;

/** The intraclass correlation that quotes assume: how much cases of one cluster resemble each other, from 0 to 1. */
const assumedCorrelation = 0.2;

const gains = [0.05, 0.1, 0.15, 0.2];

/**
 * Returns how many independent cases tell as much as the clustered cases of a plan, rounded down (L. Kish, Survey Sampling,
 * 1965, section 5.4).
 */
function independentCases({ cases, casesAtMost = cases, clusters }: ResolvedPlan): number {
  if (!clusters) return casesAtMost;
  const sizes = new Map<number, number>();
  for (const cluster of clusters) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  const usual = [...sizes.values()].reduce((sum, size) => sum + size * size, 0) / clusters.length;
  return Math.floor(casesAtMost / (1 + (usual - 1) * assumedCorrelation));
}

/**
 * Returns the chance that a plan shows non-inferiority if both are equally good: that the interval of the difference ends below
 * the margin, by the normal approximation (docs/evaluations.md#7).
 */
function chanceWithin(plan: ResolvedPlan, margin: number): number {
  const error = Math.sqrt(assumedDiscordance / Math.max(1, independentCases(plan)));
  return 1 - upperTailOfT(margin / error - normalReach, 1e6);
}

/**
 * Returns the error rate of the test of one team: its share of what the evaluation spends, and at most the rate of one side of
 * the interval.
 */
const rateOf = (plan: ResolvedPlan, spent: number): number =>
  Math.min(spent / Math.max(1, teamsOf(plan).length), alphaOf(plan) / 2);

/** Returns, for each of the usual gains, the chance to find it with the most cases that the plan may run. */
function powerTable(plan: ResolvedPlan, spent: number): EvaluationQuote['power'] {
  const [cases, rate] = [independentCases(plan), rateOf(plan, spent)];
  return gains.map(gain => {
    const wanted = { gain, discordance: assumedDiscordance, rate };
    return {
      gain_percent: Math.round(gain * 100),
      fixed: nearest(powerAt(cases, wanted)),
      anytime: nearest(anytimePower(cases, wanted)),
    };
  });
}

/**
 * Returns the smallest gain, in percentage points and in steps of 5, that the plan would probably show; undefined if there is
 * none.
 */
function detectableGain(plan: ResolvedPlan, spent: number): number | undefined {
  const [cases, rate] = [independentCases(plan), rateOf(plan, spent)];
  for (let percent = 5; percent <= 95; percent += 5) {
    const gain = percent / 100;
    const discordance = Math.max(assumedDiscordance, gain);
    if (powerAt(cases, { gain, discordance, rate }) >= power) return percent;
  }
  return undefined;
}
