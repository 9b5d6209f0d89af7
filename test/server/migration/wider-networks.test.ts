/** The migration to wider networks: what an older version counted continues to count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limit } from '../../../server/ticket/ledger.ts';
import type { UseReport } from '../../../server/ticket-store/receipt.ts';
import type { TicketRequest } from '../../../server/ticket-store/ticket.ts';
import { insertion, makeLayout } from '../../support/layout.ts';
import { onBothDatabases, openTestStore, start } from '../../support/store.ts';

const perSecond = 1_000_000;
const week = 7 * 24 * 3600;

interface OldTicket {
  /** Seconds before now, and the place among the tickets of that second. */
  ago: number;
  place?: number;
  holder: string;
  holderNumber: number;
  siteNumber: number;
  state: 'open' | 'redeemed' | 'expired';
  model?: 'exact' | 'family' | null;
  outcome?: string;
}

const numberOf = ({ ago, place = 0 }: OldTicket) => (start - ago) * perSecond + place;

function rowsOf(ticket: OldTicket): string[] {
  const number = numberOf(ticket);
  const issued = start - ticket.ago;
  const rows = [
    insertion('ticket', {
      ...{ number, id: `id-${number}`, key_id: 'key', cohort: 'visitor', holder: ticket.holder },
      ...{ holder_number: ticket.holderNumber, site_number: ticket.siteNumber, rule: 'bare_library' },
      ...{ subject_kind: 'pattern', subject: 'gate', stage: 'limited', issued_at: issued },
      ...{ expires_at: issued + week, state: ticket.state },
    }),
  ];
  const { model = 'exact', outcome = 'pass' } = ticket;
  if (ticket.state === 'redeemed')
    rows.push(
      insertion('receipt', {
        ...{ number, ticket: number, form: model ? 'receipt' : 'compact', digest: 'sha256:one' },
        ...{ accepted_at: issued + 1, outcome, model_precision: model },
      }),
    );
  return rows;
}

const history: OldTicket[] = [
  { ago: week + 9, holder: 'b', holderNumber: 1, siteNumber: 1, state: 'expired' },
  { ago: 5000, holder: 'a', holderNumber: 1, siteNumber: 2, state: 'redeemed' },
  { ago: 3599, holder: 'a', holderNumber: 2, siteNumber: 3, state: 'redeemed' },
  { ago: 60, holder: 'a', holderNumber: 3, siteNumber: 4, state: 'redeemed', model: 'family' },
  { ago: 60, place: 1, holder: 'b', holderNumber: 2, siteNumber: 5, state: 'redeemed' },
  { ago: 0, holder: 'a', holderNumber: 4, siteNumber: 6, state: 'open' },
];

const before = [
  insertion('ticket_key', { id: 'key', ticket_secret: 'AA==', network_secret: 'AA==', created_at: 0 }),
  ...history.flatMap(rowsOf),
  insertion('ticket_holder', { cohort: 'visitor', holder: 'a', issued: 4, open: 1 }),
  insertion('ticket_holder', { cohort: 'visitor', holder: 'b', issued: 2, open: 0 }),
  insertion('ticket_holder', { cohort: 'visitor', holder: '', issued: 6, open: 0 }),
  `UPDATE ticket_swept SET through = ${numberOf(history[0]!)}`,
  insertion('report_count', {
    ...{ cohort: 'visitor', page_kind: 'pattern', precision: 'exact', outcome: 'pass', part: 3, reports: 3 },
  }),
];

const request = (limits: Limit[], at = start): TicketRequest => ({
  ...{
    id: `new-${at}-${Math.random()}`,
    cohort: 'visitor',
    holder: 'a',
    network: 'wide',
    rule: 'bare_library',
  },
  ...{ kind: 'pattern', subject: 'gate', stage: 'limited', at, limits },
});

const limit = (holder: string, perHour: number): Limit => ({ cohort: 'visitor', holder, perHour });

onBothDatabases('a database from before wider networks', database => {
  const opened = async (context: Parameters<typeof openTestStore>[0]) => {
    const place = await database.emptyPlace();
    await makeLayout(place, 8, before);
    return openTestStore(context, place);
  };

  test('keeps the caps of the hour that is under way', async context => {
    const store = await opened(context);
    const isCapped = async (one: Limit, at: number) =>
      'cappedBy' in (await store.tickets.issue(request([one], at)));
    // Three of `a` and four of all within the hour, of which one each ends its hour in a second.
    assert.equal(await isCapped(limit('a', 3), start), true);
    assert.equal(await isCapped(limit('', 4), start), true);
    assert.equal(await isCapped(limit('', 4), start + 1), false);
    assert.equal(await isCapped(limit('a', 3), start + 1), false);
    assert.equal(await isCapped(limit('a', 3), start + 1), true);
  });

  test('keeps every count of reports, now by the client that reported', async context => {
    const store = await opened(context);
    const cell = { cohort: 'visitor', pageKind: 'pattern', reporters: 1, largest: 1, reports: 1 };
    assert.deepEqual(await store.aggregates(), [
      { ...cell, precision: 'exact', outcome: 'pass', reports: 3, reporters: 2, largest: 2 },
      { ...cell, precision: 'family', outcome: 'pass' },
      { ...cell, precision: 'none', outcome: 'abandoned' },
    ]);
  });

  test('takes reports on its open tickets, and answers those that were accepted', async context => {
    const store = await opened(context);
    const report = (ticket: OldTicket, accepted_at: number): UseReport => ({
      ...{ id: `id-${numberOf(ticket)}`, ticket: numberOf(ticket), form: 'receipt', digest: 'sha256:one' },
      ...{
        accepted_at,
        outcome: 'pass',
        model_id: 'model-1',
        model_precision: 'exact',
        task_class: 'coding.x',
      },
      ...{
        tests_ran: 1,
        tests_passed: 1,
        input_tokens: null,
        output_tokens: null,
        elapsed_milliseconds: null,
      },
    });
    const verdicts = [history[5]!, history[5]!, history[1]!].map(
      async ticket => (await store.receipts.redeem(report(ticket, start + 5))).verdict,
    );
    assert.deepEqual(await Promise.all(verdicts), ['accepted', 'replayed', 'replayed']);
    const [exact] = await store.aggregates();
    assert.deepEqual([exact!.reports, exact!.reporters, exact!.largest], [4, 2, 3]);
  });
});
