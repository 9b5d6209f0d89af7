/** A question: what a tenant wants to know, fixed before the first plan (docs/evaluations.md#8). */
import { z } from 'zod';
import { count, digest, taskClass, uniqueList } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { decimal, share } from '../kind/share.ts';
import { comparisons, stoppings } from './evaluation-plan.ts';
import { fixedScorer } from './imported-log.ts';

export const question = defineKind({
  kind: 'question',
  form: 'registered',
  description: 'The question that evaluations are to answer, fixed before the first plan.',
  fields: {
    task_class: taskClass.meta({ description: 'The class of tasks.' }),
    suite: digest.meta({
      description: 'The suite. Another suite whose cases have the same digests counts as the same.',
    }),
    teams: uniqueList(digest, 15, 1).meta({
      description: 'The execution locks that are compared with the control.',
    }),
    control: digest.meta({ description: 'The lock of the single agent with which all others are compared.' }),
    profile: digest.optional().meta({ description: 'The workload profile with which the answer is judged.' }),
    scorer: fixedScorer.optional().meta({ description: 'The scorer that judges results.' }),
    comparison: z
      .enum(comparisons)
      .default('superiority')
      .meta({
        rules: '`superiority` or `non_inferiority`; `superiority` when absent',
        description: 'As in a plan.',
        examples: ['superiority'],
      }),
    margin: share.optional().meta({
      rules: 'a share from `0.0100` to `0.5000`; with `comparison: non_inferiority` only',
      description: 'As in a plan.',
      examples: ['0.0500'],
    }),
    stopping: z
      .enum(stoppings)
      .default('fixed')
      .meta({
        rules: '`fixed` or `anytime`; `fixed` when absent',
        description: 'As in a plan.',
        examples: ['fixed'],
      }),
    max_runs: count(100_000, 'runs', 2)
      .optional()
      .meta({
        description: 'The most runs of one evaluation that may stop early.',
        examples: [400],
      }),
    alpha: share.default('0.0500').meta({
      rules: 'a share from `0.0010` to `0.0500`; 0.0500 when absent',
      description: 'The error rate of the question. Each evaluation spends a part of it.',
      examples: ['0.0500'],
    }),
    budget_ratio: decimal.default('1.5000').meta({
      rules: 'a decimal from `1.0000` to `100.0000`; 1.5000 when absent',
      description: 'The tokens that a team may take, as a multiple of the tokens of the control.',
      examples: ['1.5000'],
    }),
  },
});

export type Question = z.infer<typeof question.fields>;
