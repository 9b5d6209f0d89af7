/** The locks that an evaluation has to compare, and the number of cases, to settle something. */

import type { LockResult } from '#document/evaluation/evidence-snapshot.ts';
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import {
  casesToDetect,
  chanceToConfirm,
  powerAt,
  runsToConfirm,
  type Wanted,
} from '#document/statistics/sample-size.ts';
import { power } from '../rate.ts';
import type { Evidence, Profile } from './input.ts';

/** A candidate that only more runs can judge. */
interface OpenCandidate {
  result: LockResult;
  evidence: Evidence;
  versus: { control: string } | undefined;
}

/** The effect to look for if nothing is known: a gain worth its cost, with half of the cases passed by only one of the two. */
export const usual = { gain: 0.2, discordance: 0.5 };
/** A smaller advantage than this is rarely worth a team, and costs more runs to prove than it saves. */
export const leastGain = 0.1;

/** The most locks that a plan may name. */
const maxLocks = 16;

/** A requirement that an evaluation has to show, such as a pass rate. */
interface Need {
  /** The cases at which it likely does; undefined when no suite is large enough. */
  cases: number | undefined;
  /** Returns the chance that an evaluation with so many cases shows it. */
  chanceAt(cases: number): number;
}

/** The status of locks by digest; a lock that is not listed is active. */
type Standing = ReadonlyMap<string, ArtifactStatus>;

const isActive = (lock: string, standing: Standing): boolean => (standing.get(lock) ?? 'active') === 'active';

/**
 * Returns the control of the evidence, if it was a fair one: the evidence counts, or would except for the time of its imported
 * runs.
 */
export function controlOf(evidence: Evidence | undefined, standing: Standing): string | undefined {
  const { control, grade, imported } = evidence?.snapshot ?? {};
  const wasFair = grade === 'confirmatory' || imported?.grade_of_plan === 'confirmatory';
  return wasFair && control !== undefined && isActive(control, standing) ? control : undefined;
}

/** Returns the control, then the teams; at most as many as a plan may name. */
export function locksOf(
  open: readonly OpenCandidate[],
  exploratory: readonly Evidence[],
  standing: Standing,
  control: string | undefined,
): string[] {
  // A team that was compared with another control may be allowed to spend more.
  const isComparable = ({ versus }: OpenCandidate) =>
    versus === undefined || control === undefined || versus.control === control;
  const candidates = open.filter(isComparable).map(({ result }) => result);
  const [known] = exploratory;
  // The control of exploratory evidence is not fair.
  const others = (known?.snapshot.results ?? []).filter(({ lock }) => lock !== known!.snapshot.control);
  const shown = candidates.length > 0 ? candidates : others;
  const active = shown.map(({ lock }) => lock).filter(lock => isActive(lock, standing));
  return [...new Set([...(control === undefined ? [] : [control]), ...active])].slice(0, maxLocks);
}

export const needOfGain = (wanted: Wanted): Need => ({
  cases: casesToDetect(wanted),
  chanceAt: cases => powerAt(cases, wanted),
});

/** The interval of a rate that truly is as observed has to lie on one side of the required one; it may do so already. */
export function needOfRate({ result }: OpenCandidate, { min_pass_rate }: Profile): Need[] {
  const required = min_pass_rate / 100;
  if (Number(result.effective_low) >= required) return [];
  const observed = result.passes / result.runs;
  // Below the requirement, failures are what has to be confirmed: the interval is symmetrical if passes and failures change places.
  const [rate, bound] = observed > required ? [observed, required] : [1 - observed, 1 - required];
  return [
    { cases: runsToConfirm(rate, bound, power), chanceAt: cases => chanceToConfirm(cases, rate, bound) },
  ];
}
