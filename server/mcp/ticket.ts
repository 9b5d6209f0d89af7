/** What the endpoint needs to know of use tickets: who issues them and who takes reports. */
import type { IncomingMessage } from 'node:http';
import type { PageEntry, TicketSubject } from '#document/manifest.ts';

/** Who calls: the HTTP request, of which the selection rules read headers and address. */
export type Visitor = IncomingMessage;

/** A ticket as its holder sees it. */
export interface IssuedTicket {
  ticket: string;
  /** RFC 3339. */
  expires: string;
}

/** What a client may say happened (interface, Compact MCP report). */
export const outcomes = ['worked', 'partly', 'did_not_work'] as const;
export type Outcome = (typeof outcomes)[number];

/** A report that was accepted: what it was about, and whether the very same was accepted before. */
export interface Redemption {
  subject: TicketSubject;
  acceptedAt: string;
  replayed: boolean;
}

/** Tickets over MCP; absent where none are issued. */
export interface Ticketing {
  /**
   * The ticket that comes with a page read by a tool, when one is due.
   * @throws Refusal `unauthenticated` for a credential that is not valid
   */
  issue(visitor: Visitor, page: PageEntry): Promise<IssuedTicket | undefined>;
  /**
   * Redeems a ticket by a compact report.
   * @throws Refusal `validation_failed`, `conflict`, `idempotency_conflict`, `service_unavailable`
   */
  redeem(report: { ticket: string; outcome: Outcome }): Promise<Redemption>;
}
