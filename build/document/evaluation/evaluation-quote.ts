/** A quote: the most that a plan would cost, whether it may start, and what its evidence could show. */
import { z } from 'zod';
import { count, digest, line, list, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { decimal6, share } from '../kind/share.ts';

export const evidenceGrades = ['confirmatory', 'exploratory'] as const;
export type EvidenceGrade = (typeof evidenceGrades)[number];

const approvals = ['approved', 'awaiting_operator'] as const;

const bound = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);

export const evaluationQuote = defineKind({
  kind: 'evaluation_quote',
  form: 'message',
  description:
    'The most that a valid plan takes, by the budgets of its formations, and whether it may start.',
  fields: {
    plan_digest: digest.meta({ description: 'The plan: the SHA-256 of its bytes as they were sent.' }),
    approval: z.enum(approvals).meta({
      description:
        'approved: start it; awaiting_operator: it is larger than the automatic limit of the account, and the operator decides.',
      examples: ['approved'],
    }),
    grade: z.enum(evidenceGrades).meta({
      description:
        'confirmatory: its evidence can support a recommendation; exploratory: it cannot, for the reasons given.',
      examples: ['confirmatory'],
    }),
    grade_reasons: list(line(300), 16).meta({
      description: 'What the plan lacks for a fair comparison, and what else could explain a difference.',
    }),
    quoted_at: time.meta({ description: 'The time of the quote.' }),
    expires_at: time.meta({
      description: 'The time until which the plan may start, 24 hours after the quote.',
    }),
    cases: bound('cases').meta({ description: 'The number of cases in the suite.', examples: [100] }),
    runs: bound('runs').meta({
      description:
        'The number of runs: locks × cases × repetitions. They are reserved when the evaluation starts.',
      examples: [300],
    }),
    runs_left: bound('runs').meta({
      description: "Runs that are left of this month's entitlement before this plan.",
      examples: [100000],
    }),
    input_tokens_at_most: bound('tokens').meta({
      description: 'The most input tokens of all runs together, by their budgets.',
    }),
    output_tokens_at_most: bound('tokens').meta({
      description: 'The most output tokens of all runs together, by their budgets.',
    }),
    elapsed_milliseconds_at_most: bound('milliseconds').meta({
      description: 'The longest time of all runs one after the other. Two runners take half of it.',
    }),
    nonce_digest: digest.meta({
      description:
        'The SHA-256 of the nonce that fixes the order of runs together with the plan. The evidence states the nonce.',
    }),
    comparisons_before: bound('comparisons').meta({
      description: 'Comparisons on the task class, or of one of the teams, that were started before.',
      examples: [0],
    }),
    spends: decimal6.meta({
      description:
        'The part of the error rate that the evaluation may spend over its teams together, if it started now.',
    }),
    left_after: decimal6.meta({
      description: 'The part of the error rate that would be left for later evaluations.',
    }),
    cases_seen: bound('cases').meta({
      description:
        'Cases on which one of its teams was started before. With any, its evidence is exploratory.',
      examples: [0],
    }),
    hand_backs_per_case: bound('times')
      .optional()
      .meta({
        description:
          'How often the runs of one lock on one case may be handed back, all repetitions together.',
        examples: [1],
      }),
    margin: share.optional().meta({
      rules: 'present with `comparison: non_inferiority`',
      description: 'The amount by which the control may pass less often and still do as well.',
    }),
    power_if_equal: share.optional().meta({
      rules: 'present with `margin`',
      description:
        'The chance to show that the control does as well but for the margin, if both are equally good.',
    }),
    detectable_gain_percent: count(100, 'percentage points')
      .optional()
      .meta({
        description:
          'The smallest gain over the control, in steps of 5 points, that the comparison would find in 80 of 100 such evaluations; absent when none.',
        examples: [20],
      }),
    power: z
      .array(
        z.strictObject({
          gain_percent: count(100, 'percentage points').meta({
            description: 'The amount by which a team truly passes more often.',
          }),
          fixed: share.meta({ description: 'The chance that the exact test at the end finds it.' }),
          anytime: share.meta({
            description: 'The chance that one of all looks finds it, perhaps long before the end.',
          }),
        }),
      )
      .max(4)
      .optional()
      .meta({
        rules: '4 items; absent for an exploratory plan',
        description:
          'What so many cases would find, if half of them are passed by one of the two locks alone, and cases of a cluster are correlated by 0.2.',
      }),
    suite_uses: bound('evaluations').meta({
      description:
        'Evaluations that ran on this suite before. A suite that is used often becomes known to whoever changes the teams.',
      examples: [0],
    }),
  },
});

export type EvaluationQuote = z.infer<typeof evaluationQuote.fields>;
