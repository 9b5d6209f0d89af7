/** A domain: a field of work with its vocabulary of tasks. */
import { z } from 'zod';
import { domainName, line, list, slug, taskName, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';
import type { Reference } from './reference.ts';
import { taskSituations } from './situation.ts';

/**
 * Makes the schema of a list of cases in which a team pays or does not. Each case names the record that supports it, unless it is
 * the advice of editors.
 */
const cases = (description: string) =>
  list(
    z.strictObject({
      case: line(240).meta({ description: 'The case, as the rest of a sentence that begins with "when".' }),
      source: slug.optional().meta({ description: 'The research record that supports it.' }),
      finding: slug.optional().meta({ description: 'The finding of that record.' }),
    }),
    8,
    1,
  )
    .meta({ description })
    .optional();

const declaredTask = z.strictObject({
  name: taskName.meta({ description: 'The task in `{domain}.{task}`.' }),
  title: line(80)
    .optional()
    .meta({
      description: 'Other words that people use for the task, if its name does not say them.',
      examples: ['Questions that need several facts'],
    }),
  description: line(200).meta({ description: 'What the work of the task is.' }),
  default: z
    .union([slug, z.literal('one_agent')])
    .optional()
    .meta({
      rules: '`one_agent`, or the slug of a starter or pattern',
      description: 'What to begin with: a starter, a pattern, or one agent without a starter.',
      examples: ['solo-coder'],
    }),
  team_pays_when: cases('When a team is worth its cost. The page of the task shows it.'),
  team_does_not_pay_when: cases('When it is not.'),
  because: line(240)
    .optional()
    .meta({
      description:
        'Why to begin with the default although most findings count against it, as the rest of a sentence. The build then requires it.',
      examples: ['the gain was not measured with the same budget'],
    }),
  first: line(240)
    .optional()
    .meta({
      description: 'The first steps with the default, as sentences.',
      examples: ['Let it reproduce the fault with a failing test before it changes anything.'],
    }),
  advice: line(240)
    .optional()
    .meta({
      description:
        'The sign that the default is not enough, and what to use then. The body shows it under `Tasks`.',
      examples: ['If single attempts fail and tests run unattended, localise-repair-validate.'],
    }),
  test: line(240)
    .optional()
    .meta({
      description:
        'How to see on at most 20 cases whether a change helped: the cases and what counts. The page of the task shows it.',
      examples: ['Take 20 closed issues with their tests, and count those whose hidden tests pass.'],
    }),
});

export const domain = defineKind({
  kind: 'domain',
  form: 'page',
  reading: { section: 'domain', shelf: 'Domains' },
  description: 'A field of work, its tasks, and the patterns that research studied on these tasks.',
  headings: ['Where to start', 'What decides', '?Limits of the evidence'],
  fields: {
    domain: domainName.meta({ description: 'The name of the domain in paths and task classes.' }),
    tasks: list(declaredTask, 100, 1).meta({ description: 'The tasks that documents may name.' }),
    more_tasks: uniqueList(taskName, 100).optional().meta({
      description:
        'The names of further tasks, if the page of the domain would be too long with all tasks. The build adds this field.',
    }),
    patterns: uniqueList(slug, 100).optional().meta({
      description:
        'The patterns with a finding in the domain. If there are many, the page of findings has all of them. The build derives them from the research records.',
    }),
  },
  searchFields: { asked_as: taskSituations },
  offered: { resource: 1, search: 4 },
  source: {
    layout: 'domains/{domain}.md',
    composed: true,
    declares: {
      as: 'task_class',
      names: ({ domain: name, tasks }) => tasks.map(task => `${name}.${task.name}`),
      file: name => `domains/${name.split('.')[0]}.md`,
    },
    references: ({ domain: name, tasks, asked_as = [] }) => [
      ...asked_as.map(({ task }, at): Reference => {
        return { to: 'task_class', name: `${name}.${task}`, path: ['asked_as', at, 'task'] };
      }),
      ...tasks.flatMap(recordsOf),
    ],
    search: ({ domain: name, tasks, asked_as = [] }, body) => ({
      names: [name],
      domains: [name],
      tasks: tasks.map(({ name, description }) => ({ name, description })),
      mentions: body.mentions(),
      situations: asked_as,
    }),
  },
});

type Task = z.infer<typeof declaredTask>;

/**
 * Returns a reference to each research record that the cases of a task cite.
 * @param at the index of the task in its domain
 */
function recordsOf({ team_pays_when, team_does_not_pay_when }: Task, at: number): Reference[] {
  return Object.entries({ team_pays_when, team_does_not_pay_when }).flatMap(([field, items = []]) =>
    items.flatMap(({ source }, index): Reference[] =>
      source ? [{ to: 'research_record', name: source, path: ['tasks', at, field, index, 'source'] }] : [],
    ),
  );
}
