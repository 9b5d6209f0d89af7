/** An index: a page that lists documents of one kind, one line each. */
import { z } from 'zod';
import { jobId, jobStates } from '../evaluation/evaluation-job.ts';
import { statusName } from '../kind/artifact-status.ts';
import { count, date, digest, line, sitePath, taskClass, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { adoptionOutcomes, adoptionReasons } from './adoption.ts';

/** The states of a plan, which follow from its newest quote. */
export const planStates = ['awaiting_operator', 'approved', 'started', 'expired'] as const;

const listStates = [...planStates, ...jobStates, ...adoptionOutcomes] as const;

const item = z.strictObject({
  number: count(Number.MAX_SAFE_INTEGER, undefined, 1).meta({
    description: 'The place of the item in the order of registration, by which pages of this list continue.',
    examples: [12],
  }),
  job: jobId
    .optional()
    .meta({ description: 'The evaluation; for a plan, the evaluation that its newest quote started.' }),
  digest: digest
    .optional()
    .meta({ description: 'The artifact; for an adoption, the artifact that was adopted.' }),
  path: sitePath.optional().meta({ description: 'The path of its bytes or its page.' }),
  title: line(120).meta({
    description: 'The title; for an evaluation, the title of its plan.',
    examples: ['Repair crew'],
  }),
  task_class: taskClass.optional().meta({ description: 'The task class of the item, if it has one.' }),
  same_version: z.array(digest).max(20).optional().meta({
    rules: '1 to 20 items; absent when there is none',
    description: 'Other artifacts with the same name and version and another body.',
  }),
  status: statusName.optional().meta({ description: 'The status of an artifact.' }),
  state: z
    .enum(listStates)
    .optional()
    .meta({
      description:
        'The state of an evaluation, the state of the newest quote of a plan, or the outcome of an adoption.',
      examples: ['running'],
    }),
  plan: digest.optional().meta({
    description: 'The plan of an evaluation; in a list of questions, a plan that has a question of its own.',
  }),
  reason_code: z
    .enum(adoptionReasons)
    .optional()
    .meta({ description: 'The reason for which the artifact was adopted or not.' }),
  date: date.optional().meta({ description: 'The time at which the artifact was adopted or not.' }),
  quoted_at: time.optional().meta({ description: 'The time of the newest quote of a plan.' }),
  expires_at: time.optional().meta({ description: 'The time at which the quote expires.' }),
  runs: count(Number.MAX_SAFE_INTEGER, 'runs')
    .optional()
    .meta({ description: 'The number of runs of a plan.', examples: [48] }),
  registered_at: time.meta({ description: 'The time at which it was registered, started or recorded.' }),
  ended_at: time.optional().meta({ description: 'The time at which an evaluation ended.' }),
  snapshot: digest.optional().meta({ description: 'The evidence of an evaluation.' }),
});

export type IndexItem = z.infer<typeof item>;

export const index = defineKind({
  kind: 'index',
  form: 'page',
  reading: { section: 'listing' },
  description: 'A list of documents of one kind. The body has a line for each.',
  fields: {
    lists: line(64).meta({ description: 'The kind of document that is listed.', examples: ['pattern'] }),
    total: count(1e9, 'documents').meta({
      description: 'The number of documents in the whole list, on all its pages.',
      examples: [45],
    }),
    page: count(1e6, 'pages', 1).optional().meta({
      rules: 'whole number; on public lists of several pages',
      description: 'The number of this page of the list.',
    }),
    pages: count(1e6, 'pages', 2).optional().meta({
      rules: 'whole number; on public lists of several pages',
      description: 'The number of pages of the list.',
    }),
    next: sitePath.optional().meta({
      description: 'The next page of a public list; `Link: rel="next"` names it too.',
      examples: ['/patterns/index/2.md'],
    }),
    next_after: count(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({
        rules: 'whole number; on lists of a tenant that go on',
        description: 'The value of `after` that gets the next page, which `Link: rel="next"` also names.',
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
