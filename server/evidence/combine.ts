/** What several evaluations of the same two locks come to together. */
import { logEValue } from './betting.ts';
import { oneSided, type Pairing } from './sign-test.ts';

/** One comparison of a team with a control. */
export interface Comparison extends Pairing {
  /** Present if the evaluation might stop early: the highest e-value at any of its looks. */
  highest?: number | undefined;
}

/** The chance of such evidence, or stronger, if the team were no better; and how it was computed. */
export interface Combined {
  method: 'exact' | 'betting';
  chance: number;
}

/**
 * The share of the error rate that the n-th comparison of one team with a control may spend (K. K. G. Lan and D. L.
 * DeMets, Biometrika 70, 1983): four fifths for the first, half of what is left for each that follows. Together they
 * never exceed the whole.
 */
export const spentShare = (look: number): number => (look === 1 ? 0.8 : 0.2 / 2 ** (look - 1));

/**
 * Combines comparisons in the order in which they were completed. The first decides how, so that nobody chooses the method after
 * having seen results. In either, a proof stays a proof whatever is evaluated later.
 *
 * - After one of fixed size: exact tests. Fisher's method combines those up to each (R. A. Fisher, Statistical Methods for Research
 *   Workers, 1925), each combination may spend its share of the error rate, and the strongest counts.
 * - After one that may stop early: betting. E-values multiply, and the highest product counts.
 */
export function combine(comparisons: readonly Comparison[]): Combined {
  return comparisons[0]?.highest === undefined ? byTests(comparisons) : byBets(comparisons);
}

/** No chance is taken to be smaller: its logarithm must stay finite. */
const least = 1e-300;

function byTests(comparisons: readonly Comparison[]): Combined {
  let logProduct = 0;
  const chances = comparisons.map((each, index) => {
    logProduct += Math.log(
      Math.max(least, each.highest === undefined ? oneSided(each) : Math.min(1, 1 / each.highest)),
    );
    return fisher(logProduct, index + 1) / spentShare(index + 1);
  });
  return { method: 'exact', chance: Math.min(1, ...chances) };
}

/** The chance of a product of so many p-values at or below this one, given as its logarithm. */
export function fisher(logProduct: number, count: number): number {
  let [term, sum] = [1, 1];
  for (let index = 1; index < count; index += 1) {
    term *= -logProduct / index;
    sum += term;
  }
  return Math.min(1, Math.exp(logProduct) * sum);
}

function byBets(comparisons: readonly Comparison[]): Combined {
  let [logStake, highest] = [0, 0];
  for (const each of comparisons) {
    const own = eValueOf(each);
    highest = Math.max(highest, logStake + Math.log(Math.max(each.highest ?? 0, Math.exp(own))));
    logStake += own;
  }
  return { method: 'betting', chance: Math.exp(-highest) };
}

/** The logarithm of the e-value of won and lost units against "the first is no better". */
export const eValueOf = ({ wins, losses }: Pairing): number =>
  logEValue([
    { value: 1, units: wins },
    { value: -1, units: losses },
  ]);
