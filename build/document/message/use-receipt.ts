/** A use receipt: what happened after a fetched document was used. Each ticket takes one (docs/use-tickets.md#11). */
import { z } from 'zod';
import { checkTests, milliseconds, passRule, testsPassed, testsRan, tokens } from '../evaluation/measure.ts';
import { reportedTaskClass } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { modelId } from '../kind/model-id.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { outcomes } from './outcome.ts';

/** The grades of how exactly `model_id` names the model. Reports of different grades are never pooled. */
export const modelPrecisions = ['exact', 'family'] as const;
export type ModelPrecision = (typeof modelPrecisions)[number];

export const useReceipt = defineKind({
  kind: 'use_receipt',
  form: 'message',
  maxFrontMatter: 4096,
  description:
    'What happened after a fetched document was used: fields only, an empty body and no text of any kind.',
  fields: {
    ticket: z
      .string()
      .min(1)
      .max(1024)
      .meta({
        rules: 'exactly as received, at most 1024 characters',
        description: 'The value of the header `Use-Ticket`, or the ticket in the trailer.',
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
    task_class: reportedTaskClass.meta({
      description: 'The kind of work, as the name of a task class and never as a description.',
    }),
    outcome: z.enum(outcomes).meta({
      rules: passRule,
      description: 'The outcome of the use.',
      examples: ['pass'],
    }),
    tests_ran: testsRan,
    tests_passed: testsPassed,
    input_tokens: tokens.meta({
      description: 'Input tokens; `null` when unknown, never a guessed 0.',
      examples: [184000],
    }),
    output_tokens: tokens.meta({
      description: 'Output tokens; `null` when unknown, never a guessed 0.',
      examples: ['null'],
    }),
    elapsed_milliseconds: milliseconds.meta({
      description: 'The time that the work took; `null` when unknown.',
      examples: [412000],
    }),
  },
});

/** The declared values of a receipt, with defaults filled in. */
export type UseReceipt = z.infer<typeof useReceipt.fields>;

/**
 * Checks the rules between the fields of a receipt (docs/use-tickets.md#12). Reads only fields that are well-formed by
 * themselves, so it may run together with the rules of fields.
 */
export const checkUseReceipt = (value: Record<string, unknown>): UnplacedFault[] =>
  checkTests(value, 'partial, fail or abandoned');
