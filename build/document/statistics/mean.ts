/**
 * Computes the mean over cases, each with the same weight, and its uncertainty. Clusters of cases that resemble each other, and
 * repetitions of a case, affect the uncertainty and never the mean.
 */
import { quantileOfT, upperTailOfT } from './student.ts';

/** A mean with its estimated variance. */
export interface Mean {
  value: number;
  variance: number;
  /** The degrees of freedom of the variance. */
  freedom: number;
  cases: number;
  /** The number of independent units: clusters, or cases if no clusters are declared. */
  units: number;
}

/** The fewest clusters for which an interval is stated. With fewer, no interval keeps its level. */
export const fewestClusters = 10;

/**
 * Returns the mean of values by case. Its variance is the bias-reduced one, CR2, with the degrees of freedom of Satterthwaite
 * (R. M. Bell and D. F. McCaffrey, Survey Methodology 28, 2002; J. E. Pustejovsky and E. Tipton, JBES 36, 2018), for a mean
 * over clusters of the shares h: variance = Σ (Σ residuals of a cluster)² / (1 − h) / n², freedom = 1 / (Σ h² + (Σ b)² − Σ b²)
 * with b = h² / (1 − h). Where each case is a cluster of its own this is the usual variance of a mean, with n − 1 degrees of
 * freedom.
 * @param clusters the cluster of each value; absent when each case is one
 */
export function meanOf(values: readonly number[], clusters?: readonly (string | number)[]): Mean {
  const cases = values.length;
  const value = cases === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / cases;
  const groups = new Map<string | number, { size: number; residual: number }>();
  for (const [index, each] of values.entries()) {
    const name = clusters?.[index] ?? index;
    const group = groups.get(name) ?? { size: 0, residual: 0 };
    groups.set(name, group);
    group.size += 1;
    group.residual += each - value;
  }
  if (groups.size < 2)
    return { value, variance: Number.POSITIVE_INFINITY, freedom: 1, cases, units: groups.size };
  let [variance, shares, beyond, beyondSquared] = [0, 0, 0, 0];
  for (const { size, residual } of groups.values()) {
    const share = size / cases;
    variance += residual ** 2 / (1 - share) / cases ** 2;
    shares += share ** 2;
    beyond += share ** 2 / (1 - share);
    beyondSquared += (share ** 2 / (1 - share)) ** 2;
  }
  return { value, variance, freedom: 1 / (shares + beyond ** 2 - beyondSquared), cases, units: groups.size };
}

/**
 * Returns the number of standard errors to which a two-sided 95 % interval with `freedom` degrees of freedom reaches on either
 * side.
 */
export const reachOf = (freedom: number): number => quantileOfT(0.025, freedom);

/** Returns the chance of a mean at least this far above `bound`, if the true mean were `bound`. */
export const tTest = ({ value, variance, freedom }: Mean, bound = 0): number =>
  variance === Number.POSITIVE_INFINITY ? 1 : upperTailOfT((value - bound) / Math.sqrt(variance), freedom);
