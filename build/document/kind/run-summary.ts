/** A run summary: what came of one assignment, in numbers (decisions, Evaluations 4). */
import { z } from 'zod';
import type { Complaint } from '../topology.ts';
import { leaseId } from './assignment.ts';
import { count } from './field.ts';
import { defineKind } from './kind.ts';

export const runOutcomes = ['pass', 'partial', 'fail', 'error'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

const orNull = (max: number, unit: string) =>
  count(max, unit)
    .nullable()
    .meta({ rules: `whole number 0 to ${max}, or \`null\``, unit });

export const runSummary = defineKind({
  kind: 'run_summary',
  form: 'message',
  description: 'What came of one run: fields only, and no text.',
  fields: {
    lease: leaseId.meta({ description: 'The lease under which it ran.' }),
    outcome: z.enum(runOutcomes).meta({
      rules: '`pass` requires `tests_ran` above 0 and `tests_passed` equal to it',
      description: 'What came of it. `error`: the run itself broke; it counts as not passed.',
      examples: ['pass'],
    }),
    tests_ran: count(1e9, 'tests').meta({ description: 'Tests or checks that ran.', examples: [12] }),
    tests_passed: count(1e9, 'tests').meta({
      rules: 'whole number 0 to 1000000000, at most `tests_ran`',
      description: 'How many of them passed.',
      examples: [12],
    }),
    input_tokens: orNull(1e12, 'tokens').meta({
      description: 'Input tokens, all roles together; `null` when unknown, never a guessed 0.',
      examples: [184000],
    }),
    output_tokens: orNull(1e12, 'tokens').meta({
      description: 'Output tokens; `null` when unknown, never a guessed 0.',
      examples: [9100],
    }),
    elapsed_milliseconds: orNull(2678400000, 'milliseconds').meta({
      description: 'Wall-clock time; `null` when unknown.',
      examples: [412000],
    }),
  },
});

export type RunSummary = z.infer<typeof runSummary.fields>;

/** The rules of a summary that hold between its fields, as those of a receipt do. */
export function checkRunSummary(value: Record<string, unknown>): Complaint[] {
  const { outcome, tests_ran: ran, tests_passed: passed } = value;
  if (typeof ran !== 'number' || typeof passed !== 'number') return [];
  const complaints: Complaint[] = [];
  if (passed > ran) {
    const message = `\`tests_passed\` is ${passed}, and only ${ran} ran.`;
    complaints.push({ path: ['tests_passed'], rule: 'tests', message, help: 'Count each test once.' });
  }
  if (outcome === 'pass' && !(ran > 0 && passed === ran)) {
    const message = `\`outcome\` is pass with ${passed} of ${ran} tests passed; expected at least one test and none failed.`;
    const help = 'Report partial, fail or error.';
    complaints.push({ path: ['outcome'], rule: 'pass-needs-tests', message, help });
  }
  return complaints;
}
