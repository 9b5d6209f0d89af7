/** Tells whether the evidence shows that one candidate passes more often than another (docs/recommendations.md#6). */

import { errorRate } from '../rate.ts';
import type { Evidence } from './input.ts';
import type { Contender } from './weigh.ts';

/**
 * Tells whether the first candidate is shown to pass more often than the other: by the largest evaluation of both on the same
 * cases, or by their intervals if there is none.
 */
export function separates(first: Contender, other: Contender, used: readonly Evidence[]): boolean {
  const [a, b] = [first.result.lock, other.result.lock];
  const pairs = used.flatMap(({ snapshot }) =>
    snapshot.pairs.filter(pair => [a, b].includes(pair.first) && [a, b].includes(pair.second)),
  );
  const cases = ({ wins, losses, ties }: (typeof pairs)[number]) => wins + losses + ties;
  // The largest of several comparisons; the newest if they have equally many cases.
  const [pair] = pairs.sort((x, y) => cases(y) - cases(x));
  if (!pair) return Number(first.result.effective_low) > Number(other.result.effective_high);
  const lead = Number(pair.difference![0]);
  const isAhead = pair.first === a ? lead > 0 : lead < 0;
  return isAhead && Number(pair.p_two_sided) <= errorRate;
}
