/** The request of a runner for work. */

import { count } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { maxBatch } from './assignment.ts';
import { jobId } from './evaluation-job.ts';

export const runnerClaim = defineKind({
  kind: 'runner_claim',
  form: 'message',
  description: 'Asks for one or more assignments, from any job of the tenant or from one job.',
  fields: {
    count: count(maxBatch, 'assignments', 1)
      .optional()
      .meta({
        rules: `whole number 1 to ${maxBatch}; the answer is then an \`assignment_batch\`, for 1 too`,
        description: 'The largest number of assignments to lease; 1 if absent.',
        examples: [10],
      }),
    job: jobId.optional().meta({
      description: 'The evaluation whose runs to lease; any evaluation if absent.',
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
