/** The request of a runner for work. */
import { defineKind } from './kind.ts';

export const runnerClaim = defineKind({
  kind: 'runner_claim',
  form: 'message',
  description: 'Asks for one assignment of any job of the tenant.',
  fields: {},
});
