/** Computes quantiles of whole numbers. */

/**
 * Returns a quantile by the nearest rank: the smallest observed value that at least `percent` per cent of the values do not
 * exceed (definition 1 of R. J. Hyndman and Y. Fan, The American Statistician 50, 1996). It is always an observed value, so it
 * needs no rounding. Returns undefined if there are no values.
 */
export function quantile(values: readonly number[], percent: number): number | undefined {
  const sorted = Float64Array.from(values).sort();
  // Computed in whole numbers, because 0.95 * 20 may be a little more than 19 in floating point.
  const rank = Math.max(1, Math.ceil((sorted.length * percent) / 100));
  return sorted[rank - 1];
}

export const median = (values: readonly number[]): number | undefined => quantile(values, 50);
