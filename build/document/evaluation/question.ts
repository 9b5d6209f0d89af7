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
  description: 'What an evaluation is to decide, fixed before its first plan.',
  fields: {
    task_class: taskClass.meta({ description: 'The class of tasks.' }),
    suite: digest.meta({
      description: 'The suite. Another suite with the same cases, by digest, counts as it.',
    }),
    teams: uniqueList(digest, 15, 1).meta({
      description: 'The execution locks that are compared with the control.',
    }),
    control: digest.meta({ description: 'The lock of the single agent with which all are compared.' }),
    profile: digest.optional().meta({ description: 'The workload profile that decides.' }),
    scorer: fixedScorer.optional().meta({ description: 'How results are judged.' }),
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
        description: 'The most runs of one that may stop early.',
        examples: [400],
      }),
    alpha: share.default('0.0500').meta({
      rules: 'a share from `0.0010` to `0.0500`; 0.0500 when absent',
      description: 'The error rate, of which each evaluation spends its part.',
      examples: ['0.0500'],
    }),
    budget_ratio: decimal.default('1.5000').meta({
      rules: 'a decimal from `1.0000` to `100.0000`; 1.5000 when absent',
      description: 'How many times as many tokens as the control a team may take.',
      examples: ['1.5000'],
    }),
  },
});

export type Question = z.infer<typeof question.fields>;
