/** The request of a runner for work. */

import { count } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { maxBatch } from './assignment.ts';
import { jobId } from './evaluation-job.ts';

export const runnerClaim = defineKind({
  kind: 'runner_claim',
  form: 'message',
  description: 'Asks for one assignment, of any job of the tenant or of one, or for several.',
  fields: {
    count: count(maxBatch, 'assignments', 1)
      .optional()
      .meta({
        rules: `whole number 1 to ${maxBatch}; the answer is then an \`assignment_batch\`, for 1 too`,
        description: 'How many assignments to lease at most; without it, one.',
        examples: [10],
      }),
    job: jobId.optional().meta({
      description: 'Only runs of this evaluation; without it, of any.',
    }),
    after: count(1e7)
      .optional()
      .meta({
        rules: 'whole number 0 to 10000000; with `job` only',
        description:
          'Leaves runs that were handed back for others, up to the assignment of this number: who handed them back is not given them again.',
        examples: [17],
      }),
  },
});
