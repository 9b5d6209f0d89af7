/**
 * The life of a use ticket (docs/use-tickets.md#9).
 *
 *                        redeem
 *    (none) ──issue──▶ open ─────▶ redeemed      its report is counted; the same report again gets the same answer
 *                        │ expire
 *                        ├───────▶ expired       7 days have passed; counted as `abandoned`
 *                        │ rotate
 *                        └───────▶ void          its key was rotated: it can no longer be redeemed, and counts nowhere
 */
import type { Machine } from './machine.ts';

export const ticketStates = ['open', 'redeemed', 'expired', 'void'] as const;
export type TicketState = (typeof ticketStates)[number];
type TicketEvent = 'redeem' | 'expire' | 'rotate';

export const ticketMachine: Machine<TicketState, TicketEvent> = {
  open: { redeem: 'redeemed', expire: 'expired', rotate: 'void' },
  redeemed: {},
  expired: {},
  void: {},
};

/** The seconds for which a ticket may be redeemed (docs/use-tickets.md#9). */
export const ticketLifetimeSeconds = 7 * 24 * 3600;
