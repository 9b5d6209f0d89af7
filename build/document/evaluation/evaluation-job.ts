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
    description: 'The number of cases or clusters that were evaluated, in the order that the seed fixed.',
  }),
  teams: z
    .array(
      z.strictObject({
        lock: digest.meta({ description: 'The lock of the team.' }),
        wins: count(100_000, 'units').meta({
          description: 'Cases or clusters that the team won against the control.',
        }),
        losses: count(100_000, 'units').meta({ description: 'Cases or clusters that the control won.' }),
        ties: count(100_000, 'units').meta({
          description: 'Cases or clusters on which both did equally well.',
        }),
        difference: z.array(signedShare).length(3).meta({
          rules: 'value, then the ends of its interval',
          description:
            'The cases or clusters won minus those lost, as a share of all. The interval is valid at every look.',
        }),
        p: share.meta({
          description:
            'The chance of evidence this strong if the answer to the question of the plan were no.',
        }),
      }),
    )
    .max(16)
    .meta({ rules: '1 to 16 items', description: 'The record of each team so far.' }),
});

const progress = z.strictObject({
  lock: digest.meta({ description: 'The execution lock.' }),
  pending: runs.meta({ description: 'Runs that no runner has got yet, or that a runner handed back.' }),
  leased: runs.meta({ description: 'Runs that a runner has now.' }),
  completed: runs.meta({ description: 'Runs with a summary.' }),
  exhausted: runs.meta({ description: 'Runs that three runners lost.' }),
  cancelled: runs.meta({ description: 'Runs that were cancelled.' }),
});

export const evaluationJob = defineKind({
  kind: 'evaluation_job',
  form: 'page',
  description: 'The state of an evaluation, and the progress of each of its locks.',
  fields: {
    job: jobId.meta({ description: 'The id of the job.' }),
    state: z.enum(jobStates).meta({
      description:
        'queued → running → completed; queued or running → cancel_requested → cancelled; running → failed. The last three are final.',
      examples: ['running'],
    }),
    plan: digest.meta({ description: 'The plan, fixed before the first run.' }),
    suite: digest.meta({ description: 'The suite.' }),
    control: digest.optional().meta({ description: 'The lock with which the others are compared.' }),
    grade: z.enum(evidenceGrades).meta({
      description:
        'The grade of the evidence. It is exploratory if the plan is, or if an imported run began before the plan was registered.',
    }),
    created_at: time.meta({ description: 'The time at which the evaluation was started.' }),
    first_claimed_at: time
      .optional()
      .meta({ description: 'The time at which its first run was handed out.' }),
    ended_at: time.optional().meta({ description: 'The time at which it reached its final state.' }),
    estimated_end: time.optional().meta({
      description:
        'The time at which the evaluation will end at the pace since the first run; absent until a tenth of the runs are done.',
    }),
    runs: runs.meta({ description: 'The number of runs in the plan.', examples: [300] }),
    runs_reserved: runs.meta({
      description:
        'The number of runs that are still reserved for the evaluation in the entitlement of the month.',
      examples: [88],
    }),
    runs_used: runs.meta({ description: 'Runs with a summary. Each counts once.', examples: [212] }),
    imported_runs: runs.optional().meta({
      rules: 'present when there are any',
      description:
        'Runs that were made elsewhere and imported. The time at which they began is a claim of the importer.',
    }),
    tokens_used: tokens.optional().meta({
      description: 'Input and output tokens so far, of the runs whose tokens are known.',
      examples: [9120000],
    }),
    tokens_expected: tokens.optional().meta({
      description:
        'The tokens that all runs will use if they continue like those so far; absent until a tenth of the runs are done.',
    }),
    progress: z
      .array(progress)
      .max(16)
      .meta({ rules: '1 to 16 items', description: 'The progress of each lock.' }),
    looked: looked.optional().meta({
      description:
        'The results so far of an evaluation that may stop early. An evaluation of fixed size shows nothing before its end.',
    }),
    snapshot: digest
      .optional()
      .meta({ description: 'The evidence; present when the evaluation is completed.' }),
    failure: line(300).optional().meta({ description: 'The reason for which the evaluation failed.' }),
  },
});

export type EvaluationJob = z.infer<typeof evaluationJob.fields>;
