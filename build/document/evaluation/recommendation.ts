/** A recommendation: which organisation to use for a workload, and why (docs/recommendations.md#2). */
import { z } from 'zod';
import { artifactStatuses } from '../kind/artifact-status.ts';
import { count, digest, line, list, taskClass, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { decimal6, share, signedShare } from '../kind/share.ts';
import { confounds } from './evidence-snapshot.ts';

export const decisions = ['recommend', 'insufficient_evidence', 'no_eligible_candidate'] as const;

/** The reasons why a candidate is excluded, or a snapshot is not used. */
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

/** The answers that a recommendation can give. */
const answers = ['team', 'one_agent', 'undecided', 'none'] as const;
export type ExclusionCode = (typeof exclusionCodes)[number];

const whole = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);

const candidate = z.strictObject({
  lock: digest.meta({ description: 'The lock of the candidate.' }),
  formation: digest.meta({ description: 'The formation that the lock pins.' }),
  max_agents: whole('agents').meta({ description: 'The most agents at once; 1 is a single agent.' }),
  control: z.boolean().meta({ description: 'Whether the candidate is the control.' }),
  pass_rate: share.meta({ description: 'The pass rate of its runs.' }),
  low: share.meta({
    description: 'The lower end of its 95 % interval, by which candidates are ranked first.',
  }),
  high: share.meta({ description: 'The upper end of its 95 % interval.' }),
  tokens_per_pass: whole('tokens')
    .optional()
    .meta({ description: 'The tokens for each passed case, by which candidates are ranked second.' }),
  p_beats_control: share.optional().meta({
    description: "The chance of such a lead over the control if there were none, adjusted by Holm's method.",
  }),
  snapshot: digest.meta({ description: 'The evidence about the candidate.' }),
});

const exclusion = z.strictObject({
  lock: digest.meta({ description: 'The lock of the candidate.' }),
  formation: digest.meta({ description: 'The formation that the lock pins.' }),
  snapshot: digest.meta({ description: 'The evidence about the candidate.' }),
  reasons: z
    .array(
      z.strictObject({
        code: z.enum(exclusionCodes).meta({ description: 'The reason, as a word for programs.' }),
        status: z.enum(artifactStatuses).optional().meta({
          rules: 'present for `not_active`',
          description: 'The status of the lock or its formation, if it is not active.',
        }),
        detail: line(300).meta({ description: 'The reason in a sentence, with its numbers.' }),
      }),
    )
    .min(1)
    .meta({ rules: '1 or more items', description: 'Every reason for which the candidate is excluded.' }),
});

const comparison = z.strictObject({
  lock: digest.meta({ description: 'The lock of the team.' }),
  control: digest.meta({ description: 'The lock of the control.' }),
  method: z
    .literal('spending')
    .meta({ description: 'The method, by which each evaluation spends its own share of the error rate.' }),
  difference: z.array(signedShare).length(3).optional().meta({
    rules: 'value, then the ends of its 95 % interval',
    description: 'The pass rate of the team minus that of the control, over all cases.',
  }),
  worst_low: signedShare.optional().meta({
    description: 'The lower end if everything that is missing had gone against the team.',
  }),
  evaluations: z
    .array(
      z.strictObject({
        snapshot: digest.meta({ description: 'The evidence.' }),
        wins: whole('units').meta({ description: 'Cases, or clusters, that the team won.' }),
        losses: whole('units').meta({ description: 'Cases, or clusters, that the control won.' }),
        ties: whole('units').meta({ description: 'Cases, or clusters, on which both did equally well.' }),
        difference: z.array(signedShare).length(3).optional().meta({
          description: 'The value of the same field in the evidence.',
        }),
        p: decimal6.optional().meta({
          description: 'The value of the same field in the evidence.',
        }),
        p_adjusted: share.optional().meta({
          description: 'The chance, adjusted to the share of the error rate that the evaluation may spend.',
        }),
      }),
    )
    .min(1)
    .meta({ rules: '1 or more, oldest first', description: 'All usable comparisons of the two.' }),
  p: share.meta({ description: 'The chance of such evidence if the team were no better, rounded up.' }),
  p_adjusted: share.meta({
    description: "The chance, adjusted by Holm's method over all comparisons listed here.",
  }),
});

