/** An evaluation plan: what is compared with what, on which cases, fixed before the first run (docs/evaluations.md#1). */
import { z } from 'zod';
import { count, digest, line, uniqueList } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { decimal, share } from '../kind/share.ts';

/** The two ways to stop: an evaluation runs everything that it planned, or ends as soon as its question is decided. */
export const stoppings = ['fixed', 'anytime'] as const;
/** The questions about each team: whether it is better than the control, or whether the control does as well. */
export const comparisons = ['superiority', 'non_inferiority'] as const;

export const evaluationPlan = defineKind({
  kind: 'evaluation_plan',
  form: 'registered',
  description:
    'The execution locks to compare on the cases of one suite. The bytes of a plan are fixed before the first run.',
  fields: {
    suite: digest.meta({ description: 'The suite whose cases are run.' }),
    locks: uniqueList(digest, 16, 1).meta({
      description:
        'The execution locks. Each runs on every case, and all of them fit the task class of the suite.',
    }),
    control: digest.optional().meta({
      description:
        'One of `locks`: the single agent (`max_agents` 1) with no smaller a budget than the others. Without ' +
        'a fair one the plan is exploratory, and its evidence supports no recommendation.',
    }),
    question: digest.optional().meta({
      description:
        'The question that the plan asks in every detail. If it is absent, the plan itself is the question.',
    }),
    repetitions: count(100, 'runs', 1).meta({
      description:
        'The number of runs of each lock on each case. More cases give more evidence than more repetitions.',
      examples: [1],
    }),
    seed: count(Number.MAX_SAFE_INTEGER).meta({
      description:
        'A number that distinguishes plans that are otherwise the same. The service fixes the order of the runs.',
      examples: [20261121],
    }),
    tolerated_loss_percent: count(20, 'percent')
      .default(5)
      .meta({
        rules: 'whole number 0 to 20; 5 when absent',
        description:
          'The share of assignments that may be lost, each by three runners, before the job fails. A lost assignment counts as not passed.',
        examples: [5],
      }),
    stopping: z
      .enum(stoppings)
      .default('fixed')
      .meta({
        rules: '`fixed` or `anytime`; `fixed` when absent',
        description:
          'anytime: it ends as soon as its question is decided, and every look at the results is valid.',
        examples: ['anytime'],
      }),
    alpha: share.optional().meta({
      rules: 'a share from `0.0010` to `0.0500`; only with `stopping: anytime`, and 0.0500 when absent',
      description: 'The error rate at which the question counts as decided.',
      examples: ['0.0500'],
    }),
    max_runs: count(100_000, 'runs', 2)
      .optional()
      .meta({
        description:
          'The largest number of runs, only with `stopping: anytime`. If it is absent, that is all planned runs.',
        examples: [400],
      }),
    comparison: z
      .enum(comparisons)
      .default('superiority')
      .meta({
        rules: '`superiority` or `non_inferiority`; `superiority` when absent',
        description:
          'The question: `superiority`, or `non_inferiority` if the control should do as well as the team, except for `margin`.',
        examples: ['superiority'],
      }),
    margin: share.optional().meta({
      rules:
        'a share from `0.0100` to `0.5000`; required with `comparison: non_inferiority`, refused without',
      description: 'The amount by which the control may pass less often and still do as well.',
      examples: ['0.0500'],
    }),
    budget_ratio: decimal.optional().meta({
      rules: 'a decimal from `1.0000` to `100.0000`; 1.5000 when absent',
      description:
        'The tokens that a team may use, as a multiple of those of the control. The evidence of a team that uses more is exploratory.',
      examples: ['1.5000'],
    }),
    intervention: line(200)
      .optional()
      .meta({
        rules: 'a line of at most 200 characters; only in a plan of two locks',
        description: 'The one thing in which the two locks differ, such as a skill, a file or a model tier.',
        examples: ['the skill release-notes'],
      }),
  },
});

export type EvaluationPlan = z.infer<typeof evaluationPlan.fields>;
