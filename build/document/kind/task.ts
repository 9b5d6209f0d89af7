/** A task: the page of one task class, which says what to begin with and when a team is worth it. */
import { z } from 'zod';
import { line, sitePath, slug, taskClass, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';

/** The grounds for a default, the firmest first. */
const confidences = ['evidence', 'practice', 'none'] as const;

/** The strengths of the evidence for a verdict, the weakest first. */
export const strengths = ['none', 'weak', 'moderate', 'strong'] as const;

const factor = z
  .string()
  .regex(/^\d{1,4}(\.\d)?$/, 'expected a number with at most one digit after the point')
  .meta({ rules: 'a number as text, at most one digit after the point' });

/** The tokens or money of a team as a multiple of those of one agent, if findings measured them. */
const tokenMultiple = z
  .strictObject({
    low: factor.meta({ description: 'The lowest multiple that was found.', examples: ['2'] }),
    high: factor.meta({ description: 'The highest multiple that was found.', examples: ['4'] }),
    source: slug.meta({
      description: 'The research record that reports the multiple.',
      examples: ['caid-branch-and-merge-2026'],
    }),
    conditions: line(240).meta({ description: 'What was measured, and on which cases.' }),
  })
  .optional();

const cases = (description: string) => uniqueList(line(240), 8).meta({ description });

export const task = defineKind({
  kind: 'task',
  form: 'page',
  reading: { section: 'task', shelf: 'Tasks' },
  offered: { resource: 2 },
  description: 'A task class: what to begin with, and when a team of agents is worth its cost.',
  fields: {
    task_class: taskClass.meta({ description: 'The task class.' }),
    default: slug.or(z.literal('one_agent')).meta({
      rules: '`one_agent`, or the slug of a starter of several agents or of a pattern',
      description: 'What to begin with: one agent, a team or a pattern.',
      examples: ['one_agent'],
    }),
    confidence: z.enum(confidences).meta({
      description:
        'The basis of the default. evidence: research records on this task; practice: advice without a record; none: nothing is known about teams.',
      examples: ['practice'],
    }),
    verdict: line(900).meta({
      description:
        'The findings in short, what to begin with, and why if the two differ. The build writes it.',
    }),
    strength: z.enum(strengths).meta({
      description: 'The strength of the evidence for the verdict.',
      examples: ['weak'],
    }),
    because: line(240).optional().meta({
      description: 'Why to begin with the default although most findings count against it.',
    }),
    team_pays_when: cases('When a team is worth it.'),
    team_does_not_pay_when: cases('When it is not.'),
    token_multiple: tokenMultiple.meta({
      description:
        'The tokens or money that a team spent, as a multiple of what one agent spent; absent if nobody measured them.',
    }),
    starter: sitePath.optional().meta({
      description: 'The starter to begin with.',
      examples: ['/starters/solo-coder/1.2.0.md'],
    }),
    control: sitePath.optional().meta({
      description:
        'The single-agent starter with which to compare teams for this task. Its budget is at least as large as theirs.',
      examples: ['/starters/solo-coder/1.2.0.md'],
    }),
    team: sitePath.optional().meta({
      description: 'The team to compare with the control first.',
      examples: ['/starters/panel-code-review/1.1.0.md'],
    }),
    findings: uniqueList(line(130), 40).meta({
      description: 'The findings that the verdict weighs: record, `#` and finding.',
      examples: [['caid-branch-and-merge-2026#manager-review']],
    }),
    sources: uniqueList(slug, 20).meta({ description: 'The research records that the page cites.' }),
  },
});
