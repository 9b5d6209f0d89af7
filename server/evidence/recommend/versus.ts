/** Compares a team and a control over all evidence: by how much they differ, and whether the team is proven better. */
import type { EvidenceSnapshot, PairResult } from '#document/evaluation/evidence-snapshot.ts';
import { holm } from '#document/statistics/holm.ts';
import { normalReach } from '#document/statistics/interval.ts';
import { type Part, pooled } from '#document/statistics/pool.ts';
import { upperTailOfT } from '#document/statistics/student.ts';
import { errorRate } from '../rate.ts';
import type { Evidence } from './input.ts';

/** One evaluation of a team and a control, with their difference in it. */
interface Comparison extends Part {
  snapshot: string;
  pair: PairResult;
  /** The lower end of the interval of the difference, from -1 to 1, if every missing run went against the team. */
  worstLow: number;
  /**
   * The p-value after Holm's adjustment for all teams of the evaluation, scaled so that `errorRate` is the limit for a proof,
   * whatever part of that rate the evaluation may spend; from 0 to 1.
   */
  adjusted: number;
}

/** A team against a control, over all evaluations that count. */
export interface Versus {
  team: string;
  control: string;
  /** The evaluations, oldest first. */
  comparisons: readonly Comparison[];
  /** The difference over all cases. */
  difference: Part;
  worstLow: number;
  /** The least of the adjusted p-values, from 0 to 1. Later evaluations do not undo a proof. */
  adjusted: number;
  /** Whether the team is proven better: the adjusted p-value is at most the error rate, and the interval is above 0. */
  isBetter: boolean;
  /**
   * The widest margin of all plans, and the interval of the difference by the plan that states it, if the control does as well as
   * the team within that margin; otherwise undefined.
   */
  asGood: { margin: number; low: string; high: string } | undefined;
  /**
   * The margin by which the team is proven to be no worse, while using no more tokens, and the lower end of the interval of the
   * difference, both by the newest plan that proves it; undefined if none does.
   */
  isNoWorse: { margin: number; low: string } | undefined;
}

/** Returns the pairs with the control whose difference nothing but the organisation explains. */
const fairPairs = ({ control, pairs }: EvidenceSnapshot): PairResult[] =>
  pairs.filter(({ second, confounded_by }) => second === control && confounded_by?.length === 0);

/**
 * Compares every team with every control that it was evaluated with.
 * @param evidence the confirmatory evidence, oldest first
 */
export function versusOf(evidence: readonly Evidence[]): Versus[] {
  const found = new Map<string, Comparison[]>();
  for (const { digest, snapshot } of evidence) {
    const pairs = fairPairs(snapshot);
    const adjusted = holm(pairs.map(({ p }) => Number(p))).map(each =>
      Math.min(1, (each * errorRate) / Number(snapshot.method.spends)),
    );
    for (const [index, pair] of pairs.entries()) {
      const name = `${pair.first} ${pair.second}`;
      const [value = 0, low = 0, high = 0] = pair.difference!.map(Number);
      const comparison = {
        value,
        low,
        high,
        cases: pair.wins + pair.losses + pair.ties,
        mayStop: snapshot.method.stopping === 'anytime',
        snapshot: digest,
        pair,
        worstLow: Number(pair.worst![1]),
        adjusted: adjusted[index]!,
      };
      found.set(name, [...(found.get(name) ?? []), comparison]);
    }
  }
  return [...found.values()].map(comparisons => versus(comparisons, evidence));
}

function versus(comparisons: readonly Comparison[], evidence: readonly Evidence[]): Versus {
  const { first: team, second: control } = comparisons[0]!.pair;
  const newest = [...comparisons].reverse();
  const difference = pooled(newest);
  const worstLow = pooled(
    newest.map(each => ({ ...each, value: Number(each.pair.worst![0]), low: each.worstLow })),
  ).low;
  const adjusted = Math.min(...comparisons.map(each => each.adjusted));
  const isBetter = adjusted <= errorRate && difference.low > 0;
  const asked = comparisons.flatMap(each => {
    const { method } = evidence.find(({ digest }) => digest === each.snapshot)!.snapshot;
    return method.margin === undefined ? [] : [{ ...each, margin: Number(method.margin), method }];
  });
  // A narrower margin that is asked later does not take back that the control does as well within a wider one.
  const [widest] = asked.toSorted((a, b) => b.margin - a.margin);
  return {
    team,
    control,
    comparisons,
    difference,
    worstLow,
    adjusted,
    isBetter,
    asGood: widest && difference.high < widest.margin ? marginOf(widest) : undefined,
    isNoWorse: asked.filter(isNoWorse).map(marginOf).at(-1),
  };
}

const marginOf = ({ margin, pair }: Comparison & { margin: number }) => {
  const [, low = '', high = ''] = pair.difference!;
  return { margin, low, high };
};

/**
 * Tells whether a team passes as often as its control, except for the margin, and takes no more tokens. A team that is neither
 * better nor cheaper is not worth having. The p-value is computed from the interval, and may be at most what the evaluation may
 * spend.
 */
function isNoWorse({
  value,
  low,
  margin,
  pair,
  method,
}: Comparison & { margin: number; method: EvidenceSnapshot['method'] }): boolean {
  const isCheaper = pair.tokens_ratio !== undefined && Number(pair.tokens_ratio[2]) <= 1;
  if (!isCheaper || low <= -margin) return false;
  const chance = upperTailOfT((normalReach * (value + margin)) / (value - low), 1e6);
  return chance <= Number(method.spends);
}
