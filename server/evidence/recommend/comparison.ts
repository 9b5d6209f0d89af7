/** Comparisons of teams with controls as a recommendation lists them: everything that is needed to compute them again. */
import type { Comparison } from '#document/evaluation/recommendation.ts';
import { differenceTexts, roundedUp, signedDown } from '#document/kind/share.ts';
import type { Versus } from './versus.ts';

export const comparisonOf = ({
  team,
  control,
  comparisons,
  difference,
  worstLow,
  adjusted,
}: Versus): Comparison => ({
  lock: team,
  control,
  method: 'spending',
  difference: differenceTexts(difference),
  worst_low: signedDown(worstLow),
  evaluations: comparisons.map(({ snapshot, pair, adjusted: own }) => ({
    snapshot,
    wins: pair.wins,
    losses: pair.losses,
    ties: pair.ties,
    difference: [...pair.difference!],
    p: pair.p,
    p_adjusted: roundedUp(own),
  })),
  p: roundedUp(Math.min(...comparisons.map(({ pair }) => Number(pair.p)))),
  p_adjusted: roundedUp(adjusted),
});
