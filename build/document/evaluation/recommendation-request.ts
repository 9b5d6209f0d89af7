/** The request for a recommendation: which organisation to use for a workload. */
import { digest } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';

export const recommendationRequest = defineKind({
  kind: 'recommendation_request',
  form: 'message',
  description: 'Asks which organisation to use for a workload, by the evidence of the tenant alone.',
  fields: { profile: digest.meta({ description: 'The workload profile.' }) },
});
