/** The answer to an adoption: what was recorded. */

import { count, digest, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { adoption } from './adoption.ts';

export const adoptionRecord = defineKind({
  kind: 'adoption_record',
  form: 'message',
  description: 'An adoption that was recorded.',
  fields: {
    number: count(1e9, undefined, 1).meta({
      description: 'The number of the adoption within the tenant.',
      examples: [1],
    }),
    subject: digest.meta({ description: 'The recommendation or formation that was adopted or not.' }),
    outcome: adoption.fields.shape.outcome,
    reason_code: adoption.fields.shape.reason_code,
    date: adoption.fields.shape.date,
    recorded_at: time.meta({ description: 'The time at which it was recorded.' }),
  },
});
