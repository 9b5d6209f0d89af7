/**
 * Looks at an evaluation that may stop early (docs/evaluations.md#6). Units are looked at in the order that was fixed before the first
 * run, and only while all before them have ended: if slow runs were left out, what is left would no longer be a fair sample.
 */
import { type Difference, logEValue, reversed } from '#document/statistics/betting.ts';
import { holm } from '#document/statistics/holm.ts';
import type { EndedRun } from '../run-facts.ts';
import { ratesOf, rowsOf } from '../verdict.ts';
import { largestCluster, unitSizes } from './order.ts';
import { alphaOf, type ResolvedPlan, teamsOf } from './plan.ts';

/** A team with its record against the control. */
interface LookedTeam {
  lock: string;
  wins: number;
  losses: number;
  ties: number;
  /** The natural logarithm of the highest e-value so far for the question of the plan. */
  highest: number;
  /** The natural logarithm of the highest e-value so far for the opposite of the question. */
  opposite: number;
  /** The differences of all units so far. Units with equal differences share an entry. */
  seen: readonly Difference[];
}

/** The results of an evaluation that may stop early, as of the last look at them. They are stored with the job. */
export interface Looked {
  /** The number of units looked at, from the first in order, and of the assignments in these units. */
  units: number;
  assignments: number;
  looks: number;
  teams: LookedTeam[];
}

export const firstLook = (plan: ResolvedPlan): Looked => ({
  units: 0,
  assignments: 0,
  looks: 0,
  teams: teamsOf(plan).map(({ lock }) => {
    return { lock, wins: 0, losses: 0, ties: 0, highest: 0, opposite: 0, seen: [] };
  }),
});

/** Returns the number of assignments of the next unit, or undefined after the last unit. */
export const nextUnit = (plan: ResolvedPlan, { units }: Looked): number | undefined => unitSizes(plan)[units];

/**
 * Looks at one more unit, which is a case or a cluster, and returns the results as of then.
 * @param looked the results before this look
 * @param runs all runs of the unit; one that exceeded its budget did not pass
 */
export function lookAt(plan: ResolvedPlan, looked: Looked, runs: readonly EndedRun[]): Looked {
  const names = plan.locks.map(({ lock }) => lock);
  const rows = rowsOf(runs, plan.repetitions, plan.control);
  const rates = rows.map(row => ratesOf(row, names, plan.control));
  const control = names.indexOf(plan.control!);
  const weight = plan.clusters ? rates.length / largestCluster(plan) : 1;
  return {
    units: looked.units + 1,
    assignments: looked.assignments + runs.length,
    looks: looked.looks + 1,
    teams: looked.teams.map(team => {
      const own = names.indexOf(team.lock);
      const values = rates.map(row => row[own]! - row[control]!);
      return updated(plan, team, values, weight);
    }),
  };
}

function updated(
  plan: ResolvedPlan,
  team: LookedTeam,
  values: readonly number[],
  weight: number,
): LookedTeam {
  const value = values.reduce((total, each) => total + each, 0) / values.length;
  const seen = withUnit(team.seen, value, weight);
  const [towards, against] = questionsOf(plan).map(({ of, margin }) => logEValue(of(seen), margin));
  return {
    lock: team.lock,
    wins: team.wins + values.filter(each => each > 0).length,
    losses: team.losses + values.filter(each => each < 0).length,
    ties: team.ties + values.filter(each => each === 0).length,
    highest: Math.max(team.highest, towards!),
    opposite: Math.max(team.opposite, against!),
    seen,
  };
}

function withUnit(seen: readonly Difference[], value: number, weight: number): Difference[] {
  const isSame = (each: Difference) => each.value === value && each.weight === weight;
  if (!seen.some(isSame)) return [...seen, { value, units: 1, weight }];
  return seen.map(each => (isSame(each) ? { ...each, units: each.units + 1 } : each));
}

interface Question {
  of: (units: readonly Difference[]) => readonly Difference[];
  margin: number;
}

const same = (units: readonly Difference[]) => units;

/**
 * Returns the question of a plan and its opposite. Superiority asks whether a team is better than the control, and its opposite
 * whether it is worse. Non-inferiority asks whether a team is better by less than the margin, and its opposite whether it is
 * better by more.
 */
const questionsOf = ({ comparison, margin = 0 }: ResolvedPlan): readonly [Question, Question] =>
  comparison === 'non_inferiority'
    ? [
        { of: reversed, margin: -margin },
        { of: same, margin },
      ]
    : [
        { of: same, margin: 0 },
        { of: reversed, margin: 0 },
      ];

/**
 * Tells whether the question is decided for every team, one way or the other.
 * @param spends the part of the error rate that the evaluation may spend over all its teams
 */
export function isDecided(plan: ResolvedPlan, looked: Looked, spends: number): boolean {
  const alpha = alphaOf(plan);
  const towards = holm(looked.teams.map(({ highest }) => Math.exp(-highest)));
  const [{ of, margin }] = questionsOf(plan);
  // The interval must lie on the same side too; half of its error rate is spent on each side.
  const isProven = (index: number) =>
    towards[index]! <= spends && Math.exp(-logEValue(of(looked.teams[index]!.seen), margin)) <= alpha / 2;
  return looked.teams.every(({ opposite }, index) => isProven(index) || Math.exp(-opposite) <= alpha / 2);
}
