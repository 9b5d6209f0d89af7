/** Stores receipts. A ticket is redeemed once, even if several clients try at the same moment (docs/use-tickets.md#9). */

import {
  type Backend,
  forEach,
  rows,
  type Transaction,
  together,
  writeEach,
} from '../../store/database/backend.ts';
import type { ReceiptTable, ReportPrecision } from '../../store/database/tables.ts';
import { swap } from '../../support/state/machine.ts';
import { ticketMachine } from '../../support/state/ticket.ts';
import { type JudgedTicket, judge, type RecordedReport, type Redemption } from '../rule/judge.ts';
import type { Holder } from '../rule/ledger.ts';
import { reportCounter } from './aggregate.ts';
import { batched } from './batch.ts';
import type { TicketStore } from './ticket.ts';
import { holderCounts } from './ticket-holder.ts';

/** A report to store, as a row without its number. It is stored if its ticket is open. */
export interface UseReport extends Omit<ReceiptTable, 'number' | 'discarded_at'> {
  /** The random id of the ticket, which must equal that in the row of the ticket. */
  id: string;
}

export interface ReceiptStore {
  /** Stores a report on its ticket, if the ticket is open and has not expired. */
  redeem(report: UseReport): Promise<Redemption>;
}

/**
 * The most batches at the same time. While one is synced, another gathers and works; with more, each would be smaller, and the
 * database would have more to do.
 */
const batchesAtOnce = 2;

/**
 * Makes the store of receipts.
 * @param expireDue expires tickets; it is called when a report shows that one is due
 */
export function receiptStore(backend: Backend, expireDue: TicketStore['expireDue']): ReceiptStore {
  const submit = batched(backend, { atOnce: batchesAtOnce }, redeemer(backend));
  return {
    redeem: async report => {
      const redemption = await submit(report);
      if (redemption.verdict === 'expired') await expireDue(report.accepted_at);
      return redemption;
    },
  };
}

interface FoundTicket extends Holder, JudgedTicket {
  number: number;
  network: string | null;
  receipt: number | null;
}

interface Recorded extends RecordedReport {
  ticket: number;
}

const receiptColumns = {
  ticket: 'bigint',
  form: 'text',
  digest: 'text',
  accepted_at: 'bigint',
  outcome: 'text',
  model_id: 'text',
  model_precision: 'text',
  task_class: 'text',
  tests_ran: 'bigint',
  tests_passed: 'bigint',
  input_tokens: 'bigint',
  output_tokens: 'bigint',
  elapsed_milliseconds: 'bigint',
} as const;

/** Makes the function whose body redeems tickets, in the order of the reports. */
function redeemer(backend: Backend): (reports: readonly UseReport[]) => Transaction<Redemption[]> {
  const findLocked = lockingFinder(backend);
  const findRecorded = recordedFinder(backend);
  const record = recorder(backend);
  return function* redeemAll(reports) {
    const found = yield* findLocked([...new Set(reports.map(report => report.ticket))]);
    const tickets = new Map(found.map(ticket => [ticket.number, ticket]));
    const recorded = new Map((yield* findRecorded(found)).map(report => [report.ticket, report]));
    const won: UseReport[] = [];
    const verdicts = reports.map(report => {
      const redemption = judge(tickets.get(report.ticket), report, recorded.get(report.ticket));
      if (redemption.verdict === 'accepted') {
        won.push(report);
        recorded.set(report.ticket, report);
      }
      return redemption;
    });
    if (won.length > 0) yield* record(won, tickets);
    return verdicts;
  };
}

/** Makes the function whose body finds tickets, and keeps others from changing them until the transaction ends. */
function lockingFinder(backend: Backend): (numbers: readonly number[]) => Transaction<FoundTicket[]> {
  // If a row is locked, the statement waits and then reads the row as it is at that time.
  const locking = backend.forUpdate && `ORDER BY ticket.number ${backend.forUpdate} OF ticket`;
  const find = `
    SELECT ticket.number, ticket.id, ticket.cohort, ticket.holder, network, state, rotated_at, subject_kind, subject, stage,
      ticket.expires_at, receipt
    FROM ticket JOIN ticket_key ON ticket_key.id = ticket.key_id
    WHERE ticket.number ${backend.isListed('number', 'bigint')} ${locking}`;
  const lock = backend.lock('redemption', 'shared');
  return function* findLocked(numbers) {
    const list = numbers.map(number => ({ number }));
    if (!lock) return yield* forEach<FoundTicket>(find, list);
    const [, found] = yield* together<[object, FoundTicket]>(lock, { sql: find, list });
    return found;
  };
}

/**
 * Makes the function whose body finds the reports that redeemed tickets. Its statement begins after the rows of the tickets
 * were locked, so it sees every such report.
 */
function recordedFinder(backend: Backend): (tickets: readonly FoundTicket[]) => Transaction<Recorded[]> {
  const find = `
    SELECT ticket, form, outcome, model_precision, accepted_at, digest
    FROM receipt WHERE number ${backend.isListed('receipt', 'bigint')}`;
  return tickets =>
    forEach<Recorded>(
      find,
      tickets
        .filter(({ state }) => state === 'redeemed')
        .map(({ number, receipt }) => ({ receipt: receipt ?? number })),
    );
}

/**
 * Makes the function whose body stores the reports that were accepted: the states of their tickets, the reports, and the
 * counts.
 */
function recorder(backend: Backend) {
  const { set, where } = swap(ticketMachine, 'redeem');
  // If reports have numbers of their own, each names its ticket.
  const redeem = backend.appends
    ? `
    UPDATE ticket SET ${set}, receipt = listed.number
    FROM ${backend.rowsOf({ number: 'bigint', ticket: 'bigint' })}
    WHERE ticket.number = listed.ticket AND ${where}`
    : `
    UPDATE ticket SET ${set} WHERE number ${backend.isListed('ticket', 'bigint')} AND ${where}`;
  const names = Object.keys(receiptColumns).join(', ');
  const insert = `
    INSERT INTO receipt (number, ${names}) SELECT ${backend.appends ? 'number' : 'ticket'}, ${names}
    FROM ${backend.rowsOf({ ...(backend.appends && { number: 'bigint' }), ...receiptColumns })}`;
  const { release } = holderCounts(backend);
  const countReports = reportCounter(backend);
  return function* record(
    won: readonly UseReport[],
    tickets: ReadonlyMap<number, FoundTicket>,
  ): Transaction<void> {
    const reports = backend.appends ? yield* numbered(won) : won;
    yield* writeEach(redeem, backend.appends ? reports : won.map(({ ticket }) => ({ ticket })));
    yield* writeEach(insert, reports);
    const closed = won.map(report => tickets.get(report.ticket)!);
    yield* release(closed);
    yield* countReports(
      won.map((report, index) => ({
        cohort: closed[index]!.cohort,
        pageKind: closed[index]!.subject_kind,
        precision: (report.model_precision ?? 'compact') as ReportPrecision,
        outcome: report.outcome,
        reporter: closed[index]!.network ?? closed[index]!.holder,
        reports: 1,
      })),
    );
  };
}

/** Gives each new report the next free number. */
function* numbered(reports: readonly UseReport[]): Transaction<(UseReport & { number: number })[]> {
  const [found] = yield* rows<{ last: number | null }>('SELECT max(number) AS last FROM receipt');
  const first = (found?.last ?? 0) + 1;
  return reports.map((report, index) => ({ ...report, number: first + index }));
}
