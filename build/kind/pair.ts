/** A pair: two patterns, teams or tasks side by side. */
import { z } from 'zod';
import { sitePath } from './field.ts';
import { defineKind } from './kind.ts';

export const pair = defineKind({
  kind: 'pair',
  form: 'page',
  reading: { section: 'pair' },
  description:
    'Two patterns, teams or tasks side by side: what each is for, costs and risks, and its evidence.',
  fields: {
    compares: z
      .array(sitePath)
      .length(2)
      .meta({
        rules: '2 items',
        description: 'The pages that are compared, in the order of their columns.',
        examples: ['[/patterns/react-loop.md, /patterns/verifier-gate.md]'],
      }),
  },
});
