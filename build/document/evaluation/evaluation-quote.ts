/** A quote: what a plan would cost at most, whether it may start, and what its evidence could show. */
import { z } from 'zod';
import { count, digest, line, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { decimal6, share } from '../kind/share.ts';

/** The grades of the evidence that a plan can give. */
export const evidenceGrades = ['confirmatory', 'exploratory'] as const;
export type EvidenceGrade = (typeof evidenceGrades)[number];

const approvals = ['approved', 'awaiting_operator'] as const;

const bound = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);

export const evaluationQuote = defineKind({
  kind: 'evaluation_quote',
  form: 'message',
  description: 'What a valid plan takes at most, by the budgets of its formations, and whether it may start.',
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
    grade_reasons: z.array(line(300)).max(16).meta({
      rules: '0 to 16 items',
      description: 'What is missing for a fair comparison, and what else could explain a difference.',
    }),
    quoted_at: time.meta({ description: 'When it was quoted.' }),
    expires_at: time.meta({ description: 'Until when it may start: 24 hours later.' }),
    cases: bound('cases').meta({ description: 'Cases of the suite.', examples: [100] }),
    runs: bound('runs').meta({
      description: 'Runs: locks × cases × repetitions. So many are reserved at the start.',
      examples: [300],
    }),
    runs_left: bound('runs').meta({
      description: 'Runs that the entitlement leaves in this month, before this plan.',
      examples: [100000],
    }),
    input_tokens_at_most: bound('tokens').meta({ description: 'All runs together, by their budgets.' }),
    output_tokens_at_most: bound('tokens').meta({ description: 'All runs together, by their budgets.' }),
    elapsed_milliseconds_at_most: bound('milliseconds').meta({
      description: 'All runs one after the other; two runners take half of it.',
    }),
    nonce_digest: digest.meta({
      description:
        'The SHA-256 of the nonce that fixes the order of runs together with the plan. The evidence states the nonce.',
    }),
    comparisons_before: bound('comparisons').meta({
      description: 'Comparisons of the task class, or of one of its teams, that were started before.',
      examples: [0],
    }),
    spends: decimal6.meta({
      description: 'What it may spend of the error rate over its teams together, were it started now.',
    }),
    left_after: decimal6.meta({ description: 'What would be left of the error rate for all that follow.' }),
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
      description: 'By how much the control may pass less often and do as well.',
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
            description: 'By how much a team passes more often.',
          }),
          fixed: share.meta({ description: 'The chance to find it by the exact test at the end.' }),
          anytime: share.meta({
            description: 'The chance to find it at one of all looks, which may come much earlier.',
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
