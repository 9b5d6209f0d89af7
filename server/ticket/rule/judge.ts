/** How a report on a ticket is judged: each ticket takes one, and only in its time. */
import type { Cohort, SubjectKind } from '#document/message/use-receipt-acceptance.ts';
import type { TicketState } from '../../support/state/ticket.ts';

/** The record for a ticket, made by this report or by an identical one before. */
export interface Accepted {
  subjectKind: SubjectKind;
  subject: string;
  cohort: Cohort;
  stage: string;
  form: 'receipt' | 'compact';
  outcome: string;
  modelPrecision: string | null;
  acceptedAt: number;
  digest: string;
}

export type Redemption =
  | { verdict: 'accepted' | 'replayed'; accepted: Accepted }
  /** `differs`: redeemed by another report; `expired`: too late; `void`: its key was rotated; `unknown`: no such ticket. */
  | { verdict: 'differs' | 'expired' | 'void' | 'unknown' };

/** A ticket as it is stored, with the time at which its key was rotated. Times are seconds. */
export interface JudgedTicket {
  id: string;
  cohort: Cohort;
  state: TicketState;
  rotated_at: number | null;
  subject_kind: SubjectKind;
  subject: string;
  stage: string;
  expires_at: number;
}

/** The fields of a report by which it is judged. */
export interface RecordedReport {
  form: 'receipt' | 'compact';
  digest: string;
  outcome: string;
  model_precision: string | null;
  accepted_at: number;
}

/**
 * Judges a report.
 * @param recorded the report that redeemed the ticket before, if there is one
 */
export function judge(
  ticket: JudgedTicket | undefined,
  report: RecordedReport & { id: string },
  recorded: RecordedReport | undefined,
): Redemption {
  if (!ticket || ticket.id !== report.id) return { verdict: 'unknown' };
  if (ticket.rotated_at !== null || ticket.state === 'void') return { verdict: 'void' };
  if (recorded) {
    const identical = recorded.digest === report.digest && recorded.form === report.form;
    return identical
      ? { verdict: 'replayed', accepted: acceptedOf(ticket, recorded) }
      : { verdict: 'differs' };
  }
  if (ticket.state === 'expired' || ticket.expires_at <= report.accepted_at) return { verdict: 'expired' };
  return { verdict: 'accepted', accepted: acceptedOf(ticket, report) };
}

function acceptedOf(ticket: JudgedTicket, recorded: RecordedReport): Accepted {
  return {
    subjectKind: ticket.subject_kind,
    subject: ticket.subject,
    cohort: ticket.cohort,
    stage: ticket.stage,
    form: recorded.form,
    outcome: recorded.outcome,
    modelPrecision: recorded.model_precision,
    acceptedAt: recorded.accepted_at,
    digest: recorded.digest,
  };
}
