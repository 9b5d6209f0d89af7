/** Tells whether a team is proven against its control, and lists what keeps it from being so (docs/recommendations.md#4). */
import { nearestSigned, roundedUp } from '#document/kind/share.ts';
import { errorRate } from '../rate.ts';
import type { Objection } from './exclusion.ts';
import type { Versus } from './versus.ts';
import type { Contender } from './weigh.ts';

/**
 * Tells whether a team is proven better than its control. If plans asked for it, a team also counts as proven that uses no more
 * tokens and is no worse by more than their margin, unless the control is as good by the widest margin.
 */
export const isProven = ({ isControl, versus, lostTo }: Contender): boolean =>
  !isControl && lostTo === undefined && versus !== undefined && holds(versus);

const holds = ({ isBetter, isNoWorse, asGood, worstLow }: Versus): boolean =>
  isBetter ? worstLow > 0 : isNoWorse !== undefined && !asGood && worstLow > -isNoWorse.margin;

/**
 * The margin, a difference of pass rates from 0 to 1, that applies if no plan states by how much the control may pass less often.
 * A smaller gain is rarely worth a team.
 */
const usualMargin = 0.1;

/** Lists the objections to a team in comparison with its control, each as a sentence about the numbers. */
export function controlObjections(contender: Contender): Objection[] {
  const { isControl, versus, lostTo } = contender;
  if (isControl || isProven(contender)) return [];
  if (lostTo)
    return [
      {
        code: 'loses_to_control',
        detail: `The team passes less often than one agent. ${differenceIn(lostTo)}`,
      },
    ];
  if (versus) return [objectionOf(versus)];
  const detail =
    'No control differs from the team in the organisation alone. `confounded_by` names what else differs.';
  return [{ code: 'confounded', detail }];
}

function objectionOf(versus: Versus): Objection {
  const { difference, isBetter, adjusted, worstLow, asGood } = versus;
  const what = differenceIn(versus);
  if (isBetter) {
    const detail = `${what} If everything that is missing had gone against the team, the interval would begin at ${nearestSigned(worstLow)}.`;
    return { code: 'sensitivity', detail };
  }
  const margin = asGood?.margin ?? usualMargin;
  if (difference.high < margin) {
    const which = asGood ? 'the margin of its plan' : 'the least gain for which a team is worth it';
    return {
      code: 'control_does_as_well',
      detail: `${what} Even the upper end of that interval is below ${margin}, ${which}.`,
    };
  }
  const detail = `${what} To prove a gain, the interval must begin above 0, and p must be at most ${errorRate}. It is ${roundedUp(adjusted)}.`;
  return { code: 'does_not_beat_control', detail };
}

/** Writes the difference between a team and a control as a sentence. */
export function differenceIn({ difference: { value, low, high, cases } }: Versus): string {
  const size = nearestSigned(Math.abs(value));
  const moved = Number(size) === 0 ? 'as high as' : `${size} ${value < 0 ? 'lower' : 'higher'} than`;
  const interval = `the difference has the 95 % interval ${nearestSigned(low)} to ${nearestSigned(high)}`;
  return `The pass rate of the team is ${moved} that of one agent (${interval}, ${cases} cases).`;
}
