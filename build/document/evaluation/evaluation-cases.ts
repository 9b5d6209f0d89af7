/** The outcome of each lock on each case of an evaluation (docs/evaluations.md#16). */
import { z } from 'zod';
import { count, digest, slug } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { jobId, jobStates } from './evaluation-job.ts';

const whole = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);
const column = <Cell extends z.ZodType>(cell: Cell, description: string) =>
  z.array(cell).max(16).meta({ rules: 'one for each of `locks`, in their order', description });

/** The letters for the outcomes of runs in the table of cases. */
export const outcomeLetters = {
  pass: 'p',
  partial: 'a',
  fail: 'f',
  over_budget: 'o',
  error: 'e',
  lost: 'l',
} as const;

const testCase = z.strictObject({
  number: count(2000, undefined, 1).meta({
    description: 'The position of the case in the suite. The pages of this list continue by it.',
  }),
  case: slug.meta({ description: 'The id of the case in the suite.', examples: ['case-001'] }),
  cluster: slug.optional().meta({ description: 'The cluster of the case, if the suite declares clusters.' }),
  runs: column(whole('runs'), 'The number of runs that count, including lost ones.'),
  passes: column(whole('runs'), 'The number of these runs that passed.'),
  tokens: column(
    whole('tokens').nullable(),
    'The input and output tokens of these runs, or null when those of one run are unknown.',
  ),
  outcomes: column(
    z.string().regex(/^[pafoel]{1,100}$/i, 'expected a letter for each repetition'),
    'A letter for each repetition: p for a pass, a for a partial result, f for a failure, o for a run over its own budget, e for an error and l for a ' +
      'lost run. A capital letter means that the run took several attempts.',
  ),
  elapsed_milliseconds: column(
    whole('milliseconds').nullable(),
    'The time of these runs, or null when that of one run is unknown.',
  ),
});

export const evaluationCases = defineKind({
  kind: 'evaluation_cases',
  form: 'page',
  description: 'The results of each lock on each case of an evaluation, as soon as the tenant may see them.',
  fields: {
    job: jobId.meta({ description: 'The evaluation.' }),
    state: z.enum(jobStates).meta({ description: 'The state of the evaluation.', examples: ['completed'] }),
    plan: digest.meta({ description: 'The plan of the evaluation.' }),
    suite: digest.meta({ description: 'The suite of the evaluation.' }),
    control: digest.optional().meta({ description: 'The lock with which the others are compared.' }),
    locks: z
      .array(digest)
      .max(16)
      .meta({ rules: '1 to 16 items', description: 'The locks, in the order of the plan.' }),
    total: count(2000, 'cases').meta({
      description: 'The number of cases with results, on all pages together.',
    }),
    next_after: count(2000).optional().meta({
      rules: 'whole number; on pages that are not the last',
      description: 'The value of `after` that gets the next page, which `Link: rel="next"` also names.',
    }),
    cases: z.array(testCase).max(500).meta({
      rules: '0 to 500 items, in the order of the suite',
      description:
        'The cases with their results. The list is empty while an evaluation of fixed size runs, and after one was cancelled or failed.',
    }),
  },
  note: 'Query: `after` (0 when absent) and `limit` (1 to 500, 100 when absent).',
});

export type EvaluationCases = z.infer<typeof evaluationCases.fields>;
