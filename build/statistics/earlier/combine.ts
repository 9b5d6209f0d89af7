/** What several evaluations of the same two locks come to together. */
import { type Difference, logEValue } from '../betting.ts';
import { oneSided, type Pairing } from '../sign-test.ts';

/** One comparison of a team with a control. */
interface Comparison extends Pairing {
  /** Present if the evaluation might stop early: the highest e-value at any of its looks. */
  highest?: number | undefined;
}

/** The chance of such evidence, or stronger, if the team were no better; and how it was computed. */
export interface Combined {
  method: 'exact' | 'betting';
  chance: number;
}

/** What the test of a first evaluation of fixed size may spend of the error rate, and what is left for all that follow it. */
const [shareOfFirst, shareOfRest] = [0.8, 0.2];

/** What the n-th comparison of a team with a control may spend at most. */
export const spentShare = (look: number): number => (look === 1 ? shareOfFirst : shareOfRest);

/**
 * Combines comparisons in the order in which they were completed. The first decides how, so that nobody chooses the method after
 * having seen results. In either, a proof stays a proof whatever is evaluated later.
 *
 * - After one of fixed size: its exact test may spend four fifths of the error rate, and betting on all of them together the rest.
 * - After one that may stop early: betting. E-values multiply, and the highest product counts.
 */
export function combine(comparisons: readonly Comparison[]): Combined {
  const [first] = comparisons;
  if (first?.highest !== undefined) return { method: 'betting', chance: byBets(comparisons) };
  const exact = oneSided(first!) / shareOfFirst;
  const together = comparisons.length > 1 ? byBets(comparisons) / shareOfRest : 1;
  return { method: 'exact', chance: Math.min(1, exact, together) };
}

/** The inverse of the highest e-value that the product reached. */
function byBets(comparisons: readonly Comparison[]): number {
  let [logStake, highest] = [0, 0];
  for (const each of comparisons) {
    const own = eValueOf(each);
    highest = Math.max(highest, logStake + Math.log(Math.max(each.highest ?? 0, Math.exp(own))));
    logStake += own;
  }
  return Math.exp(-highest);
}

/** The logarithm of the e-value of won and lost units against "the first is no better". */
export const eValueOf = (pairing: Pairing): number => logEValue(differencesOf(pairing));

/** Units won, lost and tied, as differences. */
export const differencesOf = ({ wins, losses, ties }: Pairing): Difference[] => [
  { value: 1, units: wins },
  { value: -1, units: losses },
  { value: 0, units: ties },
];
