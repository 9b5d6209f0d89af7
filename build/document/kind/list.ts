/** An index: a page that lists documents of one kind, one line each. */
import { z } from 'zod';
import { statusName } from './artifact-status.ts';
import { count, digest, line, sitePath, time } from './field.ts';
import { defineKind } from './kind.ts';

const item = z.strictObject({
  number: count(Number.MAX_SAFE_INTEGER, undefined, 1).meta({
    description: 'Its place in the order of registration, by which pages are made.',
    examples: [12],
  }),
  digest: digest.meta({ description: 'The artifact.' }),
  path: sitePath.meta({ description: 'Where its bytes are.' }),
  title: line(120).meta({ description: 'Its title.', examples: ['Mending pair'] }),
  status: statusName.meta({ description: 'Its status.' }),
  registered_at: time.meta({ description: 'When it was registered.' }),
});

export const index = defineKind({
  kind: 'index',
  form: 'page',
  description: 'A list of documents of one kind, one line each in the body.',
  fields: {
    lists: line(64).meta({ description: 'The kind of document that is listed.', examples: ['pattern'] }),
    total: count(1e9, 'documents').meta({
      description: 'Documents in the whole list, on all its pages.',
      examples: [45],
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
  note: 'Query of the lists of a tenant: `after` (0 when absent) and `limit` (1 to 500, 100 when absent).',
});
