/** An adoption: what a tenant did with a recommendation or a formation (docs/tenants.md#11). */
import { z } from 'zod';
import { date, digest } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import type { UnplacedFault } from '../text/fault.ts';

export const adoptionOutcomes = ['adopted', 'declined', 'reverted'] as const;
export type AdoptionOutcome = (typeof adoptionOutcomes)[number];

export const adoptionReasons = [
  'as_recommended',
  'better_results',
  'lower_cost',
  'too_expensive',
  'too_slow',
  'worse_results',
  'operational',
  'policy',
  'other',
] as const;

export type AdoptionReason = (typeof adoptionReasons)[number];

export const adoption = defineKind({
  kind: 'adoption',
  form: 'message',
  description: 'What a tenant did with a recommendation or formation. No recommendation is computed from it.',
  fields: {
    recommendation: digest.optional().meta({
      rules: 'exactly one of `recommendation` and `formation`',
      description: 'The recommendation that was followed or not.',
    }),
    formation: digest.optional().meta({ description: 'The formation or execution lock.' }),
    outcome: z.enum(adoptionOutcomes).meta({ description: 'What the tenant did.', examples: ['adopted'] }),
    reason_code: z
      .enum(adoptionReasons)
      .meta({ description: 'The reason, as a code.', examples: ['as_recommended'] }),
    date: date.meta({ description: 'The date on which the tenant did this.' }),
  },
});

/** Returns a fault unless an adoption names either a recommendation or a formation, and not both. */
export function checkAdoption(value: Record<string, unknown>): UnplacedFault[] {
  if ((value.recommendation === undefined) !== (value.formation === undefined)) return [];
  const path = value.formation === undefined ? ['recommendation'] : ['formation'];
  const message = 'Exactly one of `recommendation` and `formation` says what was adopted.';
  return [{ path, rule: 'one-subject', message, help: 'Keep one of the two.' }];
}
