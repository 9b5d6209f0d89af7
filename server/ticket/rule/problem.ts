/** The reasons why a ticket accepts no report, with the words and codes that HTTP and MCP share (docs/use-tickets.md#14). */
import type { ErrorCode } from '#document/kind/error.ts';
import { Refusal } from '../../support/refusal.ts';

/**
 * The reasons why a ticket accepts no report. `unknown`: this service did not issue it. `rotated`: its key is no longer in force.
 * `differs`: another report redeemed it. `expired`: the report is too late.
 */
export type TicketProblem = 'unknown' | 'rotated' | 'differs' | 'expired';

interface TicketRefusal {
  code: ErrorCode;
  rule: string;
  /** A sentence on what is wrong. */
  message: string;
  /** A sentence on what to do. */
  help: string;
}

export const ticketRefusals: Readonly<Record<TicketProblem, TicketRefusal>> = {
  unknown: {
    code: 'validation_failed',
    rule: 'ticket',
    message: '`ticket` is not a ticket that this service issued.',
    help: 'Send the value of `Use-Ticket` exactly as it was received.',
  },
  rotated: {
    code: 'validation_failed',
    rule: 'ticket-key-rotated',
    message: '`ticket` was issued under a key that has since been rotated.',
    help: 'Nobody can redeem it any more. Report the next use on a new ticket.',
  },
  differs: {
    code: 'idempotency_conflict',
    rule: 'redeemed',
    message:
      '`ticket` was redeemed with a different report. That report stays, because a report cannot be corrected.',
    help: 'Report the next use on a new ticket.',
  },
  expired: {
    code: 'conflict',
    rule: 'expired',
    message: '`ticket` expired before it was redeemed, and was counted as abandoned.',
    help: 'Report the next use on a new ticket, within seven days.',
  },
};

/**
 * Refuses reports while reporting is paused; does nothing at any other time.
 * @param seconds the seconds after which to try again; undefined if reporting is not paused
 * @throws Refusal `service_unavailable` while it is paused
 */
export function refuseWhilePaused(seconds: number | undefined, what: 'receipt' | 'report'): void {
  if (seconds === undefined) return;
  throw new Refusal(
    'service_unavailable',
    `Reporting is paused. Send the same ${what} again after ${seconds} seconds, or not at all.`,
    { headers: { 'Retry-After': String(seconds) }, reason: 'reporting_paused' },
  );
}
