/** Judges reports on tickets. Each ticket takes one report, and only before it expires. */
import type { Cohort, SubjectKind } from '#document/message/use-receipt-acceptance.ts';
import type { TicketState } from '../../support/state/ticket.ts';

/** The record of an accepted report, which this report or an identical earlier one made. */
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
  /**
   * The reasons to accept no report. `differs`: another report redeemed the ticket. `expired`: the report is too late. `void`:
   * the key of the ticket was rotated. `unknown`: there is no such ticket.
   */
  | { verdict: 'differs' | 'expired' | 'void' | 'unknown' };

/** A stored ticket, with the time at which its key was rotated. Times are seconds since 1970. */
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

/** The fields of a report on which the judgement depends. */
export interface RecordedReport {
  form: 'receipt' | 'compact';
  digest: string;
  outcome: string;
  model_precision: string | null;
  accepted_at: number;
}

/**
 * Judges a report on a ticket.
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
