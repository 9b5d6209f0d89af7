/**
 * The numbers of a comparison: the results of each arm and of every pair of arms, and how much identical arms differ
 * (docs/comparisons.md#5).
 */
import { z } from 'zod';
import { count, slug } from './field.ts';
import { decimal, decimal6, share, signedShare } from './share.ts';

const whole = (unit: string) => count(10_000_000, unit);

const estimate = z.array(signedShare).min(1).max(2);

export const answers = z.strictObject({
  arm: slug.meta({ description: 'The arm.' }),
  cases: whole('cases').meta({ description: 'Cases with a verdict.' }),
  runs: whole('runs').meta({ description: 'Runs with a verdict.' }),
  passes: whole('runs').meta({ description: 'Runs with a verdict that passed.' }),
  rate: z.array(share).min(1).max(3).meta({
    rules: 'value, then the ends of its 95 % interval',
    description: 'The pass rate, every case weighted equally.',
  }),
  errors: whole('runs').meta({ description: 'Runs that broke. They count as not passed.' }),
  timeouts: whole('runs').meta({ description: 'Runs that took too long. They count as not passed.' }),
  malformed: whole('runs').meta({ description: 'Answers not in the form asked for; likewise.' }),
  missing: whole('runs').meta({ description: 'Runs without a verdict. The pair leaves their cases out.' }),
  total: z
    .strictObject({
      of: z
        .enum(['cost_usd', 'tokens', 'calls', 'turns'])
        .meta({ description: 'The amount that was counted, such as tokens.' }),
      amount: decimal.meta({ description: 'The amount over all runs.' }),
    })
    .optional()
    .meta({ description: 'The amounts that the arm took, if they are recorded for all its runs.' }),
});

const joint = z.strictObject({
  a: count(1000, 'runs').meta({ description: 'Runs of `a` that passed a case.' }),
  b: count(1000, 'runs').meta({ description: 'Runs of `b` that passed the same case.' }),
  cases: whole('cases').meta({ description: 'The number of cases with these passes.' }),
});

export const result = z.strictObject({
  a: slug.meta({ description: 'The first arm.' }),
  b: slug.meta({ description: 'The second arm.' }),
  cases: whole('cases').meta({ description: 'Cases for which both arms have a verdict.' }),
  both: whole('cases').optional().meta({ description: 'Cases that both passed.' }),
  only_a: whole('cases').optional().meta({ description: 'Cases that only `a` passed.' }),
  only_b: whole('cases').optional().meta({ description: 'Cases that only `b` passed.' }),
  neither: whole('cases').optional().meta({ description: 'Cases that neither passed.' }),
  a_better: whole('cases')
    .optional()
    .meta({ description: 'With repeats: cases that `a` passed more often.' }),
  b_better: whole('cases').optional().meta({ description: 'Cases that `b` passed more often.' }),
  tied: whole('cases').optional().meta({ description: 'Cases that both passed equally often.' }),
  joint: z.array(joint).max(2000).optional().meta({
    rules: 'at most 2000 items',
    description: 'With repeats and without a table: how often both passed, by cases.',
  }),
  difference: signedShare.meta({ description: 'The rate of `a` less that of `b`.' }),
  interval: estimate.meta({ rules: 'two differences', description: 'The 95 % interval of the difference.' }),
  method: z.enum(['newcombe', 't']).meta({
    description: 'newcombe: single runs, with the exact paired test; t: repeats.',
  }),
  p: decimal6.meta({ description: 'The chance of a difference as large if both were equally good.' }),
  p_family: decimal6.meta({ description: 'The chance over all results together, by the method of Holm.' }),
  cost_ratio: z
    .literal('unknown')
    .or(
      z.strictObject({
        of: z
          .enum(['cost_usd', 'tokens', 'calls', 'turns'])
          .meta({ description: 'The amount that was counted.' }),
        ratio: z.array(decimal).min(1).max(3).meta({
          rules: 'value, and where single cases are known the ends of its 95 % interval',
          description: 'The amount that `a` took, as a multiple of what `b` took.',
        }),
      }),
    )
    .meta({
      rules: '`unknown`, or `of` and `ratio`',
      description: 'The cost of `a` as a multiple of the cost of `b`.',
    }),
  intact: z
    .strictObject({
      cases: whole('cases').meta({ description: 'Cases that both arms answered.' }),
      difference: signedShare.meta({ description: 'The difference over these cases.' }),
      interval: estimate.meta({
        rules: 'two differences',
        description: 'The 95 % interval of the difference.',
      }),
    })
    .optional()
    .meta({
      description: 'The same without errors, timeouts and malformed answers, where there are any.',
    }),
  not_recomputed_here: z.literal(true).optional().meta({
    description:
      'Present if the licence forbids a table: the counts were read from the source and not computed here.',
  }),
});

export type ComparisonResult = z.infer<typeof result>;
export type ComparisonAnswers = z.infer<typeof answers>;

export const noise = z.literal('unavailable').or(
  z.strictObject({
    a: slug.meta({ description: 'An arm.' }),
    b: slug.meta({ description: 'An identical one, or the same one for two of its repeats.' }),
    repeats: z
      .array(count(1000, 'run', 1))
      .length(2)
      .optional()
      .meta({ rules: 'two numbers', description: 'The repeats that are compared, if it is one arm.' }),
    cases: whole('cases').meta({ description: 'Cases for which both have a verdict.' }),
    only_a: whole('cases').meta({ description: 'Cases that only `a` passed.' }),
    only_b: whole('cases').meta({ description: 'Cases that only `b` passed.' }),
    both: whole('cases').meta({ description: 'Cases that both passed.' }),
    difference: signedShare.meta({ description: 'The difference by chance alone.' }),
    interval: estimate.meta({
      rules: 'two differences',
      description: 'The 95 % interval of the difference.',
    }),
  }),
);

export type ComparisonNoise = z.infer<typeof noise>;
