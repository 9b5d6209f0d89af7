/** Tickets in the store: caps that hold exactly, and time that runs out. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openDatabase } from '../../../../server/store/database/database.ts';
import type { Limit } from '../../../../server/ticket/rule/ledger.ts';
import type { TicketRequest, TicketResult } from '../../../../server/ticket/store/ticket.ts';
import { onBothDatabases, openTestStore, start } from '../../../support/store.ts';
import { times } from '../../../support/times.ts';

const week = 7 * 24 * 3600;

function request(changes: Partial<TicketRequest> & { open?: number } = {}): TicketRequest {
  const { open = 20, ...rest } = changes;
  const cohort = rest.cohort ?? 'invited';
  const holder = rest.holder ?? 'credential-1';
  return {
    id: randomBytes(16).toString('base64url'),
    ...{ cohort, holder, network: null },
    ...{ rule: null, kind: 'pattern', subject: 'gate', stage: 'limited', at: start },
    limits: [{ cohort, holder, open }],
    ...rest,
  };
}

/** The caps of a visitor, its network, those of its rule, and all. */
interface VisitorCaps {
  open?: number;
  perHour?: number;
  networkPerHour?: number;
  rulePerHour?: number;
  sitePerHour?: number;
}

function visitor(changes: Partial<TicketRequest> & { caps?: VisitorCaps } = {}): TicketRequest {
  const { caps = { open: 5, perHour: 10, sitePerHour: 1000 }, ...rest } = changes;
  const { holder = 'client-1', network = 'network-1', rule = 'bare_library' } = rest;
  const cohort = 'visitor';
  const limit = (of: string, perHour: number | undefined, open?: number): Limit => ({
    ...{ cohort, holder: of },
    ...(open !== undefined && { open }),
    ...(perHour !== undefined && { perHour }),
  });
  const limits = [
    limit(holder, caps.perHour, caps.open),
    limit(network!, caps.networkPerHour),
    limit(`rule:${rule}`, caps.rulePerHour),
    limit('', caps.sitePerHour),
  ];
  return request({ cohort, holder, network, rule, limits, ...rest });
}