const settling = z.strictObject({
  control: digest
    .optional()
    .meta({ description: 'The control of the evaluation; absent when none is locked yet.' }),
  locks: list(digest, 16).meta({ description: 'The locks of the evaluation.' }),
  cases: whole('cases').meta({ description: 'The number of cases that it needs.' }),
  repetitions: whole('runs').meta({ description: 'The number of runs on each case.' }),
  runs: whole('runs').meta({ description: 'The number of runs in all.' }),
  detects_gain: share.meta({ description: 'The gain that the evaluation is designed to detect.' }),
  power: share.meta({ description: 'The chance that the evaluation finds that advantage.' }),
  tokens_expected: whole('tokens').optional().meta({
    description: 'The tokens that it would take, judged by earlier runs; absent if that is unknown.',
  }),
  power_at: z
    .array(
      z.strictObject({
        gain_percent: count(100, 'percentage points').meta({ description: 'A true gain of the team.' }),
        power: share.meta({ description: 'The chance that the evaluation finds it.' }),
      }),
    )
    .max(4)
    .optional()
    .meta({ rules: '4 items', description: 'The chance of finding a gain, for several true gains.' }),
});

export const recommendation = defineKind({
  kind: 'recommendation',
  form: 'registered',
  description:
    'Which organisation to use for a workload, by its profile and the evidence of the tenant alone.',
  fields: {
    profile: digest.meta({ description: 'The workload profile.' }),
    task_class: taskClass.meta({ description: 'The class of tasks of the profile.' }),
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
        lock: digest.meta({ description: 'The lock of the team.' }),
        control: digest.meta({ description: 'The lock of the control.' }),
        difference: z.array(signedShare).length(3).meta({
          rules: 'value, then the ends of its 95 % interval',
          description: 'The pass rate of the team minus that of the control.',
        }),
        method: z
          .enum(['sign', 't', 'betting', 'none', 'several'])
          .meta({ description: 'The test, as the evidence names it.' }),
        cases: whole('cases').meta({
          description: 'The number of cases over which the difference is the mean.',
        }),
      })
      .optional()
      .meta({
        description:
          'The effect of the recommended team; if one agent is recommended, of the team that came closest.',
      }),
    confounded_by: z.array(z.enum(confounds)).max(confounds.length).optional().meta({
      description: 'What else may explain the differences. Comparisons to which this applies do not count.',
    }),
    begin_with: digest.optional().meta({
      description: 'The lock to use until more runs decide: the control, if it meets the profile.',
    }),
    method: z.literal('v3').meta({ description: 'The version of the rules that decided.' }),
    late_profile: z.literal(true).optional().meta({
      description:
        'Present when the profile was registered after a run of the evidence, and no question had fixed it.',
    }),
    recommended: digest.optional().meta({ description: 'The lock to use.' }),
    one_agent: z.boolean().optional().meta({
      description: 'Whether the recommended lock is a single agent.',
    }),
    error_rate: share.meta({
      description:
        'The largest share of team recommendations in which the team is no better than the control.',
    }),
    reasons: z
      .array(line(400))
      .min(1)
      .meta({ rules: '1 or more items', description: 'The reasons for the decision, a sentence each.' }),
    ranking: z.array(candidate).meta({
      rules: 'best first',
      description: 'The eligible candidates, best first. All after the first are alternatives.',
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
      description: 'The evaluation that would decide the open question.',
    }),
    snapshots: z
      .array(
        z.strictObject({
          digest: digest.meta({ description: 'The evidence snapshot.' }),
          use: z.enum(['used', 'exploratory', 'stale']).meta({
            description: 'How the snapshot was used.',
          }),
          imported_runs: whole('runs').optional().meta({
            rules: 'present when there are any',
            description: 'Imported runs in the snapshot, whose start times are claims.',
          }),
        }),
      )
      .meta({ rules: '0 or more', description: 'All evidence of the task class, and how it was used.' }),
    valid_until: time
      .optional()
      .meta({ description: 'The time at which the first evidence that was used becomes stale.' }),
    recommendation: digest.optional().meta({
      rules: 'in answers, not in the artifact',
      description: 'The digest of the recommendation, which an adoption names.',
    }),
    adoptions: z
      .array(
        z.strictObject({
          outcome: line(64).meta({ description: 'The recorded outcome.' }),
          reason_code: line(64).meta({ description: 'The recorded reason.' }),
          date: line(10).meta({ description: 'The recorded date.' }),
        }),
      )
      .optional()
      .meta({
        rules: 'oldest first; in answers, not in the artifact',
        description: 'What the tenant did with the recommendation.',
      }),
  },
});

export type Recommendation = z.infer<typeof recommendation.fields>;
export type Candidate = Recommendation['ranking'][number];
export type Exclusion = Recommendation['excluded'][number];
export type Settling = NonNullable<Recommendation['settle']>;
export type Comparison = Recommendation['comparisons'][number];
