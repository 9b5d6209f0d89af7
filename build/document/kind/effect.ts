/** An effect: a number of a finding that can be compared with others of its scale. */
import { z } from 'zod';
import { count, line } from './field.ts';

/** The scales on which effects are compared. */
const scales = ['points', 'percent', 'times'] as const;

const value = z
  .string()
  .regex(/^-?\d{1,9}(?:\.\d{1,4})?$/, 'expected a number such as "60.2"')
  .meta({ named: 'number as text', rules: 'a number as text, at most four digits after the point' });

export const effect = z
  .strictObject({
    scale: z.enum(scales).meta({
      description:
        'points: a difference of two percentages; percent: a relative change; times: how many times as much of something that is spent.',
      examples: ['points'],
    }),
    of: line(80).meta({ description: 'What was measured.', examples: ['pass rate'] }),
    with: value.optional().meta({ description: 'The value with the patterns.', examples: ['60.2'] }),
    without: value.optional().meta({
      description: 'The value of what they were compared with.',
      examples: ['55.1'],
    }),
    difference: value.optional().meta({
      description: 'The difference, where the source gives no two values.',
      examples: ['2.7'],
    }),
    interval: z.array(value).length(2).optional().meta({
      rules: 'two numbers',
      description: 'The 95 % interval of the difference, where one is reported.',
    }),
    better: z.enum(['more', 'less']).optional().meta({
      description: 'Which way is better: `more` where it is absent, and `less` on the scale `times`.',
    }),
    cases: count(10_000_000, 'cases', 1)
      .optional()
      .meta({ description: 'How many cases, where that is reported.' }),
    budget: z.enum(['equal', 'unequal']).optional().meta({
      description: 'Whether both sides might spend as much; absent: the source does not say.',
    }),
    ran_by: z.enum(['maker', 'third_party']).optional().meta({
      description:
        'Who ran it: the makers of what was found better, or others; absent: the source does not say.',
    }),
  })
  .refine(
    ({ with: one, without: other, difference }) =>
      difference === undefined
        ? one !== undefined && other !== undefined
        : one === undefined && other === undefined,
    'expected `with` and `without`, or `difference` alone',
  )
  .refine(
    ({ scale, without, difference }) =>
      scale !== 'times' || (difference === undefined && Number(without) > 0),
    'expected `with` and `without` above 0 on the scale `times`',
  );

export type Effect = z.infer<typeof effect>;
