/** A recommendation: which organisation to use for a workload, and why (docs/recommendations.md#2). */
import { z } from 'zod';
import { artifactStatuses } from '../kind/artifact-status.ts';
import { count, digest, line, taskClass, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { decimal6, share, signedShare } from '../kind/share.ts';
import { confounds } from './evidence-snapshot.ts';

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
  'control_does_as_well',
  'loses_to_control',
  'sensitivity',
  'confounded',
  'late_profile',
] as const;

/** The possible answers of a decision. */
const answers = ['team', 'one_agent', 'undecided', 'none'] as const;
export type ExclusionCode = (typeof exclusionCodes)[number];

const whole = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);

const candidate = z.strictObject({
  lock: digest.meta({ description: 'The lock.' }),
  formation: digest.meta({ description: 'Its formation.' }),
  max_agents: whole('agents').meta({ description: '1 is a single agent.' }),
  control: z.boolean().meta({ description: 'Whether it is the control.' }),
  pass_rate: share.meta({ description: 'Passes of runs.' }),
  low: share.meta({ description: 'Lower end of its 95 % interval: the first key.' }),
  high: share.meta({ description: 'Upper end.' }),
  tokens_per_pass: whole('tokens').optional().meta({ description: 'The second key.' }),
  p_beats_control: share.optional().meta({
    description: 'The chance of such a lead over the control if there were none, Holm-adjusted.',
  }),
  snapshot: digest.meta({ description: 'The evidence.' }),
});

const exclusion = z.strictObject({
  lock: digest.meta({ description: 'The lock.' }),
  formation: digest.meta({ description: 'Its formation.' }),
  snapshot: digest.meta({ description: 'The evidence.' }),
  reasons: z
    .array(
      z.strictObject({
        code: z.enum(exclusionCodes).meta({ description: 'The reason.' }),
        status: z.enum(artifactStatuses).optional().meta({
          rules: 'present for `not_active`',
          description: 'The status of the lock or its formation.',
        }),
        detail: line(300).meta({ description: 'It in numbers.' }),
      }),
    )
    .min(1)
    .meta({ rules: '1 or more items', description: 'Why.' }),
});

const comparison = z.strictObject({
  lock: digest.meta({ description: 'The team.' }),
  control: digest.meta({ description: 'The control.' }),
  method: z.literal('spending').meta({ description: 'Each evaluation within what it may spend.' }),
  difference: z.array(signedShare).length(3).optional().meta({
    rules: 'value, then the ends of its 95 % interval',
    description: 'The pass rate of the team minus that of the control, over all cases.',
  }),
  worst_low: signedShare.optional().meta({
    description: 'Its lower end if everything that is missing had gone against the team.',
  }),
  evaluations: z
    .array(
      z.strictObject({
        snapshot: digest.meta({ description: 'The evidence.' }),
        wins: whole('units').meta({ description: 'Cases, or clusters, that the team won.' }),
        losses: whole('units').meta({ description: 'Those that the control won.' }),
        ties: whole('units').meta({ description: 'The others.' }),
        difference: z.array(signedShare).length(3).optional().meta({
          description: 'As in the evidence.',
        }),
        p: decimal6.optional().meta({
          description: 'As in the evidence.',
        }),
        p_adjusted: share.optional().meta({
          description: 'The same by what it may spend.',
        }),
      }),
    )
    .min(1)
    .meta({ rules: '1 or more, oldest first', description: 'All usable comparisons of the two.' }),
  p: share.meta({ description: 'The chance of such evidence if the team were no better, rounded up.' }),
  p_adjusted: share.meta({ description: 'The same after Holm over all comparisons listed here.' }),
});

const settling = z.strictObject({
  control: digest.optional().meta({ description: 'The control; absent when none is locked yet.' }),
  locks: z.array(digest).max(16).meta({ rules: '0 to 16 items', description: 'All locks.' }),
  cases: whole('cases').meta({ description: 'Cases needed.' }),
  repetitions: whole('runs').meta({ description: 'Runs on each case.' }),
  runs: whole('runs').meta({ description: 'Runs in all.' }),
  detects_gain: share.meta({ description: 'The advantage that it would find.' }),
  power: share.meta({ description: 'The chance of finding it.' }),
  tokens_expected: whole('tokens').optional().meta({
    description: 'What it would take, by what runs took so far; absent where that is not known.',
  }),
  power_at: z
    .array(
      z.strictObject({
        gain_percent: count(100, 'percentage points').meta({ description: 'A true gain.' }),
        power: share.meta({ description: 'The chance of finding it.' }),
      }),
    )
    .max(4)
    .optional()
    .meta({ rules: '4 items', description: 'The chance over a range of true gains.' }),
});

