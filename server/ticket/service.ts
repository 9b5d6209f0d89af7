/** Issues and redeems use tickets, for both HTTP and MCP. */
import type { CompactOutcome } from '#document/message/use-receipt-acceptance.ts';
import type { Store } from '../store/store.ts';
import type { LiveSettings } from './live-settings.ts';
import type { AcceptanceFacts } from './rule/acceptance.ts';
import type { Holder, Limit } from './rule/ledger.ts';
import type { TicketProblem } from './rule/problem.ts';
import type { ReadReceipt } from './rule/receipt.ts';
import type { Visit } from './rule/selection.ts';
import type { Subject } from './rule/token.ts';

/** The client that fetches: a credential that the operator invited, or an anonymous visitor. */
export type Fetcher = { cohort: 'invited'; credential: string } | VisitorFetch;

export interface VisitorFetch {
  cohort: 'visitor';
  visit: Visit;
  /** The address is asked for only when a visitor is selected, and is kept nowhere. */
  address(): string;
  /** The object that lives as long as the address holds: the connection, where no proxy speaks for the client. */
  connection?: object | undefined;
}

export interface IssuedTicket {
  id: string;
  token: string;
  cohort: Fetcher['cohort'];
  /** RFC 3339. */
  expiresAt: string;
}

/** The compact report of MCP. Its note was checked and dropped before this. */
export interface CompactReport {
  ticket: string;
  outcome: CompactOutcome;
}

/** The outcome of a report: the facts of its acceptance, or why its ticket accepts none. */
export type Redeemed =
  | { ok: true; replayed: boolean; acceptance: AcceptanceFacts }
  | { ok: false; why: TicketProblem };

/** A client that is in a cohort and was not at a cap a moment ago. */
export interface Candidate {
  holder: Holder;
  /** The keyed id of the wider network of a visitor. */
  network: string | null;
  /** The rule that selected a visitor. */
  rule: string | null;
  /** Its limits by the present caps. */
  limits: readonly Limit[];
}

export interface TicketService {
  /** Whether a fetcher may get a ticket at all: told at once, so that others are answered without any delay. */
  candidate(fetcher: Fetcher): Candidate | undefined;
  /**
   * Issues a ticket for a page, unless a cap is reached; recorded durably when it resolves. Never rejects: without a
   * database, pages are served without tickets.
   */
  issue(candidate: Candidate, subject: Subject): Promise<IssuedTicket | undefined>;
  /** Redeems a ticket with a receipt. The acceptance survives a loss of power once this resolves. */
  redeem(receipt: ReadReceipt['receipt']): Promise<Redeemed>;
  /** Redeems a ticket with a compact report. */
  redeemCompact(report: CompactReport): Promise<Redeemed>;
  /** While reporting is paused: after how many seconds to try again. */
  readonly pausedForSeconds: number | undefined;
}

/** The part of the context that the ticket service reaches. */
export interface TicketContext {
  store: Pick<Store, 'tickets' | 'receipts'>;
  settings: LiveSettings;
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
  /** Told why a ticket could not be issued; the visitor is not. */
  onError(error: unknown): void;
}
