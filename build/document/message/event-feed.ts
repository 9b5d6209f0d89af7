/** The event feed of a tenant: every change, in the order in which it was made, numbered without a gap. */
import { z } from 'zod';
import { evaluationJob } from '../evaluation/evaluation-job.ts';
import { count, line, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';

/** The kinds of events. The list grows, so a reader must skip the kinds that it does not know. */
const eventKinds = [
  'formation_registered',
  'execution_lock_registered',
  'workload_profile_registered',
  'suite_registered',
  'question_registered',
  'artifact_status_changed',
  'evaluation_plan_quoted',
  'evaluation_plan_approved',
  'evaluation_queued',
  'evaluation_running',
  'evaluation_progressed',
  'evaluation_cancel_requested',
  'evaluation_completed',
  'evaluation_cancelled',
  'evaluation_failed',
  'run_leased',
  'run_completed',
  'run_lost',
  'run_exhausted',
  'run_handed_back',
  'run_given_up',
  'run_cancelled',
  'evidence_written',
  'recommendation_made',
  'adoption_recorded',
] as const;

const { estimated_end, tokens_used, tokens_expected, looked } = evaluationJob.fields.shape;

const progress = z.strictObject({
  runs: count(1e9, 'runs').meta({ description: 'The number of runs in the plan.' }),
  runs_ended: count(1e9, 'runs').meta({ description: 'The number of runs that ended.' }),
  estimated_end,
  tokens_used,
  tokens_expected,
  looked,
});

const number = count(Number.MAX_SAFE_INTEGER, undefined, 1);

const event = z.strictObject({
  number: number.meta({ description: 'The number of the event: 1, 2, 3 … without a gap.', examples: [12] }),
  at: time.meta({ description: 'The time of the event.' }),
  kind: line(64).meta({
    rules: `one of ${eventKinds.map(kind => `\`${kind}\``).join(', ')}; others may be added`,
    description: 'What happened.',
    examples: ['formation_registered'],
  }),
  subject: line(200).meta({
    rules: 'the digest of an artifact, or the id of what else changed',
    description: 'The artifact, evaluation or other thing that changed.',
    examples: [`sha256:${'0a'.repeat(32)}`],
  }),
  actor: line(64).meta({
    rules: 'the id of a credential, `operator`, or `service`',
    description: 'The credential that caused it, the operator or the service.',
    examples: ['operator'],
  }),
  progress: progress.optional().meta({
    rules: 'present for `evaluation_progressed`',
    description: 'The progress of the evaluation at that time, as its page said.',
  }),
});

export const eventFeed = defineKind({
  kind: 'event_feed',
  form: 'page',
  description: 'The changes of a tenant, numbered in their order without a gap.',
  fields: {
    after: count(Number.MAX_SAFE_INTEGER).meta({
      description: 'The number after which the events of this answer begin.',
      examples: [11],
    }),
    first_kept: number.optional().meta({
      rules: 'present when events after `after` were pruned',
      description: 'The number of the oldest event that is kept.',
      examples: [1201],
    }),
    next_after: count(Number.MAX_SAFE_INTEGER).meta({
      description: 'The value of `after` that gets the events that follow.',
      examples: [12],
    }),
    events: z.array(event).max(500).meta({ rules: '0 to 500 items, by number', description: 'The events.' }),
  },
  note:
    'Query: `after` (0 when absent), `limit` (1 to 500, 100 when absent), `wait` (0 to 30 seconds, 0 when ' +
    'absent): an answer without events is held so long, or until one happens.',
});
