/** Whether the evidence tells two candidates apart (docs/recommendations.md#6). */

import { errorRate } from '../rate.ts';
import type { Evidence } from './input.ts';
import type { Contender } from './weigh.ts';

/** Tells whether the first is shown to pass more often than another: on the same cases, or else by their intervals. */
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
