/** An evaluation plan: what is compared with what, on which cases, fixed before the first run (docs/evaluations.md#1). */
import type { z } from 'zod';
import { count, digest, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';

export const evaluationPlan = defineKind({
  kind: 'evaluation_plan',
  form: 'registered',
  description:
    'Execution locks that are compared on the cases of one suite. Its bytes are fixed before the first run.',
  fields: {
    suite: digest.meta({ description: 'The suite whose cases are run.' }),
    locks: uniqueList(digest, 16, 1).meta({
      description:
        'The execution locks, each run on every case; all of them fit the task class of the suite.',
    }),
    control: digest.optional().meta({
      description:
        'One of `locks`: the single agent (`max_agents` 1) with no smaller a budget than the others. Without ' +
        'a fair one the plan is exploratory, and its evidence supports no recommendation.',
    }),
    repetitions: count(100, 'runs', 1).meta({
      description: 'Runs of each lock on each case. More cases tell more than more repetitions.',
      examples: [1],
    }),
    seed: count(Number.MAX_SAFE_INTEGER).meta({
      description: 'Fixes the order of the runs.',
      examples: [20261121],
    }),
    tolerated_loss_percent: count(20, 'percent')
      .default(5)
      .meta({
        rules: 'whole number 0 to 20; 5 when absent',
        description:
          'The share of assignments that may be lost, three runners each, before the job fails. A lost one counts as not passed.',
        examples: [5],
      }),
  },
});

export type EvaluationPlan = z.infer<typeof evaluationPlan.fields>;
