/** An index: a page that lists documents of one kind, one line each. */
import { count, line } from './field.ts';
import { defineKind } from './kind.ts';

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
  },
});
