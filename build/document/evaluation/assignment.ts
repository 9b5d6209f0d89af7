/** An assignment: one run of one lock on one case, leased to a runner (docs/evaluations.md#17). */
import { z } from 'zod';
import { count, digest, list, slug, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { jobId } from './evaluation-job.ts';
import { maxAttempts } from './lease-limits.ts';

export const leaseId = z
  .string()
  .regex(/^ev-[0-9a-f]{24}\.\d{1,7}\.\d{1,4}$/, 'expected a lease as an assignment names it')
  .meta({
    named: 'lease id',
    rules: 'the job, the number of the assignment and the fencing number, joined by `.`',
    examples: [`ev-${'0a'.repeat(12)}.17.1`],
  });

const assignmentId = z
  .string()
  .regex(/^ev-[0-9a-f]{24}\.\d{1,7}$/)
  .meta({ rules: 'the job and a number' });

/** The fields of an assignment, apart from its id. */
const given = z.strictObject({
  lease: leaseId.meta({ description: 'The lease, which heartbeats and the summary name.' }),
  fence: count(9999, undefined, 1).meta({
    description: 'The fencing number of the lease. Each new lease of a run has a higher one.',
    examples: [1],
  }),
  attempt: count(maxAttempts, undefined, 1).meta({
    description: 'The number of this attempt. If the third is lost, the run is lost.',
    examples: [1],
  }),
  expires_at: time.meta({ description: 'The time at which the lease ends unless a heartbeat renews it.' }),
  ends_at: time.optional().meta({
    description:
      'When the lease ends whatever renews it: the time budget of the formation and an hour after it was ' +
      'given. What is not submitted by then is lost, and the attempt counted.',
  }),
  job: jobId.meta({ description: 'The id of the job.' }),
  lock: digest.meta({ description: 'The execution lock to run.' }),
  formation: digest.meta({ description: 'The formation that the lock pins.' }),
  suite: digest.meta({ description: 'The suite to which the case belongs.' }),
  case: slug.meta({ description: 'The id of the case in the suite.', examples: ['case-001'] }),
  case_digest: digest.meta({
    description: 'The digest of the case. A runner checks with it that it has the right case.',
  }),
  repetition: count(100, undefined, 1).meta({
    description: 'The number of this repetition of the case.',
    examples: [1],
  }),
});

export const assignment = defineKind({
  kind: 'assignment',
  form: 'message',
  description: 'One run to carry out, leased for 60 seconds at a time; or `none`, with `Retry-After`.',
  fields: {
    assignment: z.union([assignmentId, z.literal('none')]).meta({
      rules: 'the job and a number, or `none`; all that follows is present unless it is `none`',
      description: 'The assignment.',
      examples: ['none'],
    }),
    ...given.partial().shape,
  },
});

export type Assignment = z.infer<typeof assignment.fields>;

/** The most runs that one claim may request, and the most summaries in one batch. */
export const maxBatch = 50;

export const assignmentBatch = defineKind({
  kind: 'assignment_batch',
  form: 'message',
  description: 'The runs that a claim with `count` got, each under a lease of its own.',
  fields: {
    assignments: list(
      z.strictObject({
        assignment: assignmentId.meta({
          description: 'The assignment.',
          examples: [`ev-${'0a'.repeat(12)}.17`],
        }),
        ...given.shape,
        plan: digest.meta({ description: 'The plan that the job carries out.' }),
      }),
      maxBatch,
    ).meta({
      description: 'The assignments, in the order in which they were leased. None comes with `Retry-After`.',
    }),
    fewer_because: z
      .enum(['nothing_to_do', 'open_leases_per_runner'])
      .optional()
      .meta({
        description: 'The reason for which there are fewer runs than `count`; absent when there are as many.',
        examples: ['nothing_to_do'],
      }),
  },
});

export type AssignmentBatch = z.infer<typeof assignmentBatch.fields>;
