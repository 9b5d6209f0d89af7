/** The request of a runner for work. */
import { maxBatch } from './assignment.ts';
import { count } from './field.ts';
import { defineKind } from './kind.ts';

export const runnerClaim = defineKind({
  kind: 'runner_claim',
  form: 'message',
  description: 'Asks for one assignment of any job of the tenant, or for several.',
  fields: {
    count: count(maxBatch, 'assignments', 1)
      .optional()
      .meta({
        rules: `whole number 1 to ${maxBatch}; the answer is then an \`assignment_batch\`, for 1 too`,
        description: 'How many assignments to lease at most; without it, one.',
        examples: [10],
      }),
  },
});
