/** Several run summaries at once, and the outcome of each (docs/runners.md#9). */
import { z } from 'zod';
import { refusedField } from '../kind/error.ts';
import { count, digest, list, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { leaseId, maxBatch } from './assignment.ts';
import { jobId, jobStates } from './evaluation-job.ts';
import { runOutcomes, runSummary } from './run-summary.ts';

/** The most characters of front matter. They are enough for the longest summaries in any style of YAML. */
const maxFrontMatter = 32 * 1024;

export const runBatch = defineKind({
  kind: 'run_batch',
  form: 'message',
  maxFrontMatter,
  description: 'Summaries of several runs, of any jobs. The service accepts or refuses each by itself.',
  fields: {
    runs: list(runSummary.fields, maxBatch, 1).meta({ description: 'The summaries.' }),
  },
});

/** The kind of a batch whose items are not checked yet, so that an invalid item does not affect the others. */
export const anyRunBatch = defineKind({
  kind: runBatch.kind,
  form: runBatch.form,
  maxFrontMatter,
  description: runBatch.description,
  fields: { runs: z.array(z.unknown()).min(1).max(maxBatch) },
});

const result = z.strictObject({
  lease: leaseId.optional().meta({ description: 'The lease; absent if the item names none.' }),
  status: z.literal([200, 409, 422]).meta({
    description: 'The status that the summary would have got if it had been sent alone.',
    examples: [200],
  }),
  job: jobId.optional().meta({ description: 'The job to which the accepted run belongs.' }),
  outcome: z.enum(runOutcomes).optional().meta({ description: 'The outcome that was counted.' }),
  accepted_at: time.optional().meta({ description: 'The time at which the run was accepted.' }),
  job_state: z.enum(jobStates).optional().meta({ description: 'The state of the job after this run.' }),
  snapshot: digest.optional().meta({ description: 'The evidence; present when this run completed the job.' }),
  replayed: z.literal(true).optional().meta({
    description: 'Present when the same summary was accepted before, and so was not counted again.',
  }),
  code: z
    .enum(['lease_lost', 'idempotency_conflict', 'validation_failed'])
    .optional()
    .meta({ description: 'The reason for which the summary was refused.', examples: ['lease_lost'] }),
  errors: z
    .array(refusedField)
    .optional()
    .meta({ rules: '0 to 5 items', description: 'The faults of a summary that is not valid.' }),
});

export const runBatchAcceptance = defineKind({
  kind: 'run_batch_acceptance',
  form: 'message',
  description: 'The outcome of each summary of a batch, in the order in which they were sent.',
  fields: {
    accepted: count(maxBatch, 'runs').meta({
      description: 'The number of summaries that were accepted, now or before.',
    }),
    refused: count(maxBatch, 'runs').meta({ description: 'The number of summaries that were refused.' }),
    runs: z
      .array(result)
      .meta({ rules: `1 to ${maxBatch} items`, description: 'The result of each summary.' }),
  },
});

export type RunResult = z.infer<typeof result>;
