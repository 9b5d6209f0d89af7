/** Use tickets over MCP: the same ticket service, caps and store as over HTTP. */
import type { IncomingMessage } from 'node:http';
import type { CompactOutcome } from '#document/message/use-receipt-acceptance.ts';
import type { PageEntry, TicketSubject } from '#document/text/manifest.ts';
import { clientAddress } from '../http/admission/client.ts';
import type { Context } from '../http/context.ts';
import { StoreBusy } from '../store/database/backend.ts';
import { Refusal } from '../support/refusal.ts';
import { refuseWhilePaused, ticketRefusals } from '../ticket/rule/problem.ts';
import { readVisit } from '../ticket/rule/visit.ts';
import type { Fetcher } from '../ticket/service.ts';
import { NotNow } from './not-now.ts';

/** The caller, as tickets see it: a member of the cohort, a visitor who may be selected, or neither. */
export type Reader = Fetcher | undefined;

/** A ticket as its holder sees it. */
interface IssuedTicket {
  ticket: string;
  /** RFC 3339. */
  expires: string;
}

/** A report that was accepted: what it was about, and whether the very same was accepted before. */
export interface Redemption {
  subject: TicketSubject;
  acceptedAt: string;
  replayed: boolean;
}

export interface Ticketing {
  /**
   * Finds out who calls.
   * @throws Refusal `unauthenticated` for a credential that is not in force, `rate_limited`
   */
  readerOf(request: IncomingMessage): Promise<Reader>;
  /**
   * Refuses a request whose network asks too often, before its body is read.
   * @throws Refusal `rate_limited`
   */
  admit(request: IncomingMessage): void;
  /** The ticket that comes with a page read by a tool, when one is due. */
  issue(reader: Reader, page: PageEntry): Promise<IssuedTicket | undefined>;
  /**
   * Redeems a ticket by a compact report.
   * @throws Refusal `service_unavailable`, `validation_failed`, `idempotency_conflict`, `conflict`
   * @throws NotNow while the database does not answer
   */
  redeem(report: { ticket: string; outcome: CompactOutcome }): Promise<Redemption>;
}

/** Tickets of the ticket service. */
export function ticketing({
  gatekeeper,
  ticketService,
  trustsProxy,
}: Pick<Context, 'gatekeeper' | 'ticketService' | 'trustsProxy'>): Ticketing {
  const redeem = async (report: { ticket: string; outcome: CompactOutcome }) => {
    refuseWhilePaused(ticketService.pausedForSeconds, 'report');
    return ticketService.redeemCompact(report);
  };
  return {
    admit: gatekeeper.admitMcp,
    async readerOf(request) {
      const { authorization } = request.headers;
      if (authorization === undefined) {
        const address = () => clientAddress(request, trustsProxy);
        return { cohort: 'visitor', visit: readVisit(request.headers, 'mcp'), address };
      }
      try {
        const { id, invited } = await gatekeeper.authenticate(authorization, request);
        return invited ? { cohort: 'invited', credential: id } : undefined;
      } catch (error) {
        // As over HTTP: what is public is read without a database too.
        if (error instanceof StoreBusy) return undefined;
        throw error;
      }
    },
    async issue(reader, { ticket: subject }) {
      const candidate = reader && subject && ticketService.candidate(reader);
      const issued = candidate && (await ticketService.issue(candidate, subject));
      return issued && { ticket: issued.token, expires: issued.expiresAt };
    },
    async redeem(report) {
      const redeemed = await redeem(report).catch(refuseWhenBusy);
      if (!redeemed.ok) {
        const { code, message, help } = ticketRefusals[redeemed.why];
        throw new Refusal(code, `${message} ${help}`);
      }
      const { subject_kind: kind, subject, accepted_at: acceptedAt } = redeemed.acceptance;
      return { subject: { kind, subject }, acceptedAt, replayed: redeemed.replayed };
    },
  };
}

/** The seconds after which a client should try again when the database was away or busy. */
const retryAfterSeconds = 1;

function refuseWhenBusy(error: unknown): never {
  if (!(error instanceof StoreBusy)) throw error;
  const message = 'The report cannot be recorded now. Send the same report again in a moment.';
  throw new NotNow('service_unavailable', message, retryAfterSeconds);
}
