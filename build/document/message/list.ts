/** An index: a page that lists documents of one kind, one line each. */
import { z } from 'zod';
import { jobId, jobStates } from '../evaluation/evaluation-job.ts';
import { statusName } from '../kind/artifact-status.ts';
import { count, date, digest, line, sitePath, taskClass, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { adoptionOutcomes, adoptionReasons } from './adoption.ts';

/** The states of a plan, by its newest quote. */
export const planStates = ['awaiting_operator', 'approved', 'started', 'expired'] as const;

const listStates = [...planStates, ...jobStates, ...adoptionOutcomes] as const;

const item = z.strictObject({
  number: count(Number.MAX_SAFE_INTEGER, undefined, 1).meta({
    description: 'Its place in the order of registration, by which pages are made.',
    examples: [12],
  }),
  job: jobId
    .optional()
    .meta({ description: 'The evaluation; of a plan, the one that its newest quote started.' }),
  digest: digest.optional().meta({ description: 'The artifact; of an adoption, what was adopted.' }),
  path: sitePath.optional().meta({ description: 'Where its bytes or its page are.' }),
  title: line(120).meta({
    description: 'Its title; of an evaluation, that of its plan.',
    examples: ['Repair crew'],
  }),
  task_class: taskClass.optional().meta({ description: 'Its task class, where it has one.' }),
  same_version: z.array(digest).max(20).optional().meta({
    rules: '1 to 20 items; absent when there is none',
    description: 'Others of the same name and version, with another body.',
  }),
  status: statusName.optional().meta({ description: 'The status of an artifact.' }),
  state: z
    .enum(listStates)
    .optional()
    .meta({
      description:
        'Of an evaluation its state, of a plan that of its newest quote, of an adoption its outcome.',
      examples: ['running'],
    }),
  plan: digest.optional().meta({
    description: 'The plan of an evaluation; in a list of questions, one that is a question of its own.',
  }),
  reason_code: z.enum(adoptionReasons).optional().meta({ description: 'Why it was adopted or not.' }),
  date: date.optional().meta({ description: 'When it was adopted or not.' }),
  quoted_at: time.optional().meta({ description: 'When a plan was quoted last.' }),
  expires_at: time.optional().meta({ description: 'When that quote expires.' }),
  runs: count(Number.MAX_SAFE_INTEGER, 'runs')
    .optional()
    .meta({ description: 'The runs of a plan.', examples: [48] }),
  registered_at: time.meta({ description: 'When it was registered, started or recorded.' }),
  ended_at: time.optional().meta({ description: 'When an evaluation ended.' }),
  snapshot: digest.optional().meta({ description: 'The evidence of an evaluation.' }),
});

export type IndexItem = z.infer<typeof item>;

export const index = defineKind({
  kind: 'index',
  form: 'page',
  reading: { section: 'listing' },
  description: 'A list of documents of one kind, one line each in the body.',
  fields: {
    lists: line(64).meta({ description: 'The kind of document that is listed.', examples: ['pattern'] }),
    total: count(1e9, 'documents').meta({
      description: 'Documents in the whole list, on all its pages.',
      examples: [45],
    }),
    page: count(1e6, 'pages', 1).optional().meta({
      rules: 'whole number; on public lists of several pages',
      description: 'Which page of the list this is.',
    }),
    pages: count(1e6, 'pages', 2).optional().meta({
      rules: 'whole number; on public lists of several pages',
      description: 'How many pages the list has.',
    }),
    next: sitePath.optional().meta({
      description: 'The next page of a public list; `Link: rel="next"` names it too.',
      examples: ['/patterns/index/2.md'],
    }),
    next_after: count(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({
        rules: 'whole number; on lists of a tenant that go on',
        description: 'What to send as `after` for the next page; `Link: rel="next"` says it too.',
        examples: [100],
      }),
    items: z
      .array(item)
      .optional()
      .meta({ rules: '0 to 500 items; on lists of a tenant', description: 'The documents of this page.' }),
  },
  note:
    'Query of the lists of a tenant: `after` (0 when absent), `limit` (1 to 500, 100 when absent), `task_class`, `state`, ' +
    '`from` and `to`.',
});
