/** The outcome of each lock on each case of an evaluation (docs/evaluations.md#16). */
import { z } from 'zod';
import { count, digest, slug } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { jobId, jobStates } from './evaluation-job.ts';

const whole = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);
const column = <Cell extends z.ZodType>(cell: Cell, description: string) =>
  z.array(cell).max(16).meta({ rules: 'one for each of `locks`, in their order', description });

/** How a table of cases writes the outcome of a run. */
export const outcomeLetters = {
  pass: 'p',
  partial: 'a',
  fail: 'f',
  over_budget: 'o',
  error: 'e',
  lost: 'l',
} as const;

const testCase = z.strictObject({
  number: count(2000, undefined, 1).meta({ description: 'Its place in the suite, by which pages are made.' }),
  case: slug.meta({ description: 'Its id in the suite.', examples: ['case-001'] }),
  cluster: slug.optional().meta({ description: 'Its cluster, where the suite declares clusters.' }),
  runs: column(whole('runs'), 'Runs that count, lost ones included.'),
  passes: column(whole('runs'), 'Runs of these that passed.'),
  tokens: column(
    whole('tokens').nullable(),
    'Input and output tokens of these; null when those of a run are unknown.',
  ),
  outcomes: column(
    z.string().regex(/^[pafoel]{1,100}$/i, 'expected a letter for each repetition'),
    'By repetition: p passed, a in part, f failed, o over its own budget, e broke, l lost; a capital took several attempts.',
  ),
  elapsed_milliseconds: column(whole('milliseconds').nullable(), 'Their time, likewise.'),
});

export const evaluationCases = defineKind({
  kind: 'evaluation_cases',
  form: 'page',
  description: 'What each lock did on each case of an evaluation, once its results may be seen.',
  fields: {
    job: jobId.meta({ description: 'The evaluation.' }),
    state: z.enum(jobStates).meta({ description: 'Its state.', examples: ['completed'] }),
    plan: digest.meta({ description: 'Its plan.' }),
    suite: digest.meta({ description: 'Its suite.' }),
    control: digest.optional().meta({ description: 'The control.' }),
    locks: z
      .array(digest)
      .max(16)
      .meta({ rules: '1 to 16 items', description: 'The locks, as in the plan.' }),
    total: count(2000, 'cases').meta({ description: 'Cases with results, on all pages.' }),
    next_after: count(2000).optional().meta({
      rules: 'whole number; on pages that are not the last',
      description: 'What to send as `after` for the next page; `Link: rel="next"` says it too.',
    }),
    cases: z.array(testCase).max(500).meta({
      rules: '0 to 500 items, in the order of the suite',
      description: 'None while an evaluation of fixed size runs, nor after one that was cancelled or failed.',
    }),
  },
  note: 'Query: `after` (0 when absent) and `limit` (1 to 500, 100 when absent).',
});

export type EvaluationCases = z.infer<typeof evaluationCases.fields>;
