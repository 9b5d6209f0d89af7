/** Pass rates with their intervals, over the runs and over the independent runs that they are worth, as evidence states them. */
import { nearest, roundedDown, roundedUp } from '#build/kind/share.ts';
import { wilson } from '#build/statistics/interval.ts';

/**
 * The rates of a result.
 * @param effective how many independent runs it is worth
 * @param wide the interval over those, where it is not that of Wilson
 */
export function ratesOf(
  { passes, runs, effective }: { passes: number; runs: number; effective: number },
  wide = wilson((passes / runs) * effective, effective),
) {
  const plain = wilson(passes, runs);
  return {
    pass_rate: nearest(passes / runs),
    pass_rate_low: roundedDown(plain.low),
    pass_rate_high: roundedUp(plain.high),
    effective_runs: effective,
    effective_low: roundedDown(wide.low),
    effective_high: roundedUp(wide.high),
  };
}
