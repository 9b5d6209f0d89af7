/** An evaluation job: how far the runs of a plan have come (docs/evaluations.md#13). */
import { z } from 'zod';
import { count, digest, line, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { share, signedShare } from '../kind/share.ts';
import { evidenceGrades } from './evaluation-quote.ts';

export const jobStates = [
  'queued',
  'running',
  'cancel_requested',
  'completed',
  'cancelled',
  'failed',
] as const;
export type JobState = (typeof jobStates)[number];

export const jobId = z
  .string()
  .regex(/^ev-[0-9a-f]{24}$/, 'expected the id of an evaluation job')
  .meta({ named: 'job id', rules: '`ev-` and 24 hexadecimal digits', examples: [`ev-${'0a'.repeat(12)}`] });

const runs = count(1e9, 'runs');
const tokens = count(Number.MAX_SAFE_INTEGER, 'tokens');

const looked = z.strictObject({
  units: count(100_000, 'units').meta({
    description: 'Cases, or clusters, that were looked at, in the order that the seed fixed.',
  }),
  teams: z
    .array(
      z.strictObject({
        lock: digest.meta({ description: 'The team.' }),
        wins: count(100_000, 'units').meta({ description: 'Units that it won against the control.' }),
        losses: count(100_000, 'units').meta({ description: 'Units that the control won.' }),
        ties: count(100_000, 'units').meta({ description: 'The others.' }),
        difference: z.array(signedShare).length(3).meta({
          rules: 'value, then the ends of its interval',
          description: 'Units won less units lost, as a share of all; the interval holds at every look.',
        }),
        p: share.meta({
          description: 'The chance of such evidence for what the plan asks if it were not so.',
        }),
      }),
    )
    .max(16)
    .meta({ rules: '1 to 16 items', description: 'By team.' }),
});

const progress = z.strictObject({
  lock: digest.meta({ description: 'The execution lock.' }),
  pending: runs.meta({ description: 'Not handed out, or handed back.' }),
  leased: runs.meta({ description: 'With a runner now.' }),
  completed: runs.meta({ description: 'Summarised by a runner.' }),
  exhausted: runs.meta({ description: 'Lost with three runners.' }),
  cancelled: runs.meta({ description: 'Never to be run.' }),
});

export const evaluationJob = defineKind({
  kind: 'evaluation_job',
  form: 'page',
  description: 'The state of an evaluation and how far each of its locks has come.',
  fields: {
    job: jobId.meta({ description: 'The job.' }),
    state: z.enum(jobStates).meta({
      description:
        'queued → running → completed; queued or running → cancel_requested → cancelled; running → failed. The last three are final.',
      examples: ['running'],
    }),
    plan: digest.meta({ description: 'The plan, fixed before the first run.' }),
    suite: digest.meta({ description: 'The suite.' }),
    control: digest.optional().meta({ description: 'The control.' }),
    grade: z.enum(evidenceGrades).meta({
      description:
        'What its evidence will be good for: exploratory if the plan is, or once a run was imported that began before it.',
    }),
    created_at: time.meta({ description: 'When it was started.' }),
    first_claimed_at: time.optional().meta({ description: 'When the first run was handed out.' }),
    ended_at: time.optional().meta({ description: 'When it came to its final state.' }),
    estimated_end: time.optional().meta({
      description:
        'When it will end at the pace since the first run; absent until a tenth of the runs is done.',
    }),
    runs: runs.meta({ description: 'Runs of the plan.', examples: [300] }),
    runs_reserved: runs.meta({ description: 'Runs of the entitlement that it still holds.', examples: [88] }),
    runs_used: runs.meta({ description: 'Runs that were summarised, each counted once.', examples: [212] }),
    imported_runs: runs.optional().meta({
      rules: 'present when there are any',
      description: 'Runs that were made elsewhere; when they began is a claim of who imported them.',
    }),
    tokens_used: tokens.optional().meta({
      description: 'Input and output tokens of the runs so far, of those whose tokens are known.',
      examples: [9120000],
    }),
    tokens_expected: tokens.optional().meta({
      description:
        'What all runs will take if they go on like those so far; absent until a tenth of the runs is done.',
    }),
    progress: z.array(progress).max(16).meta({ rules: '1 to 16 items', description: 'By lock.' }),
    looked: looked.optional().meta({
      description:
        'What has been seen so far of an evaluation that may stop early; one of fixed size shows nothing before its end.',
    }),
    snapshot: digest.optional().meta({ description: 'The evidence; present once it is completed.' }),
    failure: line(300).optional().meta({ description: 'Why it failed.' }),
  },
});

export type EvaluationJob = z.infer<typeof evaluationJob.fields>;