const capped = (holder: string): TicketResult => ({ cappedBy: { cohort: 'visitor', holder } });
const granted = (results: readonly TicketResult[]) => results.filter(result => 'keyId' in result).length;
onBothDatabases('the ticket store', database => {
  test('results a ticket for seven days under the key in force', async context => {
    const store = await openTestStore(context, await database.place());
    const result = await store.tickets.issue(request());
    const { inForce } = await store.keys.read();
    assert.deepEqual(result, {
      number: start * 1_000_000,
      keyId: inForce!.id,
      issuedAt: start,
      expiresAt: start + week,
    });
  });

  test('numbers tickets in the order of time, which never goes back', async context => {
    const store = await openTestStore(context, await database.place());
    const at = async (second: number) => {
      const result = await store.tickets.issue(request({ at: start + second }));
      assert.ok('number' in result);
      return [result.number - start * 1_000_000, result.issuedAt - start];
    };
    assert.deepEqual(
      [await at(5), await at(5), await at(3), await at(6)],
      [
        [5_000_000, 5],
        [5_000_001, 5],
        [5_000_002, 5],
        [6_000_000, 6],
      ],
    );
  });

  test('grants 20 of 30 simultaneous requests of one credential, in one process', async context => {
    const store = await openTestStore(context, await database.place());
    const results = await Promise.all(times(30, () => store.tickets.issue(request())));
    assert.equal(granted(results), 20);
    assert.deepEqual(results.at(-1), { cappedBy: { cohort: 'invited', holder: 'credential-1' } });
  });

  test('grants 20 of 60 requests of one credential through three connections at once', async context => {
    const place = await database.place();
    const stores = await Promise.all(times(3, () => openTestStore(context, place)));
    const results = await Promise.all(times(60, index => stores[index % 3]!.tickets.issue(request())));
    assert.equal(granted(results), 20);
  });

  test('results another once a ticket expired, and not a second sooner', async context => {
    const store = await openTestStore(context, await database.place());
    await store.tickets.issue(request());
    await Promise.all(times(19, () => store.tickets.issue(request({ at: start + 60 }))));
    assert.deepEqual(await store.tickets.issue(request({ at: start + week - 1 })), {
      cappedBy: { cohort: 'invited', holder: 'credential-1' },
    });
    const later = times(2, () => store.tickets.issue(request({ at: start + week })));
    assert.equal(granted(await Promise.all(later)), 1);
  });

  test('counts each holder apart', async context => {
    const store = await openTestStore(context, await database.place());
    const requests = times(50, index => store.tickets.issue(request({ holder: `credential-${index % 2}` })));
    assert.equal(granted(await Promise.all(requests)), 40);
  });

  test('keeps a visitor to so many open tickets', async context => {
    const store = await openTestStore(context, await database.place());
    assert.equal(granted(await Promise.all(times(8, () => store.tickets.issue(visitor())))), 5);
  });

  test('limits a visitor to so many tickets within any hour, even if they were used or expired', async context => {
    const store = await openTestStore(context, await database.place());
    const caps = { open: 100, perHour: 3, sitePerHour: 1000 };
    const at = (second: number) => store.tickets.issue(visitor({ caps, at: start + second }));
    assert.equal(granted([await at(0), await at(1800), await at(1801), await at(1802)]), 3);
    assert.deepEqual(await at(3599), capped('client-1'));
    assert.equal(granted([await at(3600)]), 1);
    assert.deepEqual(await at(3601), capped('client-1'));
    assert.equal(granted(await Promise.all([at(5401), at(5401), at(5401)])), 2);
  });

  test('keeps all visitors together to so many within any hour', async context => {
    const store = await openTestStore(context, await database.place());
    const caps = { open: 5, perHour: 10, sitePerHour: 7 };
    const from = (index: number, at = start) =>
      store.tickets.issue(visitor({ holder: `client-${index}`, caps, at }));
    const results = await Promise.all(times(12, index => from(index)));
    assert.equal(granted(results), 7);
    assert.deepEqual(results.at(-1), capped(''));
    assert.equal(granted(await Promise.all(times(9, index => from(index, start + 3600)))), 7);
  });

  test('keeps a wider network to so many within any hour, however many clients it has', async context => {
    const store = await openTestStore(context, await database.place());
    const caps = { open: 5, perHour: 10, networkPerHour: 7, sitePerHour: 1000 };
    const from = (index: number, network: string, at = start) =>
      store.tickets.issue(visitor({ holder: `client-${network}-${index}`, network, caps, at }));
    const results = await Promise.all(times(12, index => from(index, 'one')));
    assert.equal(granted(results), 7);
    assert.deepEqual(results.at(-1), capped('one'));
    assert.equal(granted(await Promise.all(times(12, index => from(index, 'two')))), 7);
    assert.deepEqual(await from(20, 'one', start + 3599), capped('one'));
    assert.equal(granted(await Promise.all(times(9, index => from(index, 'one', start + 3600)))), 7);
  });

  test('keeps the visitors of one rule to so many within any hour, and leaves the rest to others', async context => {
    const store = await openTestStore(context, await database.place());
    const caps = { open: 5, perHour: 10, networkPerHour: 60, rulePerHour: 6, sitePerHour: 10 };
    const from = (index: number, rule: string, at = start) =>
      store.tickets.issue(
        visitor({ holder: `client-${rule}-${index}`, network: `network-${rule}-${index}`, rule, caps, at }),
      );
    const results = await Promise.all(times(12, index => from(index, 'bare_library')));
    assert.equal(granted(results), 6);
    assert.deepEqual(results.at(-1), capped('rule:bare_library'));
    const others = await Promise.all(times(12, index => from(index, 'coding_agent')));
    assert.equal(granted(others), 4);
    assert.deepEqual(others.at(-1), capped(''));
    assert.deepEqual(await from(20, 'bare_library', start + 3599), capped('rule:bare_library'));
    assert.equal(granted([await from(20, 'bare_library', start + 3600)]), 1);
  });

  test('keeps all of these through three connections at once', async context => {
    const place = await database.place();
    const stores = await Promise.all(times(3, () => openTestStore(context, place)));
    const caps = { open: 5, perHour: 10, networkPerHour: 8, rulePerHour: 20, sitePerHour: 30 };
    const results = await Promise.all(
      times(180, index => {
        const [holder, network] = [`client-${index % 45}`, `network-${index % 9}`];
        const rule = ['bare_library', 'coding_agent'][index % 2]!;
        return stores[index % 3]!.tickets.issue(visitor({ holder, network, rule, caps }));
      }),
    );
    assert.equal(granted(results), 30);
  });

  test('counts an hour through by its seconds, and keeps no longer what it counts by', async context => {
    const place = await database.place();
    const store = await openTestStore(context, place);
    const caps = { open: 100, perHour: 100, networkPerHour: 3, sitePerHour: 1000 };
    const at = (second: number) => store.tickets.issue(visitor({ caps, at: start + second }));
    for (const second of [0, 0, 10]) assert.equal(granted([await at(second)]), 1);
    assert.deepEqual(await at(3599), capped('network-1'));
    assert.equal(granted(await Promise.all([at(3600), at(3600), at(3600)])), 2);
    await store.tickets.expireDue(start + 3600);
    const backend = await openDatabase(place, start);
    context.after(() => backend.close());
    const marks = await backend.survey<{ at: number; issued_before: number }>(
      `SELECT at, issued_before FROM ticket_mark WHERE holder = 'network-1' ORDER BY at`,
    );
    assert.deepEqual(
      marks.map(mark => [mark.at - start, mark.issued_before]),
      [[10, 2]],
    );
    assert.deepEqual(await at(3609), capped('network-1'));
    assert.equal(granted(await Promise.all([at(3610), at(3610)])), 1);
  });

  test('does not count credentials against the cap of all visitors', async context => {
    const store = await openTestStore(context, await database.place());
    await Promise.all(times(10, () => store.tickets.issue(request())));
    const caps = { open: 5, perHour: 10, sitePerHour: 1 };
    assert.equal(granted([await store.tickets.issue(visitor({ caps }))]), 1);
  });

  test('takes a cap of nothing at its word', async context => {
    const store = await openTestStore(context, await database.place());
    for (const caps of [{ open: 0 }, { open: 5, perHour: 0 }, { open: 5, sitePerHour: 0 }])
      assert.equal(granted([await store.tickets.issue(visitor({ caps }))]), 0);
  });

  test('follows caps that are raised and lowered', async context => {
    const store = await openTestStore(context, await database.place());
    const ask = (perHour: number) => store.tickets.issue(visitor({ caps: { open: 100, perHour } }));
    assert.equal(granted(await Promise.all(times(4, () => ask(2)))), 2);
    assert.equal(granted(await Promise.all(times(4, () => ask(5)))), 3);
    assert.equal(granted([await ask(1)]), 0);
  });

  test('counts a ticket that expired as abandoned, once', async context => {
    const store = await openTestStore(context, await database.place());
    await store.tickets.issue(request());
    await store.tickets.issue(visitor());
    assert.equal(await store.tickets.expireDue(start + week - 1), 0);
    assert.equal(await store.tickets.expireDue(start + week), 2);
    assert.equal(await store.tickets.expireDue(start + week), 0);
    const count = { reports: 1, reporters: 1, largest: 1 };
    const abandoned = { pageKind: 'pattern', precision: 'none', outcome: 'abandoned', ...count };
    assert.deepEqual(await store.aggregates(), [
      { cohort: 'invited', ...abandoned },
      { cohort: 'visitor', ...abandoned },
    ]);
  });

  test('makes open tickets void when the key is rotated: they no longer count, neither as open nor as abandoned', async context => {
    const store = await openTestStore(context, await database.place());
    await Promise.all(times(20, () => store.tickets.issue(request())));
    const next = { id: 'next', ticketSecret: 'AA==', networkSecret: 'AA==' };
    assert.equal(await store.keys.rotate(next, start + 1), 20);
    assert.deepEqual((await store.keys.read()).inForce, next);
    assert.equal((await store.keys.read()).rotated.length, 1);
    const again = await Promise.all(times(21, () => store.tickets.issue(request())));
    assert.equal(granted(again), 20);
    assert.ok('keyId' in again[0]! && again[0].keyId === 'next');
    await store.tickets.expireDue(start + week);
    assert.deepEqual(
      (await store.aggregates()).map(cell => cell.reports),
      [20],
    );
  });

  test('forgets networks when the key is rotated, but not what a rule and all visitors were given', async context => {
    const store = await openTestStore(context, await database.place());
    const caps = { open: 9, perHour: 9, networkPerHour: 3, rulePerHour: 5, sitePerHour: 7 };
    const ask = (network: string, rule: string, at = start) =>
      store.tickets.issue(visitor({ holder: `of-${network}`, network, rule, caps, at }));
    const three = (network: string, rule: string) => Promise.all(times(4, () => ask(network, rule)));
    assert.equal(granted(await three('one', 'bare_library')), 3);
    await store.keys.rotate({ id: 'next', ticketSecret: 'AA==', networkSecret: 'AA==' }, start);
    const again = await three('one', 'bare_library');
    assert.equal(granted(again), 2);
    assert.deepEqual(again.at(-1), capped('rule:bare_library'));
    const others = await three('two', 'coding_agent');
    assert.equal(granted(others), 2);
    assert.deepEqual(others.at(-1), capped(''));
    assert.equal(granted([await ask('one', 'bare_library', start + 3600)]), 1);
  });

  test('leaves no other secret behind than the one in force', async context => {
    const place = await database.place();
    const store = await openTestStore(context, place);
    const before = (await store.keys.read()).inForce!;
    await store.keys.rotate({ id: 'next', ticketSecret: 'AA==', networkSecret: 'AA==' }, start);
    assert.ok(!JSON.stringify(await store.keys.read()).includes(before.ticketSecret));
  });
});
