/** The evaluation that would settle what the evidence leaves open. */

import type { Settling } from '#build/exchange/recommendation.ts';
import type { ArtifactStatus } from '#build/kind/artifact-status.ts';
import { nearest } from '#build/kind/share.ts';
import { spentShare } from '../combine.ts';
import {
  casesToDetect,
  chanceToConfirm,
  maxCases,
  powerAt,
  runsToConfirm,
  type Wanted,
} from '../sample-size.ts';
import type { Evidence, Inputs, Profile } from './input.ts';
import { errorRate, power } from './rate.ts';
import type { Contender, Weighed } from './weigh.ts';

/** The effect to look for if nothing is known: a gain worth its cost, with half of the cases passed by only one of the two. */
const usual = { gain: 0.2, discordance: 0.5 };
/** A smaller advantage than this is rarely worth a team, and costs more runs to prove than it saves. */
const leastGain = 0.1;

/** As many locks a plan may name. */
const maxLocks = 16;

/** One thing that an evaluation has to show. */
interface Need {
  /** The cases at which it likely does; undefined when no suite is large enough. */
  cases: number | undefined;
  /** The chance that it does with so many. */
  chanceAt(cases: number): number;
}

/** The status of locks by digest; a lock that is not listed is active. */
type Standing = ReadonlyMap<string, ArtifactStatus>;

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
  const locks = locksOf(open, weighed, standing, control);
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

const isActive = (lock: string, standing: Standing): boolean => (standing.get(lock) ?? 'active') === 'active';

/** The control of the evidence, if it was a fair one: the evidence counts, or would but for the time of its imported runs. */
function controlOf(evidence: Evidence | undefined, standing: Standing): string | undefined {
  const { control, grade, imported } = evidence?.snapshot ?? {};
  const wasFair = grade === 'confirmatory' || imported?.grade_of_plan === 'confirmatory';
  return wasFair && control !== undefined && isActive(control, standing) ? control : undefined;
}

/** The control, then the teams; at most as many as a plan may name. */
function locksOf(
  open: readonly Contender[],
  { exploratory }: Weighed,
  standing: Standing,
  control: string | undefined,
): string[] {
  // One that was compared with another control may be allowed to spend more than this one.
  const isComparable = ({ versus }: Contender) =>
    versus === undefined || control === undefined || versus.control === control;
  const candidates = open.filter(isComparable).map(({ result }) => result);
  const [known] = exploratory;
  // Of exploratory evidence the control is no fair one.
  const others = (known?.snapshot.results ?? []).filter(({ lock }) => lock !== known!.snapshot.control);
  const shown = candidates.length > 0 ? candidates : others;
  const active = shown.map(({ lock }) => lock).filter(lock => isActive(lock, standing));
  return [...new Set([...(control === undefined ? [] : [control]), ...active])].slice(0, maxLocks);
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
