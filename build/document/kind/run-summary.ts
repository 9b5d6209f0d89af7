/** A run summary: what came of one assignment, in numbers (docs/evaluations.md#17). */
import { z } from 'zod';
import type { Complaint } from '../topology.ts';
import { leaseId } from './assignment.ts';
import { defineKind } from './kind.ts';
import { checkTests, milliseconds, passRule, testsPassed, testsRan, tokens } from './measure.ts';

export const runOutcomes = ['pass', 'partial', 'fail', 'error'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

export const runSummary = defineKind({
  kind: 'run_summary',
  form: 'message',
  description: 'What came of one run: fields only, and no text.',
  fields: {
    lease: leaseId.meta({ description: 'The lease under which it ran.' }),
    outcome: z.enum(runOutcomes).meta({
      rules: passRule,
      description: 'What came of it. `error`: the run itself broke; it counts as not passed.',
      examples: ['pass'],
    }),
    tests_ran: testsRan,
    tests_passed: testsPassed,
    input_tokens: tokens.meta({
      description: 'Input tokens, all roles together; `null` when unknown, never a guessed 0.',
      examples: [184000],
    }),
    output_tokens: tokens.meta({
      description: 'Output tokens; `null` when unknown, never a guessed 0.',
      examples: [9100],
    }),
    elapsed_milliseconds: milliseconds.meta({
      description: 'Wall-clock time; `null` when unknown.',
      examples: [412000],
    }),
  },
});

export type RunSummary = z.infer<typeof runSummary.fields>;

/** The rules of a summary that hold between its fields, as those of a receipt do. */
export const checkRunSummary = (value: Record<string, unknown>): Complaint[] =>
  checkTests(value, 'partial, fail or error');
