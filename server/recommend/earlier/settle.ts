/** The evaluation that would settle what the evidence leaves open, by the method v2. */
import type { Settling } from '#build/evaluation/recommendation.ts';
import { nearest } from '#build/kind/share.ts';
import { spentShare } from '#build/statistics/earlier/combine.ts';
import { maxCases } from '#build/statistics/sample-size.ts';
import { errorRate, power } from '../../evidence/rate.ts';
import type { Inputs } from '../input.ts';
import { controlOf, isActive, leastGain, locksOf, needOfGain, needOfRate, usual } from '../need.ts';
import type { Contender, Weighed } from './evidence.ts';

/**
 * The evaluation to run: the control and the candidates that only more runs can judge, on as many cases as their observed difference
 * needs. It names nothing that could not be run so: no lock that is not active, no control that was not a fair one, and no suite
 * that is too small.
 */
export function settlingPlan(
  open: readonly Contender[],
  weighed: Weighed,
  { profile, standing }: Pick<Inputs, 'profile' | 'standing'>,
): Settling {
  const control = controlOf(open[0]?.evidence ?? weighed.exploratory[0], standing);
  const locks = locksOf(open, weighed.exploratory, standing, control);
  const gain = wantedGain(open);
  const teams = locks.filter(lock => lock !== control).length;
  const rate = rateOfNext(open, weighed, teams);
  const needs = [needOfGain({ ...gain, rate, power }), ...open.flatMap(each => needOfRate(each, profile))];
  const needed = Math.max(...needs.map(need => need.cases ?? maxCases));
  const basis = open[0]?.evidence ?? weighed.exploratory[0];
  const suite = basis && isActive(basis.snapshot.suite, standing) ? basis.snapshot : undefined;
  const isEnough = suite !== undefined && suite.cases >= needed;
  // A plan of fixed size runs every case of its suite.
  const cases = isEnough ? suite.cases : needed;
  const missing = control === undefined ? 1 : 0;
  return {
    ...(isEnough && { suite: suite.suite }),
    ...(control !== undefined && { control }),
    locks,
    cases,
    repetitions: 1,
    runs: cases * Math.max(2, locks.length + missing),
    detects_gain: nearest(gain.gain),
    // If no suite is large enough, the probability for the largest one.
    power: nearest(Math.min(power, ...needs.map(need => need.chanceAt(cases)))),
  };
}

/** What the error rate leaves for the next comparison of these teams, were each of all teams to be proven. */
function rateOfNext(open: readonly Contender[], { comparisons }: Weighed, shown: number): number {
  const next = Math.max(0, ...open.map(({ versus }) => versus?.parts.length ?? 0)) + 1;
  return (errorRate * spentShare(next)) / Math.max(1, shown, comparisons.length);
}

/** The smallest advantage that was observed among the open teams which lead, but none that is too small to matter. */
function wantedGain(open: readonly Contender[]): { gain: number; discordance: number } {
  const leads = open.flatMap(({ versus }) => {
    if (versus === undefined || versus.wins <= versus.losses) return [];
    const cases = versus.wins + versus.losses + versus.ties;
    const gain = Math.max(leastGain, (versus.wins - versus.losses) / cases);
    return [{ gain, discordance: Math.max(gain, (versus.wins + versus.losses) / cases) }];
  });
  return leads.sort((a, b) => a.gain - b.gain || b.discordance - a.discordance)[0] ?? usual;
}
