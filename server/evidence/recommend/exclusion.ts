/** What speaks against a candidate, in numbers (docs/recommendations.md#4). */

import type { LockResult } from '#build/exchange/evidence-snapshot.ts';
import type { ExclusionCode } from '#build/exchange/recommendation.ts';
import type { ArtifactStatus } from '#build/kind/artifact-status.ts';
import { roundedUp } from '#build/kind/share.ts';
import type { Profile } from './input.ts';
import { errorRate } from './rate.ts';
import type { Contender } from './weigh.ts';

export interface Objection {
  code: ExclusionCode;
  detail: string;
}

/** The objections that more runs could remove. */
export const open: ReadonlySet<ExclusionCode> = new Set([
  'tokens_unknown',
  'elapsed_unknown',
  'pass_rate_uncertain',
  'does_not_beat_control',
]);

/** Everything that speaks against a candidate. */
export function objections(contender: Contender, profile: Profile, status: ArtifactStatus): Objection[] {
  const { result } = contender;
  return [
    ...(status === 'active' ? [] : [{ code: 'not_active' as const, detail: `It is ${status}.` }]),
    ...agentObjections(result, profile),
    ...tokenObjections(result, profile),
    ...timeObjections(result, profile),
    ...rateObjections(result, profile),
    ...controlObjections(contender),
  ];
}

function agentObjections({ max_agents }: LockResult, profile: Profile): Objection[] {
  if (profile.max_agents === undefined || max_agents <= profile.max_agents) return [];
  const detail = `It may have ${max_agents} agents at once; the profile allows ${profile.max_agents}.`;
  return [{ code: 'too_many_agents', detail }];
}

/** A limit is for each run, so the 95th percentile has to keep it. */
function tokenObjections({ tokens_p95, tokens_unknown_runs }: LockResult, profile: Profile): Objection[] {
  const limit = profile.max_tokens_per_run;
  if (limit === undefined) return [];
  if (tokens_p95 !== undefined && tokens_p95 > limit) {
    const detail = `The 95th percentile of its tokens is ${tokens_p95}; the profile allows ${limit} a run.`;
    return [{ code: 'too_many_tokens', detail }];
  }
  if (tokens_p95 !== undefined && tokens_unknown_runs === 0) return [];
  const detail = `The tokens of ${tokens_unknown_runs} runs are unknown, and the profile limits them.`;
  return [{ code: 'tokens_unknown', detail }];
}

function timeObjections({ elapsed_p95_milliseconds: p95 }: LockResult, profile: Profile): Objection[] {
  const limit = profile.max_elapsed_milliseconds;
  if (limit === undefined || (p95 !== undefined && p95 <= limit)) return [];
  if (p95 === undefined)
    return [{ code: 'elapsed_unknown', detail: 'Its times are unknown, and the profile limits them.' }];
  const detail = `The 95th percentile of its time is ${p95} milliseconds; the profile allows ${limit}.`;
  return [{ code: 'too_slow', detail }];
}

/** Certainly below the required rate, or not known to reach it. */
function rateObjections(result: LockResult, { min_pass_rate }: Profile): Objection[] {
  const required = min_pass_rate / 100;
  const { pass_rate, effective_low: low, effective_high: high } = result;
  if (Number(low) >= required) return [];
  const below = Number(high) < required;
  const detail = `It passed ${pass_rate} of its runs (95 % interval ${low} to ${high}); the profile asks for ${required.toFixed(2)}.`;
  return [{ code: below ? 'pass_rate_too_low' : 'pass_rate_uncertain', detail }];
}

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
