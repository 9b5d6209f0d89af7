/** The request to start a plan that was quoted and approved. */
import { digest } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';

export const evaluationStart = defineKind({
  kind: 'evaluation_start',
  form: 'message',
  description: 'Starts a plan whose quote is approved and has not expired. One quote starts one job.',
  fields: { plan: digest.meta({ description: 'The `plan_digest` that the quote states.' }) },
});
