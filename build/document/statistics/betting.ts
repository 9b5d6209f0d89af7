/**
 * Compares two locks on the same cases, so that the result holds at every look, by betting (I. Waudby-Smith and A. Ramdas, JRSS
 * B 86, 2024).
 *
 * Somebody who believes that the first lock is better bets on it, case by case. If it is not better, no way of betting makes
 * the stake grow twentyfold with a chance above 1 in 20, however often one looks and whenever one stops (J. Ville, 1939). The
 * stake is an e-value, and its inverse is a p-value that holds at every look.
 */

/**
 * By how much the first lock did better in one unit (a case, or a cluster of cases), from -1 to 1, and the number of such
 * units.
 */
export interface Difference {
  value: number;
  units: number;
  /**
   * The weight of a unit, above 0 and at most 1: the number of its cases divided by that of the largest cluster. 1 if absent.
   */
  weight?: number;
}

/**
 * The shares of the stake that are bet, in equal parts. They win soonest if one lock takes 55 to 80 of 100 discordant cases.
 */
const bets = Array.from({ length: 20 }, (_, index) => 0.1 + (0.5 * (index + 0.5)) / 20);

/**
 * Returns the natural logarithm of the e-value against "on average, the first lock is better by no more than `margin`".
 * @param margin above -1 and below 1; 0 asks whether the first lock is better at all
 */
export function logEValue(differences: readonly Difference[], margin = 0): number {
  return logMean(bets.map(bet => logStake(differences, bet / (1 + margin), margin)));
}

/**
 * Returns the natural logarithm of what a stake of 1 becomes, if in each unit the share `bet` of it is bet on a difference above
 * `margin`.
 */
function logStake(differences: readonly Difference[], bet: number, margin: number): number {
  return differences.reduce(
    (sum, { value, units, weight = 1 }) => sum + units * Math.log1p(bet * weight * (value - margin)),
    0,
  );
}

/** Returns the natural logarithm of the mean of numbers, which are given by their natural logarithms. */
function logMean(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  const sum = logs.reduce((total, log) => total + Math.exp(log - largest), 0);
  return largest + Math.log(sum / logs.length);
}

export const reversed = (differences: readonly Difference[]): Difference[] =>
  differences.map(each => ({ ...each, value: -each.value }));

/** The step between the differences that are tried as ends of a confidence interval. */
const step = 0.001;

/**
 * Returns the mean difference, with an interval of the differences that the units do not rule out. At all looks together, the
 * intervals contain the true mean difference with a chance of at least 1 - `rate`. Half of the stake is bet on each side.
 * @returns the mean, low and high, from -1 to 1
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

/**
 * Returns the weighted mean of differences. It is always in the interval, since a stake that loses on average does not grow.
 */
function weightedMean(differences: readonly Difference[]): number {
  const total = differences.reduce((sum, { units, weight = 1 }) => sum + units * weight, 0);
  const sum = differences.reduce((all, { value, units, weight = 1 }) => all + units * weight * value, 0);
  return total === 0 ? 0 : sum / total;
}

/**
 * Returns the first step above `from` that is ruled out, or 1 if none is. All steps beyond it are ruled out too.
 * @param isOpen tells whether a margin is not ruled out
 */
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
