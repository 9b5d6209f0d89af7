/** An assignment: one lock on one case, once, leased to a runner (docs/evaluations.md#11). */
import { z } from 'zod';
import { jobId } from './evaluation-job.ts';
import { count, digest, slug, time } from './field.ts';
import { defineKind } from './kind.ts';

export const leaseId = z
  .string()
  .regex(/^ev-[0-9a-f]{24}\.\d{1,7}\.\d{1,4}$/, 'expected a lease as an assignment names it')
  .meta({
    named: 'lease id',
    rules: 'the job, the number of the assignment and the fencing number, joined by `.`',
    examples: [`ev-${'0a'.repeat(12)}.17.1`],
  });

export const leaseSeconds = 60;
export const maxAttempts = 3;

/** Present when there is something to do. */
const given = <T extends z.ZodType>(field: T, description: string, example?: unknown) =>
  field.optional().meta({
    ...field.meta(),
    description,
    ...(example !== undefined && { examples: [example] }),
  });

export const assignment = defineKind({
  kind: 'assignment',
  form: 'message',
  description: 'One run to carry out, leased for 60 seconds at a time; or `none`, with `Retry-After`.',
  fields: {
    assignment: z
      .string()
      .regex(/^(?:none|ev-[0-9a-f]{24}\.\d{1,7})$/)
      .meta({ rules: 'the job and a number, or `none`', description: 'The assignment.', examples: ['none'] }),
    lease: given(
      leaseId,
      'What a heartbeat and the summary name. All below is present unless there is none.',
    ),
    fence: given(
      count(9999, undefined, 1),
      'The fencing number of the lease: each lease has a higher one.',
      1,
    ),
    attempt: given(
      count(maxAttempts, undefined, 1),
      'Which attempt this is; the third that is lost is the last.',
      1,
    ),
    expires_at: given(time, 'When the lease ends unless a heartbeat renews it.'),
    ends_at: given(
      time,
      'When the lease ends whatever renews it: the time budget of the formation and an hour after it was ' +
        'given. What is not submitted by then is lost, and the attempt counted.',
    ),
    job: given(jobId, 'The job.'),
    lock: given(digest, 'The execution lock to run.'),
    formation: given(digest, 'The formation that it locks.'),
    suite: given(digest, 'The suite of the case.'),
    case: given(slug, 'The case.', 'case-001'),
    case_digest: given(digest, 'The digest of the case, by which a runner knows that it has the right one.'),
    repetition: given(count(100, undefined, 1), 'Which repetition of the case this is.', 1),
  },
});

export type Assignment = z.infer<typeof assignment.fields>;
