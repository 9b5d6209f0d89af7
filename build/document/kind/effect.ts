/** An effect: a number in a finding that can be compared with others on its scale. */
import { z } from 'zod';
import { count, line, uniqueList } from './field.ts';

/** The scales on which effects are compared. */
const scales = ['points', 'percent', 'times'] as const;

/**
 * The sides of a comparison. A verdict on a team counts only `team` against `one_agent`. For a task that a single call does,
 * such as a question without tools, that call is `one_agent`; a single call at work for which an agent needs several is
 * `one_call`.
 */
const arms = ['team', 'one_agent', 'samples_of_one_agent', 'one_call', 'other'] as const;

/** The resources that an effect may measure. Less of a resource is better, and it says nothing about results. */
const resources = ['tokens', 'money', 'time', 'calls'] as const;

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
    of: line(80).meta({ description: 'The quantity that was measured.', examples: ['pass rate'] }),
    treatment: z.enum(arms).meta({
      description: 'The arm that was tested, or `other` if you are not sure that another name fits.',
      examples: ['team'],
    }),
    control: z
      .enum(arms)
      .meta({ description: 'The arm with which it was compared.', examples: ['one_agent'] }),
    same: uniqueList(z.enum(['models', 'tools', 'budget']), 3).meta({
      description: 'What both sides had in equal amounts, as the source says.',
      examples: [['models']],
    }),
    spends: z.enum(resources).optional().meta({
      rules: 'present on the scale `times`',
      description: 'The resource, if one was measured. Less of it is better.',
    }),
    with: value.optional().meta({ description: 'The value of the treatment.', examples: ['60.2'] }),
    without: value.optional().meta({
      description: 'The value of the control.',
      examples: ['55.1'],
    }),
    difference: value.optional().meta({
      description: 'The difference, where the source gives no two values.',
      examples: ['2.7'],
    }),
    interval: z
      .literal('none_reported')
      .or(z.array(value).length(2))
      .meta({
        rules: '`none_reported`, or two numbers',
        description: 'The 95 % interval of the difference.',
        examples: ['none_reported'],
      }),
    better: z.enum(['more', 'less']).optional().meta({
      description: 'Which direction is better. If it is absent and nothing is spent, `more` is.',
    }),
    cases: count(10_000_000, 'cases', 1)
      .optional()
      .meta({ description: 'The number of cases, if the source states it.' }),
    ran_by: z.enum(['maker', 'third_party']).optional().meta({
      description:
        'Who ran the comparison: the authors of what was found better, or others. It is absent if the source does not say.',
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
  )
  .refine(
    ({ scale, spends, better }) =>
      spends === undefined ? scale !== 'times' : scale !== 'points' && better === undefined,
    'expected `spends` on the scale `times`, and beside it neither `better` nor points',
  );

export type Effect = z.infer<typeof effect>;