export const recommendation = defineKind({
  kind: 'recommendation',
  form: 'registered',
  description:
    'Which organisation to use for a workload, by its profile and the evidence of the tenant alone.',
  fields: {
    profile: digest.meta({ description: 'The workload profile.' }),
    task_class: taskClass.meta({ description: 'Its class of tasks.' }),
    decision: z.enum(decisions).meta({
      description: 'recommend: use it; insufficient_evidence: more runs would decide.',
      examples: ['recommend'],
    }),
    answer: z.enum(answers).meta({
      description: 'undecided: begin with one agent; none: nothing meets the profile.',
      examples: ['team'],
    }),
    effect: z
      .strictObject({
        lock: digest.meta({ description: 'The team.' }),
        control: digest.meta({ description: 'The control.' }),
        difference: z.array(signedShare).length(3).meta({
          rules: 'value, then the ends of its 95 % interval',
          description: 'The pass rate of the team minus that of the control.',
        }),
        method: z
          .enum(['sign', 't', 'betting', 'none', 'several'])
          .meta({ description: 'The test, as in the evidence.' }),
        cases: whole('cases').meta({ description: 'The cases of which it is the mean.' }),
      })
      .optional()
      .meta({
        description:
          'The effect of the recommended team; if one agent is recommended, of the team that came closest.',
      }),
    confounded_by: z.array(z.enum(confounds)).max(confounds.length).optional().meta({
      description: 'What else may explain differences: those do not count.',
    }),
    begin_with: digest.optional().meta({
      description: 'What to use until that is decided: the control, if it meets the profile.',
    }),
    method: z.literal('v3').meta({ description: 'The version of the rules that decided.' }),
    late_profile: z.literal(true).optional().meta({
      description:
        'Present when the profile was registered after a run of the evidence, and no question had fixed it.',
    }),
    recommended: digest.optional().meta({ description: 'The lock to use.' }),
    one_agent: z.boolean().optional().meta({
      description: 'Whether that is a single agent.',
    }),
    error_rate: share.meta({
      description: 'The share of teams no better than the control that may be recommended.',
    }),
    reasons: z.array(line(400)).min(1).meta({ rules: '1 or more items', description: 'Why.' }),
    ranking: z.array(candidate).meta({
      rules: 'best first',
      description: 'Eligible candidates; after the first, the alternatives.',
    }),
    inseparable: z.array(digest).meta({
      rules: '0 or more',
      description: 'Alternatives that the evidence does not show to be worse than the first.',
    }),
    excluded: z.array(exclusion).meta({ rules: '0 or more', description: 'Candidates that are excluded.' }),
    comparisons: z.array(comparison).meta({
      rules: '0 or more',
      description: 'Everything that is needed to compute again whether each team beats its control.',
    }),
    settle: settling.optional().meta({
      description: 'The evaluation that would decide what is open.',
    }),
    snapshots: z
      .array(
        z.strictObject({
          digest: digest.meta({ description: 'The snapshot.' }),
          use: z.enum(['used', 'exploratory', 'stale']).meta({
            description: 'What it was used for.',
          }),
          imported_runs: whole('runs').optional().meta({
            rules: 'present when there are any',
            description: 'Runs in it that were imported, whose start times are claims.',
          }),
        }),
      )
      .meta({ rules: '0 or more', description: 'All of the task class.' }),
    valid_until: time.optional().meta({ description: 'When used evidence becomes stale.' }),
    recommendation: digest.optional().meta({
      rules: 'in answers, not in the artifact',
      description: 'Its digest, which an adoption names.',
    }),
    adoptions: z
      .array(
        z.strictObject({
          outcome: line(64).meta({ description: 'As recorded.' }),
          reason_code: line(64).meta({ description: 'As recorded.' }),
          date: line(10).meta({ description: 'As recorded.' }),
        }),
      )
      .optional()
      .meta({
        rules: 'oldest first; in answers, not in the artifact',
        description: 'What the tenant did with it.',
      }),
  },
});

export type Recommendation = z.infer<typeof recommendation.fields>;
export type Candidate = Recommendation['ranking'][number];
export type Exclusion = Recommendation['excluded'][number];
export type Settling = NonNullable<Recommendation['settle']>;
export type Comparison = Recommendation['comparisons'][number];
