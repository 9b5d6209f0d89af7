/** The evaluation that would settle what the evidence leaves open (docs/recommendations.md#8). */
import type { Settling } from '#document/evaluation/recommendation.ts';
import { nearest } from '#document/kind/share.ts';
import { maxCases, powerAt } from '#document/statistics/sample-size.ts';
import { spends } from '#document/statistics/spending.ts';
import { errorRate, power } from '../rate.ts';
import type { Inputs } from './input.ts';
import { controlOf, leastGain, locksOf, needOfGain, needOfRate, usual } from './need.ts';
import type { Contender, Weighed } from './weigh.ts';

/** The true gains, in percentage points, for which a plan states the chance to find them. */
const gains = [5, 10, 15, 20];

/**
 * Returns the evaluation to run: the control and the candidates that only more runs can judge, on as many new cases as the gain
 * needs. Results of earlier runs prove nothing again, so no suite is named. It names no lock that is not active, and no control
 * that was not a fair one.
 */
export function settlingPlan(
  open: readonly Contender[],
  weighed: Weighed,
  { profile, standing }: Pick<Inputs, 'profile' | 'standing'>,
): Settling {
  const basis = open[0]?.evidence ?? weighed.exploratory[0];
  const control = controlOf(basis, standing);
  const locks = locksOf(open, weighed.exploratory, standing, control);
  const teams = Math.max(1, locks.filter(lock => lock !== control).length);
  const rate = Math.min(spends(errorRate, startedIn(weighed), teams) / teams, errorRate / 2);
  const wanted = { ...wantedGain(open), rate, power };
  const needs = [needOfGain(wanted), ...open.flatMap(each => needOfRate(each, profile))];
  const cases = Math.max(...needs.map(need => need.cases ?? maxCases));
  const runs = cases * Math.max(2, locks.length + (control === undefined ? 1 : 0));
  const tokens = tokensOf(locks, weighed, cases);
  return {
    ...(control !== undefined && { control }),
    locks,
    cases,
    repetitions: 1,
    runs,
    ...(tokens !== undefined && { tokens_expected: tokens }),
    detects_gain: nearest(wanted.gain),
    // If no suite is large enough, the probability for the largest one.
    power: nearest(Math.min(power, ...needs.map(need => need.chanceAt(cases)))),
    power_at: gains.map(gain => ({
      gain_percent: gain,
      power: nearest(
        powerAt(cases, {
          ...wanted,
          gain: gain / 100,
          discordance: Math.max(wanted.discordance, gain / 100),
        }),
      ),
    })),
  };
}

/** Returns how many comparisons were started, as far as the evidence tells. */
const startedIn = ({ used, exploratory }: Weighed): number =>
  Math.max(
    0,
    ...[...used, ...exploratory].map(({ snapshot: { method, results, control } }) => {
      const teams = results.filter(({ lock }) => lock !== control).length;
      return method.comparisons_before + teams;
    }),
  );

/**
 * Returns the gain to plan for. It is the smallest observed gain, drawn towards 0 by as much as it is uncertain (the positive
 * part of the estimator of W. James and C. Stein, 1961, for one mean), and at least ten points. The teams that look best were
 * partly lucky: an evaluation planned for the gain as observed finds a true gain far less often than promised.
 */
function wantedGain(open: readonly Contender[]): { gain: number; discordance: number } {
  const leads = open.flatMap(({ versus }) => {
    if (versus === undefined || versus.difference.value <= 0) return [];
    const { value, low } = versus.difference;
    const error = (value - low) / 1.96;
    const shrunken = value * Math.max(0, 1 - (error / value) ** 2);
    const { wins, losses, ties } = versus.comparisons.at(-1)!.pair;
    const gain = Math.max(leastGain, shrunken);
    return [{ gain, discordance: Math.max(gain, (wins + losses) / (wins + losses + ties)) }];
  });
  return leads.sort((a, b) => a.gain - b.gain || b.discordance - a.discordance)[0] ?? usual;
}

/**
 * Estimates the tokens that a number of cases takes from the runs so far. Returns undefined if the tokens of one lock are
 * unknown.
 */
function tokensOf(locks: readonly string[], { contenders }: Weighed, cases: number): number | undefined {
  const means = locks.map(lock => {
    const result = contenders.find(each => each.result.lock === lock)?.result;
    return result?.tokens_per_pass === undefined
      ? undefined
      : (result.tokens_per_pass * result.passes) / result.runs;
  });
  if (means.length === 0 || means.includes(undefined)) return undefined;
  return Math.ceil(means.reduce<number>((sum, each) => sum + each!, 0) * cases);
}
