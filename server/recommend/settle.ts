/** The evaluation that would settle what the evidence leaves open. */
import type { Settling } from '#document/kind/recommendation.ts';
import { nearest } from '#document/kind/share.ts';
import {
  casesToDetect,
  chanceToConfirm,
  maxCases,
  powerAt,
  runsToConfirm,
  type Wanted,
} from '../evidence/sample-size.ts';
import type { Contender, Profile, Weighed } from './evidence.ts';
import { errorRate, power, spentShare } from './rate.ts';

/** The effect to look for if nothing is known: a gain worth its cost, with half of the cases passed by only one of the two. */
const usual = { gain: 0.2, discordance: 0.5 };
/** A smaller advantage than this is rarely worth a team, and costs more runs to prove than it saves. */
const leastGain = 0.1;

/** One thing that an evaluation has to show. */
interface Need {
  /** The cases at which it likely does; undefined when no suite is large enough. */
  cases: number | undefined;
  /** The chance that it does with so many. */
  chanceAt(cases: number): number;
}

/**
 * The evaluation to run: the control and the candidates that only more runs can judge, on as many cases as their
 * observed difference needs.
 */
export function settlingPlan(open: readonly Contender[], weighed: Weighed, profile: Profile): Settling {
  const basis = open[0]?.evidence ?? weighed.exploratory[0];
  const control = basis?.snapshot.control;
  const teams = open.map(({ result }) => result.lock).filter(lock => lock !== control);
  const shown = teams.length > 0 ? teams : exploratoryTeams(weighed, control);
  const locks = [...new Set([...(control === undefined ? [] : [control]), ...shown])].slice(0, 16);
  const gain = wantedGain(open);
  const rate = rateOfNext(open, weighed, shown.length);
  const needs = [needOfGain({ ...gain, rate, power }), ...open.flatMap(each => needOfRate(each, profile))];
  const cases = Math.max(...needs.map(need => need.cases ?? maxCases));
  return {
    ...(basis && { suite: basis.snapshot.suite }),
    ...(control !== undefined && { control }),
    locks,
    cases,
    repetitions: 1,
    runs: cases * Math.max(2, locks.length),
    detects_gain: nearest(gain.gain),
    // If no suite is large enough, the probability for the largest one.
    power: nearest(Math.min(power, ...needs.map(need => need.chanceAt(cases)))),
  };
}

/** What the error rate leaves for the next comparison of these teams, were each of all teams to be proven. */
function rateOfNext(open: readonly Contender[], { comparisons }: Weighed, shown: number): number {
  const next = Math.max(0, ...open.map(({ versus }) => versus?.look ?? 0)) + 1;
  return (errorRate * spentShare(next)) / Math.max(1, shown, comparisons);
}

const exploratoryTeams = ({ exploratory }: Weighed, control: string | undefined): string[] =>
  (exploratory[0]?.snapshot.results ?? []).map(({ lock }) => lock).filter(lock => lock !== control);

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

const needOfGain = (wanted: Wanted): Need => ({
  cases: casesToDetect(wanted),
  chanceAt: cases => powerAt(cases, wanted),
});

/** The interval of a rate that truly is as observed has to lie on one side of the required one; it may do so already. */
function needOfRate({ result }: Contender, { min_pass_rate }: Profile): Need[] {
  const required = min_pass_rate / 100;
  if (Number(result.effective_low) >= required) return [];
  const observed = result.passes / result.runs;
  // Below the requirement it is the failures that are to be confirmed: the interval is symmetrical in that exchange.
  const [rate, bound] = observed > required ? [observed, required] : [1 - observed, 1 - required];
  return [
    { cases: runsToConfirm(rate, bound, power), chanceAt: cases => chanceToConfirm(cases, rate, bound) },
  ];
}
