/** An error document, which says why a request was refused, field by field, and what to do next (docs/http.md#7). */
import { z } from 'zod';
import { count, line } from './field.ts';
import { defineKind } from './kind.ts';

/** Every error code, with its HTTP status (docs/http.md#8). */
export const errorCodes = {
  malformed_request: 400,
  idempotency_key_required: 400,
  unauthenticated: 401,
  forbidden: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 409,
  conflict: 409,
  lease_lost: 409,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorCodes;

/** The schema of one fault in what was sent. */
export const refusedField = z.strictObject({
  field: z
    .string()
    .max(512)
    .meta({ description: 'The field, parameter or header; empty for the whole document.' }),
  rule: line(64).meta({ description: 'The rule that was broken.', examples: ['unknown-field'] }),
  message: line(2000).meta({ description: 'What was found, what was expected and how to fix it.' }),
  line: count(1e9, undefined, 1)
    .optional()
    .meta({ description: 'The line of the body that was sent, from 1.' }),
  column: count(1e9, undefined, 1).optional().meta({ description: 'The column, from 1.' }),
});

export const error = defineKind({
  kind: 'error',
  form: 'page',
  description: 'The reason for which a request was refused, and what to do next.',
  fields: {
    status: count(599, undefined, 400).meta({ description: 'The HTTP status.', examples: [404] }),
    code: z
      .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'The reason as a word for programs.', examples: ['not_found'] }),
    request_id: line(128).meta({ description: 'Names the request in the logs of the operator.' }),
    errors: z
      .array(refusedField)
      .meta({ rules: '0 or more items', description: 'Everything that was wrong.' }),
  },
});
