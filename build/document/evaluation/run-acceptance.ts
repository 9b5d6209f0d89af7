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
  description: 'The record of a run that was counted. A run counts once.',
  fields: {
    lease: leaseId.meta({ description: 'The lease, which ended with this summary.' }),
    job: jobId.meta({ description: 'The id of the job.' }),
    outcome: z.enum(runOutcomes).meta({ description: 'The outcome that was counted.' }),
    accepted_at: time.meta({ description: 'The time at which the run was accepted.' }),
    job_state: z.enum(jobStates).meta({ description: 'The state of the job after this run.' }),
    snapshot: digest.optional().meta({ description: 'The evidence; present when this run was the last.' }),
  },
});
