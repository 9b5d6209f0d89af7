/** What speaks against a candidate by the method v2. */
import type { ArtifactStatus } from '#build/kind/artifact-status.ts';
import { roundedUp } from '#build/kind/share.ts';
import { errorRate } from '../../evidence/rate.ts';
import { type Objection, ownObjections } from '../exclusion.ts';
import type { Profile } from '../input.ts';
import type { Contender } from './weigh.ts';

/** Everything that speaks against a candidate. */
export const objections = (contender: Contender, profile: Profile, status: ArtifactStatus): Objection[] => [
  ...ownObjections(contender.result, profile, status),
  ...controlObjections(contender),
];

/** A team that does not beat the control is not recommended, however well it does by itself. */
function controlObjections({ versus }: Contender): Objection[] {
  if (versus?.droppable) {
    const { margin, low, high } = versus.droppable;
    const detail = `It passes more often than the control by ${low} to ${high} (95 % interval), less than the margin ${margin} of its plan.`;
    return [{ code: 'control_does_as_well', detail }];
  }
  if (versus === undefined || versus.adjusted <= errorRate) return [];
  const { wins, losses, ties, adjusted } = versus;
  const detail = `Against the control it won ${wins} cases, lost ${losses} and tied ${ties}: p = ${roundedUp(adjusted)}, not at or below ${errorRate}.`;
  return [{ code: 'does_not_beat_control', detail }];
}
