/** A recommendation: which organisation to use for a workload, and why (decisions, Evaluations 6). */
import { z } from 'zod';
import { adoption } from './adoption.ts';
import { count, digest, line, taskClass, time } from './field.ts';
import { defineKind } from './kind.ts';
import { share } from './share.ts';

export const decisions = ['recommend', 'insufficient_evidence', 'no_eligible_candidate'] as const;

/** Why a candidate is out, or a snapshot is not used. */
export const exclusionCodes = [
  'not_active',
  'too_many_agents',
  'too_many_tokens',
  'tokens_unknown',
  'too_slow',
  'elapsed_unknown',
  'pass_rate_too_low',
  'pass_rate_uncertain',
  'does_not_beat_control',
] as const;
export type ExclusionCode = (typeof exclusionCodes)[number];

const whole = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);

const candidate = z.strictObject({
  lock: digest.meta({ description: 'The execution lock.' }),
  formation: digest.meta({ description: 'The formation that it locks.' }),
  max_agents: whole('agents').meta({ description: '1 is a single agent.' }),
  control: z.boolean().meta({ description: 'Whether it is the control of its evidence.' }),
  pass_rate: share.meta({ description: 'Passes of runs.' }),
  low: share.meta({ description: 'Lower end of its 95 % interval: the first key of the ranking.' }),
  high: share.meta({ description: 'Upper end.' }),
  tokens_per_pass: whole('tokens').optional().meta({ description: 'The second key, less being better.' }),
  p_beats_control: share.optional().meta({
    description:
      "The chance of such an advantage over the control if there were none, one-sided, after Holm's adjustment; absent for the control.",
  }),
  snapshot: digest.meta({ description: 'The evidence.' }),
});

const exclusion = z.strictObject({
  lock: digest.meta({ description: 'The execution lock.' }),
  formation: digest.meta({ description: 'The formation that it locks.' }),
  snapshot: digest.meta({ description: 'The evidence.' }),
  reasons: z
    .array(
      z.strictObject({
        code: z.enum(exclusionCodes).meta({ description: 'The reason as a word for programs.' }),
        detail: line(300).meta({ description: 'The reason in numbers.' }),
      }),
    )
    .min(1)
    .meta({ rules: '1 or more items', description: 'Everything that speaks against it.' }),
});

const settling = z.strictObject({
  suite: digest.optional().meta({ description: 'The suite, when the evidence so far has one.' }),
  control: digest
    .optional()
    .meta({ description: 'The control; absent when a single agent has yet to be locked.' }),
  locks: z
    .array(digest)
    .max(16)
    .meta({ rules: '0 to 16 items', description: 'The locks, the control included.' }),
  cases: whole('cases').meta({ description: 'Cases that the suite needs at least.' }),
  repetitions: whole('runs').meta({ description: 'Runs of each lock on each case.' }),
  runs: whole('runs').meta({ description: 'Runs in all.' }),
  detects_gain: share.meta({ description: 'The advantage over the control that it would find.' }),
  power: share.meta({ description: 'The chance with which it would find it.' }),
});

export const recommendation = defineKind({
  kind: 'recommendation',
  form: 'registered',
  description:
    'Which organisation to use for a workload, computed from its profile and the evidence of the tenant, and nothing else. The same inputs give the same bytes.',
  fields: {
    profile: digest.meta({ description: 'The workload profile.' }),
    task_class: taskClass.meta({ description: 'Its class of tasks.' }),
    decision: z.enum(decisions).meta({
      description:
        'recommend: use the lock named; insufficient_evidence: run the evaluation that would settle it; no_eligible_candidate: what was evaluated does not do.',
      examples: ['recommend'],
    }),
    recommended: digest.optional().meta({ description: 'The lock; present when the decision is recommend.' }),
    one_agent: z.boolean().optional().meta({
      description: 'Whether that is a single agent; present when the decision is recommend.',
    }),
    error_rate: share.meta({
      description:
        'At most this share of recommendations of a team over an equally good control, over all comparisons of the evidence together.',
    }),
    reasons: z.array(line(400)).min(1).meta({ rules: '1 or more items', description: 'Why.' }),
    ranking: z.array(candidate).meta({
      rules: '0 or more items, best first',
      description: 'Eligible candidates. Those after the first are the alternatives.',
    }),
    inseparable: z.array(digest).meta({
      rules: '0 or more items',
      description: 'Alternatives that the evidence cannot tell from the first.',
    }),
    excluded: z.array(exclusion).meta({ rules: '0 or more items', description: 'Candidates that are out.' }),
    settle: settling.optional().meta({
      description:
        'The evaluation that would settle what is open; always present with insufficient_evidence.',
    }),
    snapshots: z
      .array(
        z.strictObject({
          digest: digest.meta({ description: 'The snapshot.' }),
          use: z.enum(['used', 'superseded', 'exploratory', 'stale']).meta({
            description:
              'used: it decided; superseded: a newer one has each of its locks; exploratory, stale: it supports nothing.',
          }),
        }),
      )
      .meta({ rules: '0 or more items', description: 'All evidence of the task class.' }),
    valid_until: time.optional().meta({ description: 'When the first of the used snapshots becomes stale.' }),
    recommendation: digest.optional().meta({
      rules: 'in answers, not in the artifact',
      description: 'The digest of this recommendation, by which an adoption names it.',
    }),
    adoptions: z
      .array(
        z.strictObject({
          outcome: adoption.fields.shape.outcome,
          reason_code: adoption.fields.shape.reason_code,
          date: adoption.fields.shape.date,
        }),
      )
      .optional()
      .meta({
        rules: '0 or more items, oldest first; in answers, not in the artifact',
        description: 'What became of it. Nothing is computed from it.',
      }),
  },
});

export type Recommendation = z.infer<typeof recommendation.fields>;
export type Candidate = Recommendation['ranking'][number];
export type Exclusion = Recommendation['excluded'][number];
export type Settling = NonNullable<Recommendation['settle']>;
