/** A use receipt: what happened after a fetched document was used, reported once on its ticket (interface, Use receipt). */
import { z } from 'zod';
import type { Complaint } from '../topology.ts';
import { count, taskClass } from './field.ts';
import { defineKind } from './kind.ts';
import { modelId } from './model-id.ts';

/** How closely `model_id` names the model. Reports of the two are never pooled. */
export const modelPrecisions = ['exact', 'family'] as const;
export type ModelPrecision = (typeof modelPrecisions)[number];

/** What came of the use, as a receipt says it. */
export const outcomes = ['pass', 'partial', 'fail', 'abandoned'] as const;
export type Outcome = (typeof outcomes)[number];

export const useReceipt = defineKind({
  kind: 'use_receipt',
  form: 'message',
  description:
    'What happened after a fetched document was used: fields only, an empty body and no text of any kind.',
  fields: {
    ticket: z
      .string()
      .min(1)
      .max(1024)
      .meta({
        rules: 'exactly as received, at most 1024 characters',
        description: 'The value of the header `Use-Ticket`, or of the trailer.',
        examples: ['ut1.eyJ…fQ.3q2-7w…'],
      }),
    model_id: modelId.meta({
      ...modelId.meta(),
      description: 'The model that did the work: an exact pin when known, otherwise the model family.',
    }),
    model_precision: z
      .enum(modelPrecisions)
      .default('exact')
      .meta({
        rules: '`exact` or `family`; `exact` when absent',
        description: 'Send `family` whenever `model_id` is not an exact pin.',
        examples: ['exact'],
      }),
    task_class: taskClass.meta({
      description: 'The kind of work, as a machine name and never a description.',
    }),
    outcome: z.enum(outcomes).meta({
      rules: '`pass` requires `tests_ran` above 0 and `tests_passed` equal to it',
      description: 'What came of it.',
      examples: ['pass'],
    }),
    tests_ran: count(1e9, 'tests').meta({ description: 'Tests or checks that ran.', examples: [12] }),
    tests_passed: count(1e9, 'tests').meta({
      rules: 'whole number 0 to 1000000000, at most `tests_ran`',
      description: 'How many of them passed.',
      examples: [12],
    }),
    input_tokens: orNull(count(1e12, 'tokens')).meta({
      description: 'Input tokens; `null` when unknown, never a guessed 0.',
      examples: [184000],
    }),
    output_tokens: orNull(count(1e12, 'tokens')).meta({
      description: 'Output tokens; `null` when unknown, never a guessed 0.',
      examples: ['null'],
    }),
    elapsed_milliseconds: orNull(count(2678400000, 'milliseconds')).meta({
      description: 'Time that it took; `null` when unknown.',
      examples: [412000],
    }),
  },
});

/** The declared values of a receipt, defaults filled in. */
export type UseReceipt = z.infer<typeof useReceipt.fields>;

/** A number that may be unknown. The field itself is required: `null` says that nobody counted. */
function orNull(number: z.ZodInt) {
  const { rules, unit } = number.meta() as { rules: string; unit: string };
  return number.nullable().meta({ rules: `${rules}, or \`null\``, unit });
}

/**
 * The rules of a receipt that hold between fields (interface, Use receipt). Looks only at fields that are well-formed
 * by themselves, so that it may run beside the field rules.
 */
export function checkUseReceipt(value: Record<string, unknown>): Complaint[] {
  const { outcome, tests_ran: ran, tests_passed: passed } = value;
  if (typeof ran !== 'number' || typeof passed !== 'number') return [];
  const complaints: Complaint[] = [];
  if (passed > ran) {
    complaints.push({
      path: ['tests_passed'],
      rule: 'tests',
      message: `\`tests_passed\` is ${passed}, and only ${ran} ran.`,
      help: 'Count each test once.',
    });
  }
  if (outcome === 'pass' && !(ran > 0 && passed === ran)) {
    complaints.push({
      path: ['outcome'],
      rule: 'pass-needs-tests',
      message: `\`outcome\` is pass with ${passed} of ${ran} tests passed; expected at least one test and none failed.`,
      help: 'Report partial, fail or abandoned.',
    });
  }
  return complaints;
}
