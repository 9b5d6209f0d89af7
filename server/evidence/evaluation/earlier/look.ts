/** Looks at an evaluation that may stop early by the method v2: units are won, lost or tied, clusters as well as cases. */
import { logEValue } from '#build/statistics/betting.ts';
import { differencesOf } from '#build/statistics/earlier/combine.ts';
import { holm } from '#build/statistics/holm.ts';
import { alphaOf, type ResolvedPlan } from '../plan.ts';

/** A team and its record against the control. */
export interface LookedTeam {
  lock: string;
  wins: number;
  losses: number;
  ties: number;
  /** The highest e-value so far for the question of the plan, as a logarithm. */
  highest: number;
  /** The same for the opposite. */
  opposite: number;
}

/** How far an evaluation was looked at: kept with its job. */
export interface Looked {
  /** Units, and their assignments, that were looked at: the first in order. */
  units: number;
  assignments: number;
  looks: number;
  teams: LookedTeam[];
}

/** An assignment that ended. */
interface LookedRun {
  lock: string;
  passed: boolean;
}

export const firstLook = ({ locks, control }: ResolvedPlan): Looked => ({
  units: 0,
  assignments: 0,
  looks: 0,
  teams: locks
    .filter(({ lock }) => lock !== control)
    .map(({ lock }) => ({ lock, wins: 0, losses: 0, ties: 0, highest: 0, opposite: 0 })),
});

/** Takes one more unit into account. @param runs all of its runs */
export function lookAt(plan: ResolvedPlan, looked: Looked, runs: readonly LookedRun[]): Looked {
  const rate = (lock: string | undefined) => {
    const own = runs.filter(run => run.lock === lock);
    return own.filter(({ passed }) => passed).length / own.length;
  };
  const control = rate(plan.control);
  return {
    units: looked.units + 1,
    assignments: looked.assignments + runs.length,
    looks: looked.looks + 1,
    teams: looked.teams.map(team => updated(plan, team, Math.sign(rate(team.lock) - control))),
  };
}

function updated(plan: ResolvedPlan, team: LookedTeam, sign: number): LookedTeam {
  const { wins, losses, ties } = team;
  const now = {
    wins: wins + Number(sign > 0),
    losses: losses + Number(sign < 0),
    ties: ties + Number(sign === 0),
  };
  const [towards, against] = evidenceOf(plan, now);
  const highest = Math.max(team.highest, towards);
  return { lock: team.lock, ...now, highest, opposite: Math.max(team.opposite, against) };
}

/**
 * The evidence for what the plan asks, and for the opposite, as logarithms. A team is asked to be better; of a control that may do as
 * well, the question is whether the team is better by less than the margin.
 */
function evidenceOf(
  { comparison, margin = 0 }: ResolvedPlan,
  { wins, losses, ties }: Pick<LookedTeam, 'wins' | 'losses' | 'ties'>,
): [number, number] {
  const teamWins = differencesOf({ wins, losses, ties });
  const controlWins = differencesOf({ wins: losses, losses: wins, ties });
  return comparison === 'non_inferiority'
    ? [logEValue(controlWins, -margin), logEValue(teamWins, margin)]
    : [logEValue(teamWins), logEValue(controlWins)];
}

/** Whether the question is decided for every team, one way or the other, at the error rate of the plan over all teams. */
export function isDecided(plan: ResolvedPlan, { teams }: Looked): boolean {
  const alpha = alphaOf(plan);
  const towards = holm(teams.map(({ highest }) => Math.exp(-highest)));
  return teams.every(({ opposite }, index) => towards[index]! <= alpha || Math.exp(-opposite) <= alpha);
}
