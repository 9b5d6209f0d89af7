/** Converts recomputed comparisons to points: the difference of the pass rates of two arms, with its interval. */
import { type Point, signed, turnedRound } from './point.ts';

/**
 * The fields of a comparison from which `comparedPoints` makes a point, which is a number on a scale, for each of its results.
 */
export interface Compared {
  arms: readonly { id: string; pattern?: string | undefined; fidelity: string; ran_by: string }[];
  results: readonly {
    a: string;
    b: string;
    cases: number;
    difference: string;
    interval: readonly string[];
  }[];
  shown: readonly { a: string; b: string }[];
  confounds: readonly string[];
  benchmark: { name: string };
}

/** The point of a result between the arms `a` and `b`. It is above 0 if `a` did better. */
interface ComparedPoint {
  point: Point;
  a: string;
  b: string;
}

/**
 * Returns the points of those results of a comparison, among the ones that it shows, that compare an arm of a pattern with any
 * other arm, the arm of the pattern first; without a pattern, any arm with a control. An arm that bundles several patterns counts
 * for none of them.
 */
export function comparedPoints(comparison: Compared, pattern?: string): ComparedPoint[] {
  const { arms, results, shown } = comparison;
  const armOf = new Map(arms.map(arm => [arm.id, arm]));
  const isIts = (id: string) => {
    const arm = armOf.get(id);
    return pattern === undefined
      ? arm?.fidelity !== 'control'
      : arm?.pattern === pattern && arm.fidelity !== 'bundle';
  };
  const isOther = (id: string) =>
    pattern === undefined ? armOf.get(id)?.fidelity === 'control' : !isIts(id);
  return results
    .filter(({ a, b }) => shown.some(each => each.a === a && each.b === b))
    .flatMap(result => {
      const { a, b } = result;
      const point = pointOfResult(result, comparison, armOf.get(a)?.ran_by);
      if (isIts(a) && isOther(b)) return [{ point, a, b }];
      return isIts(b) && isOther(a) ? [{ point: turnedRound(point), a: b, b: a }] : [];
    });
}

function pointOfResult(
  { cases, difference, interval }: Compared['results'][number],
  { confounds, benchmark }: Compared,
  ranBy: string | undefined,
): Point {
  const [value, low, high] = [difference, ...interval].map(each => Number(each) * 100) as [
    number,
    number,
    number,
  ];
  const isFair = !confounds.includes('budget') && !confounds.includes('attempts');
  return {
    ...{ scale: 'points', of: benchmark.name, value, shown: `${signed(value)} points` },
    ...{ interval: [low, high], cases, same: isFair ? ['budget'] : [] },
    ...(ranBy !== undefined && { ranBy: ranBy === 'third_party' ? 'third_party' : 'maker' }),
  };
}
