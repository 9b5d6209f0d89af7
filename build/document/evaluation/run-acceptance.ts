/** The answer to a run summary. */
import { z } from 'zod';
import { digest, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { leaseId } from './assignment.ts';
import { jobId, jobStates } from './evaluation-job.ts';
import { runOutcomes } from './run-summary.ts';

export const runAcceptance = defineKind({
  kind: 'run_acceptance',
  form: 'message',
  description: 'A run that was counted, once.',
  fields: {
    lease: leaseId.meta({ description: 'The lease, which ended with this.' }),
    job: jobId.meta({ description: 'The job.' }),
    outcome: z.enum(runOutcomes).meta({ description: 'The outcome that was counted.' }),
    accepted_at: time.meta({ description: 'When.' }),
    job_state: z.enum(jobStates).meta({ description: 'The state of the job after it.' }),
    snapshot: digest.optional().meta({ description: 'The evidence, when this was the last run.' }),
  },
});
