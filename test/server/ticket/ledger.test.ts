/** Caps: the ledger agrees with a count through every ticket, for any history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Caps, Ledger, site } from '../../../server/ticket/ledger.ts';

const hour = 3600;
const names = ['a', 'b', 'c'];

interface Ticket {
  holder: string;
  at: number;
}

/** Counts through every ticket: who is at a cap. */
function counted(tickets: readonly Ticket[], holder: string, caps: Caps, at: number): string | undefined {
  const own = tickets.filter(ticket => ticket.holder === holder);
  const lately = (list: readonly Ticket[]) => list.filter(ticket => ticket.at > at - hour).length;
  if (own.length >= caps.open || lately(own) >= (caps.perHour ?? Infinity)) return 'holder';
  return lately(tickets) >= (caps.sitePerHour ?? Infinity) ? 'site' : undefined;
}

/** A ledger as the store would fill it: counts, and the times that it asks for. */
function ledgerOf(tickets: readonly Ticket[], wishes: readonly { holder: string; caps: Caps }[]): Ledger {
  const timesOf = (holder: string) =>
    tickets.filter(ticket => holder === '' || ticket.holder === holder).map(ticket => ticket.at);
  const count = (holder: string) => ({
    cohort: 'visitor' as const,
    holder,
    issued: timesOf(holder).length,
    open: timesOf(holder).length,
  });
  const ledger = new Ledger(['', ...names].map(count));
  for (const { holder, first, last } of ledger.decisive(
    wishes.map(wish => ({ ...wish, cohort: 'visitor' })),
  )) {
    const times = timesOf(holder).slice(first - 1, last);
    ledger.note(
      times.map((issued_at, index) => ({ cohort: 'visitor', holder, number: first + index, issued_at })),
    );
  }
  return ledger;
}

test('the ledger keeps every cap exactly, for any history and any batch', () => {
  const cap = fc.option(fc.nat(6), { nil: undefined });
  const ticket = fc.record({ holder: fc.constantFrom(...names), at: fc.nat(3 * hour) });
  const caps = fc
    .record({ open: fc.nat(12), perHour: cap, sitePerHour: cap })
    .map(({ open, perHour, sitePerHour }) => ({
      open,
      ...(perHour !== undefined && { perHour }),
      ...(sitePerHour !== undefined && { sitePerHour }),
    }));
  const history = fc.array(ticket, { maxLength: 12 }).map(list => list.sort((a, b) => a.at - b.at));
  const batch = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(history, batch, caps, fc.nat(hour), (past, holders, limits, later) => {
      const tickets = [...past];
      const at = (past.at(-1)?.at ?? 0) + later;
      const ledger = ledgerOf(
        past,
        holders.map(holder => ({ holder, caps: limits })),
      );
      for (const holder of holders) {
        const expected = counted(tickets, holder, limits, at);
        assert.equal(ledger.cappedBy({ cohort: 'visitor', holder }, limits, at), expected);
        if (expected !== undefined) continue;
        ledger.enter({ cohort: 'visitor', holder }, at);
        ledger.enter(site, at);
        tickets.push({ holder, at });
      }
    }),
    { numRuns: 2000 },
  );
});
