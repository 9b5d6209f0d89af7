/** The objections to a candidate with their numbers, apart from how it compares with its control (docs/recommendations.md#3). */

import type { LockResult } from '#document/evaluation/evidence-snapshot.ts';
import type { ExclusionCode } from '#document/evaluation/recommendation.ts';
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import type { Profile } from './input.ts';

export interface Objection {
  code: ExclusionCode;
  detail: string;
  /** The status of the candidate, if it is not active. */
  status?: ArtifactStatus;
}

/** The objections that more runs could remove. */
export const open: ReadonlySet<ExclusionCode> = new Set([
  'tokens_unknown',
  'elapsed_unknown',
  'pass_rate_uncertain',
  'does_not_beat_control',
  'sensitivity',
  'confounded',
  'late_profile',
]);

/** Lists the objections to a candidate apart from how it compares with its control. */
export const ownObjections = (result: LockResult, profile: Profile, status: ArtifactStatus): Objection[] => [
  ...(status === 'active' ? [] : [{ code: 'not_active' as const, status, detail: `It is ${status}.` }]),
  ...agentObjections(result, profile),
  ...tokenObjections(result, profile),
  ...timeObjections(result, profile),
  ...rateObjections(result, profile),
];

function agentObjections({ max_agents }: LockResult, profile: Profile): Objection[] {
  if (profile.max_agents === undefined || max_agents <= profile.max_agents) return [];
  const detail = `It may have ${max_agents} agents at once, but the profile allows ${profile.max_agents}.`;
  return [{ code: 'too_many_agents', detail }];
}

/**
 * Returns the objection to the tokens that a candidate used, if the profile limits tokens. The limit is for each run, so it
 * applies to the 95th percentile.
 */
function tokenObjections({ tokens_p95, tokens_unknown_runs }: LockResult, profile: Profile): Objection[] {
  const limit = profile.max_tokens_per_run;
  if (limit === undefined) return [];
  if (tokens_p95 !== undefined && tokens_p95 > limit) {
    const detail = `The 95th percentile of its tokens is ${tokens_p95}, but the profile allows ${limit} for each run.`;
    return [{ code: 'too_many_tokens', detail }];
  }
  if (tokens_p95 !== undefined && tokens_unknown_runs === 0) return [];
  const detail = `Nobody knows how many tokens ${tokens_unknown_runs} of its runs used, and the profile limits tokens.`;
  return [{ code: 'tokens_unknown', detail }];
}

function timeObjections(result: LockResult, profile: Profile): Objection[] {
  const { elapsed_p95_milliseconds: p95, elapsed_unknown_runs: unknown = 0 } = result;
  const limit = profile.max_elapsed_milliseconds;
  if (limit === undefined || (p95 !== undefined && p95 <= limit && unknown === 0)) return [];
  if (p95 === undefined)
    return [
      {
        code: 'elapsed_unknown',
        detail: 'Nobody knows how long its runs took, and the profile limits time.',
      },
    ];
  if (p95 <= limit) {
    const detail = `Nobody knows how long ${unknown} of its runs took, and the profile limits time.`;
    return [{ code: 'elapsed_unknown', detail }];
  }
  const detail = `The 95th percentile of its time is ${p95} milliseconds, but the profile allows ${limit}.`;
  return [{ code: 'too_slow', detail }];
}

/**
 * Returns the objection to the pass rate of a candidate: that the whole 95 % interval of the rate, or a part of it, is below the
 * rate that the profile requires; an empty list if no part is.
 */
function rateObjections(result: LockResult, { min_pass_rate }: Profile): Objection[] {
  const required = min_pass_rate / 100;
  const { pass_rate, effective_low: low, effective_high: high } = result;
  if (Number(low) >= required) return [];
  const below = Number(high) < required;
  const detail = `Its pass rate is ${pass_rate} (95 % interval ${low} to ${high}), but the profile asks for ${required.toFixed(2)}.`;
  return [{ code: below ? 'pass_rate_too_low' : 'pass_rate_uncertain', detail }];
}
