/** Profiles that were written after the results, to which a tenant could fit them (docs/recommendations.md#7). */
import type { Objection } from './exclusion.ts';
import type { Inputs } from './input.ts';
import type { Contender, Weighed } from './weigh.ts';

/**
 * Tells whether a profile was registered so late that it could be fitted to results: after the first run of used evidence was
 * handed out. The evidence of a question that had fixed the profile before does not count.
 */
export const wasLate = ({ profile }: Inputs, { used }: Weighed): boolean =>
  profile.registered_at !== undefined &&
  used.some(
    each =>
      each.snapshot.profile !== profile.digest && each.snapshot.first_claimed_at < profile.registered_at!,
  );

/** A late profile cannot exclude the control of a team that it lets pass. */
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
