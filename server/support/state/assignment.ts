/**
 * The life of an assignment: one lock on one case, once (docs/evaluations.md#17).
 *
 *                 lease              complete
 *   ──▶ pending ────────▶ leased ──────────────▶ completed     a summary was accepted under the lease
 *         ▲ │               │ │ │ exhaust
 *         │ │      lose     │ │ └──────────────▶ exhausted     the third lease ran out
 *         └─┼───────────────┘ │                  `lose`: the first or second did; the attempt is counted
 *           │     cancel      │
 *           └────────┬────────┘                  `renew`, a heartbeat, leads from leased to leased
 *                    ▼
 *                cancelled                       its job was cancelled or failed
 *
 * A lease has a fencing number, one higher than that of any lease before on the assignment. What comes under another
 * number than that of the current lease changes nothing. There is no timer: readers and claims decide what is due.
 */
import { maxAttempts } from '#document/evaluation/lease-limits.ts';
import type { Machine } from './machine.ts';

export const assignmentStates = ['pending', 'leased', 'completed', 'exhausted', 'cancelled'] as const;
export type AssignmentState = (typeof assignmentStates)[number];
export type AssignmentEvent = 'lease' | 'renew' | 'complete' | 'lose' | 'exhaust' | 'cancel';

export const assignmentMachine: Machine<AssignmentState, AssignmentEvent> = {
  pending: { lease: 'leased', cancel: 'cancelled' },
  leased: {
    renew: 'leased',
    complete: 'completed',
    lose: 'pending',
    exhaust: 'exhausted',
    cancel: 'cancelled',
  },
  completed: {},
  exhausted: {},
  cancelled: {},
};

/**
 * Returns the event that happens to an assignment whose lease ran out.
 * @param attempts the number of leases it has had
 * @param jobGoesOn whether its job still hands out assignments
 */
export function expiryEvent(attempts: number, jobGoesOn: boolean): 'lose' | 'exhaust' | 'cancel' {
  if (!jobGoesOn) return 'cancel';
  return attempts >= maxAttempts ? 'exhaust' : 'lose';
}
