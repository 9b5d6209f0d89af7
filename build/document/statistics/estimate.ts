/**
 * Estimates how often locks pass, and by how much their rates differ, with intervals. Every case has the same weight
 * (docs/evidence.md#3).
 */
import { confidenceSequence, type Difference, logEValue, reversed } from './betting.ts';
import { wilson } from './interval.ts';
import { fewestClusters, type Mean, meanOf, reachOf, tTest } from './mean.ts';
import { oneSided, twoSided } from './sign-test.ts';

interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** The design of an evaluation, on which the method depends: repetitions, clusters, and whether it may stop early. */
export interface Design {
  repetitions: number;
  /** The cluster of each case, in the order of the values; absent if the suite declares none. */
  clusters?: readonly string[] | undefined;
  /** Whether the evaluation might stop early. */
  mayStop: boolean;
  /** The number of cases in the largest cluster of the plan. */
  largest: number;
}

/** The method by which an interval was made: that of Newcombe, Student's t, a confidence sequence, or none. */
type Method = 'newcombe' | 't' | 'sequence' | 'none';

/** The error rate of an interval, over both sides. */
const intervalRate = 0.05;

const [all, anything] = [
  { low: 0, high: 1 },
  { low: -1, high: 1 },
];

/**
 * Returns the method for a design. With few clusters, only `sequence` is honest, since it holds at every look and for every size,
 * so a design that may not stop early has `none`.
 */
function methodOf({ repetitions, clusters, mayStop }: Design): Method {
  if (mayStop) return 'sequence';
  if (clusters && new Set(clusters).size < fewestClusters) return 'none';
  return clusters || repetitions > 1 ? 't' : 'newcombe';
}

/**
 * Estimates a pass rate.
 * @param values the rate of each case, from 0 to 1
 * @returns the estimate, with the number of independent runs that would tell as much
 */
export function rateEstimate(values: readonly number[], design: Design): Estimate & { effective: number } {
  const mean = meanOf(values, design.clusters);
  const { value, cases } = mean;
  const method = methodOf(design);
  if (method === 'none') return { value, ...all, effective: mean.units };
  if (method === 'newcombe') return { value, ...wilson(value * cases, cases), effective: cases };
  const effective = effectiveCases(mean, cases * design.repetitions);
  if (method === 't')
    return { value, ...wilson(value * effective, effective, reachOf(mean.freedom)), effective };
  const doubled = unitsOf(
    values.map(each => 2 * each - 1),
    design,
  );
  const { low, high } = confidenceSequence(doubled, intervalRate);
  return { value, low: (low + 1) / 2, high: (high + 1) / 2, effective };
}

/**
 * Returns the number of independent runs whose mean would have this variance, rounded down (E. L. Korn and B. I. Graubard,
 * Survey Methodology 24, 1998).
 */
function effectiveCases({ value, variance, units }: Mean, runs: number): number {
  if (variance === 0) return units;
  const worth =
    variance === Number.POSITIVE_INFINITY ? 1 : Math.floor((value * (1 - value)) / variance + 1e-9);
  return Math.max(1, Math.min(runs, worth));
}

/** A difference of pass rates, with the chances of a test. */
export interface Compared extends Estimate {
  method: Method;
  /** The chance of this difference, or a larger one, if the first lock were no better. */
  oneSided: number;
  /** The chance of a difference as large, in either direction, if both locks were equally good. */
  twoSided: number;
}

/**
 * Estimates by how much the pass rate of the first of two locks is above that of the second.
 * @param pairs the pass rates of the two on each case
 */
export function compare(pairs: readonly (readonly [number, number])[], design: Design): Compared {
  const values = pairs.map(([first, second]) => first - second);
  const units = unitsOf(values, design);
  const mean = meanOf(values, design.clusters);
  const method = methodOf(design);
  if (method === 'none') return { value: mean.value, ...anything, method, oneSided: 1, twoSided: 1 };
  if (method === 'sequence') {
    const logE = logEValue(units);
    const both = (Math.exp(logE) + Math.exp(logEValue(reversed(units)))) / 2;
    const chances = { oneSided: Math.min(1, Math.exp(-logE)), twoSided: Math.min(1, 1 / both) };
    return { ...confidenceSequence(units, intervalRate), value: mean.value, method, ...chances };
  }
  if (method === 'newcombe') {
    const split = splitOf(values);
    return { ...newcombe(pairs), method, oneSided: oneSided(split), twoSided: twoSided(split) };
  }
  const floored = { ...mean, variance: Math.max(mean.variance, leastVariance(values, mean)) };
  const half = reachOf(mean.freedom) * Math.sqrt(floored.variance);
  const better = tTest(floored);
  return {
    value: mean.value,
    low: Math.max(-1, mean.value - half),
    high: Math.min(1, mean.value + half),
    method,
    oneSided: better,
    twoSided: Math.min(1, 2 * Math.min(better, 1 - better)),
  };
}

