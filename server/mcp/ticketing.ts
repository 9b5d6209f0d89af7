/** Use tickets over MCP, by the same ticket service, caps and store as over HTTP. */
import type { IncomingMessage } from 'node:http';
import type { CompactOutcome } from '#document/message/outcome.ts';
import type { PageEntry, TicketSubject } from '#document/text/manifest.ts';
import { clientAddress } from '../http/admission/client.ts';
import type { Context } from '../http/context.ts';
import { StoreBusy } from '../store/database/backend.ts';
import { Refusal } from '../support/refusal.ts';
import { refuseWhilePaused, ticketRefusals } from '../ticket/rule/problem.ts';
import { readVisit } from '../ticket/rule/visit.ts';
import type { Fetcher } from '../ticket/service.ts';
import { NotNow } from './not-now.ts';

/**
 * The caller, as the ticket service sees it: an invited credential, a visitor who may be selected, or undefined for neither.
 */
export type Reader = Fetcher | undefined;

/** A ticket in the form in which its holder gets it. */
interface IssuedTicket {
  ticket: string;
  /** The time at which it expires (RFC 3339). */
  expires: string;
}

/** An accepted report: its subject, and whether an identical report was accepted before. */
export interface Redemption {
  subject: TicketSubject;
  acceptedAt: string;
  replayed: boolean;
}

export interface Ticketing {
  /**
   * Finds the caller of a request.
   * @throws Refusal `unauthenticated` for a credential that is not valid, `rate_limited`
   */
  readerOf(request: IncomingMessage): Promise<Reader>;
  /**
   * Refuses a request whose network asks too often, before the body is read.
   * @throws Refusal `rate_limited`
   */
  admit(request: IncomingMessage): void;
  /** Issues the ticket for a page that a tool read; undefined if the caller gets none. */
  issue(reader: Reader, page: PageEntry): Promise<IssuedTicket | undefined>;
  /**
   * Redeems a ticket with a compact report.
   * @throws Refusal `service_unavailable`, `validation_failed`, `idempotency_conflict`, `conflict`
   * @throws NotNow while the database does not answer
   */
  redeem(report: { ticket: string; outcome: CompactOutcome }): Promise<Redemption>;
}

/** Connects the endpoint with the ticket service. */
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
        // As over HTTP, public pages can be read without a database.
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

/** The seconds after which a client should try again if the database was away or busy. */
const retryAfterSeconds = 1;

function refuseWhenBusy(error: unknown): never {
  if (!(error instanceof StoreBusy)) throw error;
  const message = 'The report cannot be recorded now. Send the same report again in a moment.';
  throw new NotNow('service_unavailable', message, retryAfterSeconds);
}
