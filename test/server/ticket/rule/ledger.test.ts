/** Caps: the ledger agrees with a count through every ticket, for any history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hour, Ledger, type Limit, type Mark } from '../../../../server/ticket/rule/ledger.ts';

/** Clients in two networks. */
const clients = ['a1', 'a2', 'b1'];
const networkOf = (client: string) => `network-${client[0]}`;
const everyone = ['a1', 'a2', 'b1', 'network-a', 'network-b', 'rule:any', ''];

interface Ticket {
  client: string;
  at: number;
}

interface Caps {
  open?: number | undefined;
  perHour?: number | undefined;
  perNetwork?: number | undefined;
  perRule?: number | undefined;
  perSite?: number | undefined;
}

const cohort = 'visitor';
const limit = (holder: string, perHour?: number, open?: number): Limit => ({
  ...{ cohort, holder },
  ...(perHour !== undefined && { perHour }),
  ...(open !== undefined && { open }),
});

const limitsOf = (client: string, caps: Caps): Limit[] => [
  limit(client, caps.perHour, caps.open),
  limit(networkOf(client), caps.perNetwork),
  limit('rule:any', caps.perRule),
  limit('', caps.perSite),
];

/** Whether a ticket of a client counts for a holder. */
const counts = (holder: string) => (ticket: Ticket) =>
  holder === '' || holder === 'rule:any' || holder === ticket.client || holder === networkOf(ticket.client);

/** Counts through every ticket: who is at a cap first. */
function counted(tickets: readonly Ticket[], limits: readonly Limit[], at: number): string | undefined {
  return limits.find(({ holder, open = Infinity, perHour = Infinity }) => {
    const own = tickets.filter(counts(holder));
    return own.length >= open || own.filter(ticket => ticket.at > at - hour).length >= perHour;
  })?.holder;
}

/** The marks of a holder, the latest at the end. */
function marksOf(tickets: readonly Ticket[], holder: string): Mark[] {
  const own = tickets.filter(counts(holder));
  return [...new Set(own.map(ticket => ticket.at))].map(at => ({
    ...{ cohort, holder, at },
    issued_before: own.filter(ticket => ticket.at < at).length,
  }));
}

/** A ledger as the store would fill it: counts, and the marks that it asks for. */
function ledgerOf(
  tickets: readonly Ticket[],
  requests: readonly Limit[][],
  first: number,
  last: number,
): Ledger {
  const of = (holder: string) => tickets.filter(counts(holder));
  const ledger = new Ledger(
    everyone.map(holder => {
      const latest = marksOf(tickets, holder).at(-1);
      return {
        ...{ cohort, holder, issued: of(holder).length, open: of(holder).length },
        ...{ marked_at: latest?.at ?? null, marked_before: latest?.issued_before ?? null },
      };
    }),
  );
  for (const range of ledger.decisive(requests, first, last)) {
    const earlier = marksOf(tickets, range.holder).slice(0, -1);
    const later = earlier.filter(({ at }) => at > range.first);
    const next = later.find(({ at }) => at > range.last);
    // In any order.
    ledger.note(later.filter(mark => mark.at <= range.last || mark === next).reverse());
  }
  return ledger;
}

test('the ledger keeps every cap exactly, for any history and any batch', () => {
  const cap = fc.option(fc.nat(6), { nil: undefined });
  const ticket = fc.record({ client: fc.constantFrom(...clients), at: fc.nat(3 * hour) });
  const caps = fc.record({
    open: fc.option(fc.nat(12), { nil: undefined }),
    ...{ perHour: cap, perNetwork: cap, perRule: cap, perSite: cap },
  });
  const history = fc.array(ticket, { maxLength: 12 }).map(list => list.sort((a, b) => a.at - b.at));
  const request = fc.record({
    client: fc.constantFrom(...clients),
    after: fc.constantFrom(0, 0, 0, 1, hour / 2),
  });
  const batch = fc.array(request, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(history, batch, caps, fc.nat(hour), (past, requests, limits, later) => {
      const tickets = [...past];
      let at = (past.at(-1)?.at ?? 0) + later;
      const end = requests.reduce((sum, { after }) => sum + after, at);
      const wished = requests.map(({ client }) => limitsOf(client, limits));
      const ledger = ledgerOf(past, wished, at, end);
      for (const [index, { client, after }] of requests.entries()) {
        at += after;
        const expected = counted(tickets, wished[index]!, at);
        assert.equal(ledger.cappedBy(wished[index]!, at)?.holder, expected);
        if (expected !== undefined) continue;
        ledger.enter(wished[index]!, at);
        tickets.push({ client, at });
      }
    }),
    { numRuns: 3000 },
  );
});