/** Counts the values above 0 as wins, those below 0 as losses, and all others as ties. */
export const splitOf = (values: readonly number[]) => ({
  wins: values.filter(each => each > 0).length,
  losses: values.filter(each => each < 0).length,
  ties: values.filter(each => each === 0).length,
});

/**
 * Returns the differences of independent units. Without clusters, each case is a unit. A cluster is a unit with the mean of its
 * cases, weighted by their number.
 */
function unitsOf(values: readonly number[], { clusters, largest }: Design): Difference[] {
  if (!clusters) return values.map(value => ({ value, units: 1 }));
  const groups = new Map<string, number[]>();
  for (const [index, value] of values.entries())
    groups.set(clusters[index]!, [...(groups.get(clusters[index]!) ?? []), value]);
  return [...groups.values()].map(own => ({
    value: own.reduce((sum, each) => sum + each, 0) / own.length,
    units: 1,
    weight: own.length / largest,
  }));
}

/**
 * Returns the least variance that a difference may have. If the locks differ on hardly any case, the observed variance is too
 * small to tell how much further cases would vary, so one more case that the first wins, and one more that the second wins, are
 * added (D. G. Bonett and R. M. Price, J. Educ. Behav. Stat. 37, 2012). Clustered cases count as fewer: cases^(3/4) ×
 * clusters^(1/4), which simulations suggested.
 */
function leastVariance(values: readonly number[], { value, cases, units }: Mean): number {
  const size = cases ** 0.75 * units ** 0.25;
  const squares = values.reduce((sum, each) => sum + each * each, 0) / cases;
  const [square, mean] = [(squares * size + 2) / (size + 2), (value * size) / (size + 2)];
  return (square - mean * mean) / (size + 2);
}

/**
 * Returns the interval of R. G. Newcombe for paired rates (Statist. Med. 17, 1998, method 10). A case on which both locks have
 * the same rate counts with that share as passed by both, and with the rest as passed by neither.
 */
function newcombe(pairs: readonly (readonly [number, number])[]): Estimate {
  let [both, first, second, neither] = [0, 0, 0, 0];
  for (const [a, b] of pairs) {
    if (a > b) first += 1;
    else if (a < b) second += 1;
    else {
      both += a;
      neither += 1 - a;
    }
  }
  const size = pairs.length;
  const [p1, p2] = [(both + first) / size, (both + second) / size];
  const [one, two] = [wilson(both + first, size), wilson(both + second, size)];
  const phi = correlation(both, first, second, neither);
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const value = (first - second) / size;
  return {
    value,
    low: value - reach(p1 - one.low, two.high - p2),
    high: value + reach(one.high - p1, p2 - two.low),
  };
}

/**
 * Returns the correlation of two binary outcomes, with the continuity correction of Newcombe's method; 0 if it is not defined.
 */
function correlation(both: number, first: number, second: number, neither: number): number {
  const margins = (both + first) * (second + neither) * (both + second) * (first + neither);
  if (margins === 0) return 0;
  const size = both + first + second + neither;
  const product = both * neither - first * second;
  return (product > 0 ? Math.max(0, product - size / 2) : product) / Math.sqrt(margins);
}

/**
 * Estimates how many times as much the first of two locks took as the second, over all cases together, with a 95 % interval. The
 * logarithm of the ratio is taken as t-distributed, with the variance of its linear part (W. G. Cochran, Sampling Techniques,
 * 1977, section 6.3).
 * @param pairs what both took on each case; undefined if it is unknown
 * @returns undefined if fewer than two cases are known, or one of the two took nothing
 */
export function ratioEstimate(
  pairs: readonly (readonly [number | undefined, number | undefined])[],
  clusters?: readonly string[],
): Estimate | undefined {
  const known = pairs.flatMap(([a, b], index) =>
    a === undefined || b === undefined ? [] : [{ a, b, cluster: clusters?.[index] ?? String(index) }],
  );
  const [first, second] = [
    known.reduce((sum, { a }) => sum + a, 0),
    known.reduce((sum, { b }) => sum + b, 0),
  ];
  if (first === 0 || second === 0) return undefined;
  const value = first / second;
  const linear = known.map(({ a, b }) => ((a - value * b) * known.length) / first);
  const { variance, freedom } = meanOf(
    linear,
    known.map(({ cluster }) => cluster),
  );
  if (variance === Number.POSITIVE_INFINITY) return undefined;
  const factor = Math.exp(reachOf(freedom) * Math.sqrt(variance));
  return { value, low: value / factor, high: value * factor };
}
