/** Whether a team is proven against its control, and what keeps it from being so (docs/recommendations.md#4). */
import { nearestSigned, roundedUp } from '#document/kind/share.ts';
import { errorRate } from '../rate.ts';
import type { Objection } from './exclusion.ts';
import type { Versus } from './versus.ts';
import type { Contender } from './weigh.ts';

/** Whether a team is proven better than its control, or no worse where that was asked and it is no more expensive. */
export const isProven = ({ isControl, versus, lostTo }: Contender): boolean =>
  !isControl && lostTo === undefined && versus !== undefined && holds(versus);

const holds = ({ isBetter, isNoWorse, asGood, worstLow }: Versus): boolean =>
  isBetter ? worstLow > 0 : isNoWorse !== undefined && !asGood && worstLow > -isNoWorse.margin;

/** A smaller gain is rarely worth a team, where no plan says by how much the control may pass less often. */
const usualMargin = 0.1;

/** Lists the objections to a team beside its control, each as a true sentence about the numbers. */
export function controlObjections(contender: Contender): Objection[] {
  const { isControl, versus, lostTo } = contender;
  if (isControl || isProven(contender)) return [];
  if (lostTo)
    return [
      { code: 'loses_to_control', detail: `It passes less often than a control: ${differenceIn(lostTo)}` },
    ];
  if (versus) return [objectionOf(versus)];
  const detail =
    'What it was compared with differs in more than the organisation; `confounded_by` says in what.';
  return [{ code: 'confounded', detail }];
}

function objectionOf(versus: Versus): Objection {
  const { difference, isBetter, adjusted, worstLow, asGood } = versus;
  const what = differenceIn(versus);
  if (isBetter) {
    const detail = `${what} If all that is missing had gone against it, the interval would begin at ${nearestSigned(worstLow)}.`;
    return { code: 'sensitivity', detail };
  }
  const margin = asGood?.margin ?? usualMargin;
  if (difference.high < margin) {
    const whose = asGood ? 'of its plan' : 'below which no team is worth it';
    return {
      code: 'control_does_as_well',
      detail: `${what} It is better by less than the margin ${margin} ${whose}.`,
    };
  }
  const detail = `${what} To be proven, that has to be above 0, and p (${roundedUp(adjusted)}) at most ${errorRate}.`;
  return { code: 'does_not_beat_control', detail };
}

/** The difference of a team and a control, in a sentence. */
export const differenceIn = ({ difference: { value, low, high, cases } }: Versus): string =>
  `Its pass rate less that of the control is ${nearestSigned(value)} (95 % interval ${nearestSigned(low)} to ${nearestSigned(high)}, ${cases} cases).`;
