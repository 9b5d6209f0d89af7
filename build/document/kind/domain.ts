/** A domain: a field of work with its vocabulary of tasks. */
import { z } from 'zod';
import { domainName, line, slug, taskName, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';
import { taskSituations } from './situation.ts';

export const domain = defineKind({
  kind: 'domain',
  form: 'page',
  description: 'A field of work, the tasks in it by name, and the patterns that were studied on them.',
  headings: ['Where to start', 'What decides', '?Limits of the evidence'],
  fields: {
    domain: domainName.meta({ description: 'The name of the domain in paths and task classes.' }),
    tasks: z
      .array(
        z.strictObject({
          name: taskName.meta({ description: 'The task in `{domain}.{task}`.' }),
          description: line(200).meta({ description: 'What the work is.' }),
          default: z
            .union([slug, z.literal('one_agent')])
            .optional()
            .meta({
              rules: '`one_agent`, or the slug of a starter or pattern',
              description: 'What to begin with: a starter, a pattern, or one agent without a starter.',
              examples: ['solo-coder'],
            }),
          advice: line(240).optional().meta({
            description: 'When to leave the default, and for what. The body shows it under `Tasks`.',
          }),
        }),
      )
      .min(1)
      .max(40)
      .meta({ rules: '1 to 40 items', description: 'The tasks that documents may name.' }),
    patterns: uniqueList(slug, 100)
      .optional()
      .meta({ description: 'Patterns with a finding in the domain. Derived from the research records.' }),
  },
  searchFields: { asked_as: taskSituations },
  source: {
    layout: 'domains/{domain}.md',
    composed: true,
    references: ({ domain: name, asked_as = [] }) =>
      asked_as.map(({ task }, at) => {
        return { to: 'task_class', name: `${name}.${task}`, path: ['asked_as', at, 'task'] };
      }),
    search: ({ domain: name, tasks, asked_as = [] }, body) => ({
      names: [name],
      domains: [name],
      tasks,
      mentions: body.mentions(),
      situations: asked_as,
    }),
  },
});
