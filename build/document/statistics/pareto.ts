/** Finds the locks that are worth considering, by quality and cost. */

export interface Priced {
  lock: string;
  /** The share of the runs of the lock that passed. */
  rate: number;
  /** The mean number of tokens of a run, over all runs; undefined if the tokens of some runs are unknown. */
  tokens: number | undefined;
}

/**
 * Returns the locks that no other beats. A lock beats another if it passes at least as often for at most as many tokens, and is
 * better in one of the two. A lock of unknown cost is left out, since nothing tells whether another beats it.
 */
export function paretoSet(locks: readonly Priced[]): string[] {
  const known = locks.filter(({ tokens }) => tokens !== undefined);
  const beats = (a: Priced, b: Priced) =>
    a.rate >= b.rate && a.tokens! <= b.tokens! && (a.rate > b.rate || a.tokens! < b.tokens!);
  return known.filter(each => !known.some(other => beats(other, each))).map(({ lock }) => lock);
}
