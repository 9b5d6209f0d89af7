/**
 * Locks whose runs are the best of several attempts of one agent. As a control, such a lock may cost as much as a team
 * (docs/evaluations.md#23).
 */
import { z } from 'zod';
import { count, digest } from '../kind/field.ts';
import type { UnplacedFault } from '../text/fault.ts';

/** The ways to choose an attempt: by the most frequent answer, or by a program that scores each. */
const selectors = ['majority', 'program'] as const;

export const mostAttempts = 16;

export const bestOf = z.strictObject({
  attempts: count(mostAttempts, 'attempts', 2).meta({
    description: 'The number of attempts that each run makes.',
    examples: [3],
  }),
  selector: z.enum(selectors).meta({
    rules: '`majority` or `program`',
    description: 'How one attempt is chosen without knowing which would pass.',
    examples: ['majority'],
  }),
  digest: digest.optional().meta({
    rules: 'required with `selector: program`, refused without',
    description: 'The SHA-256 of the program that chooses.',
  }),
});

export type BestOf = z.infer<typeof bestOf>;

/** The attempts of a lock in evidence: how many runs report them, and how many attempts would have passed. */
export const toldAttempts = bestOf.extend({
  told: count(Number.MAX_SAFE_INTEGER, 'runs').meta({ description: 'Runs that report all their attempts.' }),
  passed: count(Number.MAX_SAFE_INTEGER, 'attempts').meta({
    description: 'The number of reported attempts that would have passed.',
  }),
});

/**
 * Returns the faults in the attempts of a lock. Its formation must be a single agent, and it must name a program by its digest if
 * a program chooses, and only then.
 * @param maxAgents the most agents of the formation; undefined if the formation cannot be read
 */
export function bestOfFaults(own: BestOf | undefined, maxAgents: number | undefined): UnplacedFault[] {
  if (own === undefined) return [];
  const complain = (path: UnplacedFault['path'], message: string, help: string) => [
    { path: ['best_of', ...path], rule: 'best-of', message, help },
  ];
  if ((own.selector === 'program') !== (own.digest !== undefined)) {
    const message = 'A digest belongs to `selector: program`, and to no other.';
    return complain(['digest'], message, 'Write the SHA-256 of the program with it, or leave it out.');
  }
  if (maxAgents === undefined || maxAgents === 1) return [];
  const message = `The formation is a team of up to ${maxAgents} agents.`;
  return complain([], message, 'Only a single agent may be the best of several attempts.');
}
