/** Estimates of several evaluations on different cases as one (docs/verifying.md#5). */

/** An estimate with its 95 % interval, over so many cases. */
export interface Part {
  value: number;
  low: number;
  high: number;
  cases: number;
  /** Whether its evaluation might stop early: then its estimate decided when, and cannot be averaged with others. */
  mayStop: boolean;
}

/**
 * Returns the mean over the cases of all parts. The squares of the reaches of their intervals are added, each by the square of
 * its share of the cases (the method of variance estimates recovery; G. Y. Zou and A. Donner, Statist. Med. 27, 2008). Of parts
 * that might stop early the one with the most cases stands alone.
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
