/** Combines the estimates of several evaluations on different cases (docs/verifying.md#5). */

/** An estimate with its 95 % interval, over a number of cases. */
export interface Part {
  value: number;
  low: number;
  high: number;
  cases: number;
  /**
   * Whether the evaluation might stop early. Then its estimate decided when it stopped, so it cannot be averaged with others.
   */
  mayStop: boolean;
}

/**
 * Combines estimates to their mean over the cases of all parts. The squares of how far the intervals reach are added, each
 * multiplied by the square of the part's share of the cases (the method of variance estimates recovery; G. Y. Zou and A.
 * Donner, Statist. Med. 27, 2008). If a part might stop early, the part with the most cases is returned alone.
 * @param parts at least one, newest first
 */
export function pooled(parts: readonly Part[]): Part {
  const [first] = parts;
  if (parts.length === 1) return first!;
  if (parts.some(({ mayStop }) => mayStop))
    return parts.reduce((most, each) => (each.cases > most.cases ? each : most));
  const cases = parts.reduce((sum, each) => sum + each.cases, 0);
  const value = parts.reduce((sum, each) => sum + each.value * each.cases, 0) / cases;
  const reach = (end: 'low' | 'high') =>
    Math.sqrt(parts.reduce((sum, each) => sum + ((each.value - each[end]) * (each.cases / cases)) ** 2, 0));
  return { value, low: value - reach('low'), high: value + reach('high'), cases, mayStop: false };
}
