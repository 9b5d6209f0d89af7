/** Which locks are worth considering by quality and cost. */

export interface Priced {
  lock: string;
  /** The share of runs that passed. */
  rate: number;
  /** The tokens of a run, averaged over all runs; undefined if the tokens of some are unknown. */
  tokens: number | undefined;
}

/**
 * Returns the locks for which no other passes at least as often for at most as many tokens, and is better in one of the two. A
 * lock of unknown cost is left out: nothing says whether another beats it.
 */
export function paretoSet(locks: readonly Priced[]): string[] {
  const known = locks.filter(({ tokens }) => tokens !== undefined);
  const beats = (a: Priced, b: Priced) =>
    a.rate >= b.rate && a.tokens! <= b.tokens! && (a.rate > b.rate || a.tokens! < b.tokens!);
  return known.filter(each => !known.some(other => beats(other, each))).map(({ lock }) => lock);
}
