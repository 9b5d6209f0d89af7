/**
 * The facts in the log of an imported run, as far as the importer compared them with plan, lock and suite (docs/imports.md#10).
 */
import { z } from 'zod';
import { count, digest } from '../kind/field.ts';
import { decimal } from '../kind/share.ts';

/** The name of a scorer. It has the form of a machine name, so that no text of a log is sent. */
const scorerName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/+-]*$/, 'expected the name of a scorer, without spaces')
  .meta({
    rules: 'letters, digits and `.`, `_`, `:`, `/`, `+`, `-`, at most 64',
    examples: ['model_graded_qa'],
  });

/** The lowest score that passed, as a decimal number on the scale of the scorer. */
const scoreThreshold = z
  .string()
  .regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/, 'expected a number such as "0.5"')
  .meta({
    rules: 'a decimal text, at most eight digits after the point',
    examples: ['0.5'],
  });

const logStatuses = ['complete', 'partial'] as const;

/** The field `log` of a run summary. Absent facts are unknown. */
export const importedLog = z.strictObject({
  status: z.enum(logStatuses).optional().meta({
    description:
      'Whether the log is complete. It is partial if it was cancelled, cut off or lacks some results.',
  }),
  models: z.literal('same').optional().meta({
    description: 'Whether the log names its models, and all of them are the models of the lock.',
  }),
  cases: z.literal('same').optional().meta({
    description: 'Whether the log states the digest of the case or suite, and it is the digest in the plan.',
  }),
  scorer: scorerName.optional().meta({ description: 'The scorer that decided whether the run passed.' }),
  threshold: scoreThreshold.optional().meta({
    description: 'The lowest score with which a run passes; absent if the log states only outcomes.',
  }),
});

export type ImportedLog = z.infer<typeof importedLog>;

/** The most entries of one lock in the field `logs` of evidence. */
export const maxLogsOfLock = 4;

/** An item of the field `logs` of evidence. */
export const countedLog = z.strictObject({
  lock: digest.meta({ description: 'The execution lock.' }),
  runs: count(Number.MAX_SAFE_INTEGER, 'runs').meta({
    description: 'The number of imported runs of the lock for which all of this holds.',
  }),
  status: z.enum([...logStatuses, 'unknown']).meta({
    description: 'Whether the logs of these runs say that they are complete.',
    examples: ['complete'],
  }),
  models: z.enum(['same', 'unknown']).meta({
    description: 'same: the logs name models, and they are those of the lock.',
    examples: ['same'],
  }),
  cases: z.enum(['same', 'unknown']).meta({
    description: 'same: the logs state digests of cases or suite, and they are those of the plan.',
    examples: ['unknown'],
  }),
  scorer: scorerName
    .optional()
    .meta({ description: 'The scorer that decided whether runs passed; absent when unknown.' }),
  threshold: scoreThreshold.optional().meta({
    description: 'The lowest score with which a run passes; absent when unknown.',
  }),
});

/** The scorer that a question requires. */
export const fixedScorer = z.strictObject({
  digest: digest.meta({
    description: 'The digest of what decides whether a run passed, such as the code of the scorer.',
  }),
  name: scorerName.optional().meta({
    description: 'The name of the scorer in logs. A log that names another scorer is not imported.',
  }),
  threshold: decimal.optional().meta({ description: 'The lowest score with which a run passes.' }),
});

export type FixedScorer = z.infer<typeof fixedScorer>;
