/** Issues and redeems use tickets, for both HTTP and MCP. */
import type { CompactOutcome } from '#document/message/outcome.ts';
import type { Store } from '../store/store.ts';
import type { LiveSettings } from './live-settings.ts';
import type { AcceptanceFacts } from './rule/acceptance.ts';
import type { Holder, Limit } from './rule/ledger.ts';
import type { TicketProblem } from './rule/problem.ts';
import type { ReadReceipt } from './rule/receipt.ts';
import type { Visit } from './rule/selection.ts';
import type { Subject } from './rule/token.ts';

/** A client that fetches a page: a credential that the operator invited, or an anonymous visitor. */
export type Fetcher = { cohort: 'invited'; credential: string } | VisitorFetch;

export interface VisitorFetch {
  cohort: 'visitor';
  visit: Visit;
  /** Returns the address of the visitor. It is called only if the visitor is selected, and the address is stored nowhere. */
  address(): string;
  /**
   * The connection, as long as every request on it comes from the same address; undefined if a proxy speaks for several
   * clients.
   */
  connection?: object | undefined;
}

export interface IssuedTicket {
  id: string;
  token: string;
  cohort: Fetcher['cohort'];
  /** The time at which the ticket expires (RFC 3339). */
  expiresAt: string;
}

/** A compact report over MCP. Its note was checked, and then dropped. */
export interface CompactReport {
  ticket: string;
  outcome: CompactOutcome;
}

/** The result of a report: the facts of its acceptance, or the reason why its ticket accepts none. */
export type Redeemed =
  | { ok: true; replayed: boolean; acceptance: AcceptanceFacts }
  | { ok: false; why: TicketProblem };

/** A client that may get a ticket: it is in a cohort, and was not at a cap a moment ago. */
export interface Candidate {
  holder: Holder;
  /** The id of the IPv4 /24 or IPv6 /48 of a visitor, made with a secret key; null for a credential. */
  network: string | null;
  /** The rule that selected a visitor; null for a credential. */
  rule: string | null;
  /** The limits that apply to the client, by the present caps. */
  limits: readonly Limit[];
}

export interface TicketService {
  /**
   * Returns the candidate for a client that may get a ticket; undefined for any other. Answers without waiting, so that other
   * clients are not delayed.
   */
  candidate(fetcher: Fetcher): Candidate | undefined;
  /**
   * Issues a ticket for a page; undefined if a cap is reached. The ticket is stored durably when this resolves. Never rejects:
   * without a database, pages are served without tickets.
   */
  issue(candidate: Candidate, subject: Subject): Promise<IssuedTicket | undefined>;
  /** Redeems a ticket with a receipt. Once this resolves, the acceptance survives a loss of power. */
  redeem(receipt: ReadReceipt['receipt']): Promise<Redeemed>;
  /** Redeems a ticket with a compact report. */
  redeemCompact(report: CompactReport): Promise<Redeemed>;
  /** The seconds after which to try again while reporting is paused; undefined if it is not. */
  readonly pausedForSeconds: number | undefined;
}

/** The part of the context that the ticket service may use. */
export interface TicketContext {
  store: Pick<Store, 'tickets' | 'receipts'>;
  settings: LiveSettings;
  /** Returns the present time, in milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
  /** Called with the reason why a ticket could not be issued, which the visitor does not learn. */
  onError(error: unknown): void;
}
