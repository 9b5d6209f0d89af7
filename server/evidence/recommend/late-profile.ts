/**
 * Objections to profiles that were registered after the first run, so that a tenant could have fitted them to the results
 * (docs/recommendations.md#7).
 */
import type { Objection } from './exclusion.ts';
import type { Inputs } from './input.ts';
import type { Contender, Weighed } from './weigh.ts';

/**
 * Tells whether a profile was registered after the first run of used evidence was handed out, so that it could be fitted to
 * results. The evidence of a question that had fixed the profile before does not count.
 */
export const wasLate = ({ profile }: Inputs, { used }: Weighed): boolean =>
  profile.registered_at !== undefined &&
  used.some(
    each =>
      each.snapshot.profile !== profile.digest && each.snapshot.first_claimed_at < profile.registered_at!,
  );

/**
 * Returns the objection to a team whose control the late profile would exclude, since such a profile may not exclude a control.
 */
export function lateObjections(
  { isControl, versus }: Contender,
  all: readonly Contender[],
  against: (contender: Contender) => readonly Objection[],
): Objection[] {
  const control = all.find(({ result }) => result.lock === versus?.control);
  const limits = control ? against(control).filter(({ code }) => code !== 'not_active') : [];
  if (isControl || limits.length === 0) return [];
  const detail = `The profile was registered after the first run, so it may not exclude the control, but it would. ${limits[0]!.detail}`;
  return [{ code: 'late_profile', detail }];
}
