/** Corrects p-values for several comparisons at once. */

/**
 * Adjusts p-values by Holm's step-down method (S. Holm, Scand. J. Statist. 6, 1979). If every adjusted value at or below `rate`
 * is taken as proof, the chance that any proof at all is false is at most `rate`, however the comparisons depend on one
 * another. Comparisons with one control do depend on one another, so a method for independent ones would be wrong. Holm's
 * method is never weaker than Bonferroni's.
 * @returns the adjusted values, in the order given
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]! || a - b);
  const adjusted = new Array<number>(values.length);
  let highest = 0;
  for (const [step, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, values[index]! * (values.length - step)));
    adjusted[index] = highest;
  }
  return adjusted;
}
