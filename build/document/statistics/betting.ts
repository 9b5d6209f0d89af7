/**
 * Anytime-valid comparison of two locks on the same cases, by betting (I. Waudby-Smith and A. Ramdas, JRSS B 86, 2024).
 *
 * Whoever believes that the first lock is better bets on it, case by case. If it is not better, no way of betting makes the
 * stake grow twentyfold with a chance above 1 in 20, however often one looks and whenever one stops (J. Ville, 1939). The stake is
 * an e-value, and its inverse a p-value that holds at every look.
 */

/** How much better the first lock did in one unit (a case, or a cluster of cases), from -1 to 1, and in how many units. */
export interface Difference {
  value: number;
  units: number;
  /**
   * The weight of a unit, above 0 and at most 1: the cases of a cluster divided by those of the largest cluster. 1 when absent.
   */
  weight?: number;
}

/** Shares of the stake that are bet, in equal parts: they win soonest where one lock takes 55 to 80 of 100 discordant cases. */
const bets = Array.from({ length: 20 }, (_, index) => 0.1 + (0.5 * (index + 0.5)) / 20);

/**
 * Returns the logarithm of the e-value against "on average, the first lock is better by no more than `margin`".
 * @param margin from -1 to 1, exclusive; 0 asks whether it is better at all
 */
export function logEValue(differences: readonly Difference[], margin = 0): number {
  return logMean(bets.map(bet => logStake(differences, bet / (1 + margin), margin)));
}

/** Returns the logarithm of what a stake of 1 grows to when `bet` of it is put on every unit being above `margin`. */
function logStake(differences: readonly Difference[], bet: number, margin: number): number {
  return differences.reduce(
    (sum, { value, units, weight = 1 }) => sum + units * Math.log1p(bet * weight * (value - margin)),
    0,
  );
}

/** Returns the logarithm of the mean of numbers given by their logarithms. */
function logMean(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  const sum = logs.reduce((total, log) => total + Math.exp(log - largest), 0);
  return largest + Math.log(sum / logs.length);
}

export const reversed = (differences: readonly Difference[]): Difference[] =>
  differences.map(each => ({ ...each, value: -each.value }));

/** The precision with which the ends of a confidence interval are searched. */
const step = 0.001;

/**
 * The differences that the units do not rule out at this error rate: at every look, all looks together contain the true mean
 * difference with a chance of at least 1 - `rate`. Half of the stake is bet on each side.
 * @returns the mean difference, low and high, from -1 to 1
 */
export function confidenceSequence(
  differences: readonly Difference[],
  rate: number,
): { value: number; low: number; high: number } {
  const against = (margin: number) =>
    logMean([logEValue(differences, margin), logEValue(reversed(differences), -margin)]);
  const isOpen = (margin: number) => against(margin) < -Math.log(rate);
  const mean = weightedMean(differences);
  return { value: mean, low: -lastOpen(-mean, margin => isOpen(-margin)), high: lastOpen(mean, isOpen) };
}

/** Returns the weighted mean of differences. It is never ruled out: a stake that loses on average does not grow. */
function weightedMean(differences: readonly Difference[]): number {
  const total = differences.reduce((sum, { units, weight = 1 }) => sum + units * weight, 0);
  const sum = differences.reduce((all, { value, units, weight = 1 }) => all + units * weight * value, 0);
  return total === 0 ? 0 : sum / total;
}

/** The first step above `from` that is ruled out, as all are beyond it; 1 when none is. */
function lastOpen(from: number, isOpen: (margin: number) => boolean): number {
  const steps = Math.floor((1 - from) / step);
  let [open, ruledOut] = [0, steps];
  while (ruledOut - open > 1) {
    const middle = Math.floor((open + ruledOut) / 2);
    if (isOpen(from + middle * step)) open = middle;
    else ruledOut = middle;
  }
  return ruledOut === steps ? 1 : from + ruledOut * step;
}
