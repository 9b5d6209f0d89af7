/** The identifiers of models, and which of them name one model for good (docs/documents.md#8). */
import { z } from 'zod';

const aliasEnding = /(?:latest|default|auto|stable)$/i;
const previewEnding = /preview$/i;
/**
 * The parts of a model id that pin it: a date (`20250506`, `2025-05-06`, `05-2025`, month and day in four digits), or a full
 * version.
 */
const pinned =
  /(?:^|[^0-9])(?:20\d{6}|20\d\d-\d\d(?:-\d\d)?|\d\d-20\d\d|(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])|\d+\.\d+\.\d+)(?![0-9A-Za-z])/;

/**
 * Tells whether a model id is an alias, which may name another model tomorrow. A preview with a date or full version in its
 * name is no alias (`gpt-4-0125-preview`), nor is an id whose date or version comes last.
 */
export function isModelAlias(id: string): boolean {
  return aliasEnding.test(id) || (previewEnding.test(id) && !pinned.test(id));
}

/** The end of an id that names one build, after `@`, a last `:` or `-`: a revision, a digest, or a number such as `002`. */
const revision = /@[A-Za-z0-9]|[:@-](?:sha256:)?[0-9a-f]{7,64}$|-0\d\d$/;

/** Tells whether an id names one model for good, and not a family whose members change. */
const isPin = (id: string): boolean => pinned.test(id) || revision.test(id);

/** The schema of the name of a model, which must not be an alias. */
export const modelId = z
  .string()
  .max(128)
  .regex(
    /^(?!.*:\/\/)[A-Za-z0-9@][A-Za-z0-9@._:/+~=-]*$/,
    'expected the identifier of a model, without spaces and not a URL',
  )
  .refine(
    id => !isModelAlias(id),
    'expected an exact pin or the model family, not an alias that points to another model tomorrow',
  )
  .meta({
    rules:
      'identifier of at most 128 characters; refused when it ends in `latest`, `default`, `auto` or `stable`, or in `preview` without a date or full version',
    examples: ['claude-opus-4-5-20251101'],
  });

/** The schema of the exact model of a lock. Every later run under the lock must use the same model. */
export const pinnedModelId = modelId
  .refine(
    id => isModelAlias(id) || isPin(id),
    'expected an exact pin of the model, with its date, full version or `@revision`, not the family',
  )
  .meta({
    rules: `${modelId.meta()?.rules}; carries a date, a full version such as \`1.2.3\`, a number such as \`002\` at its end, a digest, or \`@\` and a revision`,
    examples: ['claude-opus-4-5-20251101'],
  });
