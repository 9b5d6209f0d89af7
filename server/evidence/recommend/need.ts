/** The locks to compare and the number of cases to run in an evaluation that decides what the evidence so far leaves open. */

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

/** The gain, and the share of cases that only one of the two passes, to plan for if nothing is known. */
export const usual = { gain: 0.2, discordance: 0.5 };
/** The smallest gain to plan for. A smaller one is rarely worth a team, and costs more runs to prove than it saves. */
export const leastGain = 0.1;

/** The most locks that a plan may name. */
const maxLocks = 16;

/** A requirement that an evaluation is to prove or disprove, such as a pass rate. */
interface Need {
  /** The number of cases with which an evaluation probably decides the requirement; undefined when no suite is large enough. */
  cases: number | undefined;
  /** Returns the chance, from 0 to 1, that an evaluation with so many cases decides the requirement. */
  chanceAt(cases: number): number;
}

/** The status of locks by digest; a lock that is not listed is active. */
type Standing = ReadonlyMap<string, ArtifactStatus>;

const isActive = (lock: string, standing: Standing): boolean => (standing.get(lock) ?? 'active') === 'active';

/**
 * Returns the control of evidence if it is active and was a fair one: the grade of the plan is confirmatory, even if imported
 * runs lowered that of the evidence. Otherwise undefined.
 */
export function controlOf(evidence: Evidence | undefined, standing: Standing): string | undefined {
  const { control, grade, imported } = evidence?.snapshot ?? {};
  const wasFair = grade === 'confirmatory' || imported?.grade_of_plan === 'confirmatory';
  return wasFair && control !== undefined && isActive(control, standing) ? control : undefined;
}

/** Returns the locks to compare: the control, then the teams; at most as many as a plan may name. */
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

/**
 * Returns the need of runs until the interval of a candidate's pass rate lies on one side of the required rate, if the true rate
 * is the observed one. Returns an empty list if it already lies above.
 */
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
