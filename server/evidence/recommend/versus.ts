/** The comparison of a team and a control over all evidence: by how much they differ, and whether the team is proven better. */
import type { EvidenceSnapshot, PairResult } from '#document/evaluation/evidence-snapshot.ts';
import { holm } from '#document/statistics/holm.ts';
import { normalReach } from '#document/statistics/interval.ts';
import { type Part, pooled } from '#document/statistics/pool.ts';
import { upperTailOfT } from '#document/statistics/student.ts';
import { errorRate } from '../rate.ts';
import type { Evidence } from './input.ts';

/** One evaluation of a team and a control. */
interface Comparison extends Part {
  snapshot: string;
  pair: PairResult;
  /** The lower end of the interval if all that is missing went against the team. */
  worstLow: number;
  /** The p-value after Holm's adjustment for all teams of the evaluation, as a share of the error rate that it may spend. */
  adjusted: number;
}

/** A team against a control. */
export interface Versus {
  team: string;
  control: string;
  /** Oldest first. */
  comparisons: readonly Comparison[];
  /** The difference over all cases. */
  difference: Part;
  worstLow: number;
  /** The least of the adjusted chances: a proof stays one whatever is evaluated later. */
  adjusted: number;
  /** The number of evaluations that count. */
  isBetter: boolean;
  /** Whether the control does as well except for the widest margin of all plans, and by which plan. */
  asGood: { margin: number; low: string; high: string } | undefined;
  /** Whether the team does as well except for a margin, and is no more expensive. */
  isNoWorse: { margin: number; low: string } | undefined;
}

/** Pairs with the control that may show something: nothing else explains their difference. */
const fairPairs = ({ control, pairs }: EvidenceSnapshot): PairResult[] =>
  pairs.filter(({ second, confounded_by }) => second === control && confounded_by?.length === 0);

/**
 * Returns every team with every control, over confirmatory evidence.
 * @param evidence oldest first
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
 * better nor cheaper is not worth having. The chance of an error follows from the interval.
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
