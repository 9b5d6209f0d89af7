/** The request to cancel an evaluation. */
import { z } from 'zod';
import { defineKind } from '../kind/kind.ts';

const cancelReasons = ['no_longer_needed', 'too_expensive', 'wrong_plan', 'other'] as const;

export const evaluationCancel = defineKind({
  kind: 'evaluation_cancel',
  form: 'message',
  description:
    'Asks to cancel an evaluation: runs under way may end within their leases, and no evidence is written.',
  fields: {
    reason_code: z
      .enum(cancelReasons)
      .default('other')
      .meta({
        description: 'The reason; `other` when absent.',
        examples: ['no_longer_needed'],
      }),
  },
});
