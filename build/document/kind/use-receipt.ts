/** A use receipt: what happened after a fetched document was used, reported once on its ticket (interface, Use receipt). */
import { z } from 'zod';
import type { Complaint } from '../topology.ts';
import { count, taskClass } from './field.ts';
import { defineKind } from './kind.ts';

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
    model_id: z
      .string()
      .max(128)
      .regex(
        /^(?!.*:\/\/)[A-Za-z0-9@][A-Za-z0-9@._:/+~=-]*$/,
        'expected the machine name of a model, without spaces and not a URL',
      )
      .refine(
        id => !isModelAlias(id),
        'expected an exact pin or the model family, not an alias that points to another model tomorrow',
      )
      .meta({
        rules:
          'machine name of at most 128 characters; refused when it ends in `latest`, `default`, `auto` or `stable`, or in `preview` without a date or full version',
        description: 'The model that did the work: an exact pin when known, otherwise the model family.',
        examples: ['claude-opus-4-5-20251101'],
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

const aliasEnding = /(?:latest|default|auto|stable)$/i;
const previewEnding = /preview$/i;
/** A date as model ids carry it (`20250506`, `2025-05-06`, `05-2025`, month and day in four digits), or a full version. */
const pinned =
  /(?:^|[^0-9])(?:20\d{6}|20\d\d-\d\d(?:-\d\d)?|\d\d-20\d\d|(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])|\d+\.\d+\.\d+)(?![0-9])/;

/**
 * Whether a model id is an alias, which names another model tomorrow (decisions, Use tickets 7). A preview that carries
 * its date or full version is a pin (`gpt-4-0125-preview`); one whose date or version follows does not end in `preview` at all.
 */
export function isModelAlias(id: string): boolean {
  return aliasEnding.test(id) || (previewEnding.test(id) && !pinned.test(id));
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
