/** The 95 % confidence interval of a pass rate (docs/evidence.md#7). */

/** The 0.975 quantile of the standard normal distribution, to which a two-sided 95 % interval reaches. */
export const normalReach = 1.959963984540054;

interface Interval {
  low: number;
  high: number;
}

/**
 * Returns the Wilson score interval without continuity correction (E. B. Wilson, JASA 22, 1927; method 3 of R. G. Newcombe,
 * Statist. Med. 17, 1998). Unlike the textbook interval, it stays within 0 to 1 and keeps its level near both ends. For 0 of 0
 * runs, which tell nothing, it is 0 to 1.
 * @param reach the number of standard errors to which it reaches on either side
 */
export function wilson(passes: number, runs: number, reach = normalReach): Interval {
  if (runs === 0) return { low: 0, high: 1 };
  const rate = passes / runs;
  const middle = rate + (reach * reach) / (2 * runs);
  const half = reach * Math.sqrt((rate * (1 - rate) + (reach * reach) / (4 * runs)) / runs);
  const scale = 1 + (reach * reach) / runs;
  // Rounding would give ends such as 1e-17 where the formula gives exactly 0 or 1.
  return {
    low: passes === 0 ? 0 : (middle - half) / scale,
    high: passes === runs ? 1 : (middle + half) / scale,
  };
}
