/** A clock that was ahead: what it counted keeps nobody from tickets afterwards. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { listen } from '../../../../server/support/diagnostics.ts';
import type { Limit } from '../../../../server/ticket/rule/ledger.ts';
import type { TicketRequest, TicketResult } from '../../../../server/ticket/store/ticket.ts';
import { onBothDatabases, openTestStore, start } from '../../../support/store.ts';

const week = 7 * 24 * 3600;

interface Wish {
  holder?: string;
  at?: number;
  caps?: { open: number; perHour: number; sitePerHour: number };
}

function visitor({ holder = 'client-1', at = start, caps }: Wish = {}): TicketRequest {
  const { open = 5, perHour = 10, sitePerHour = 1000 } = caps ?? {};
  const limits: Limit[] = [
    { cohort: 'visitor', holder, open, perHour },
    { cohort: 'visitor', holder: '', perHour: sitePerHour },
  ];
  return {
    id: randomBytes(16).toString('base64url'),
    ...{ cohort: 'visitor', holder, network: `${holder}-network`, rule: 'bare_library' },
    ...{ kind: 'pattern', subject: 'gate', stage: 'limited', at, limits },
  };
}

const capped = (holder: string): TicketResult => ({ cappedBy: { cohort: 'visitor', holder } });
const granted = (results: readonly TicketResult[]) => results.filter(result => 'keyId' in result).length;

onBothDatabases('the ticket store', database => {
  test('drops what a clock that was ahead has counted, and issues as before', async context => {
    const store = await openTestStore(context, await database.place());
    const caps = { open: 3, perHour: 2, sitePerHour: 3 };
    const from = (holder: string, at: number) => store.tickets.issue(visitor({ holder, caps, at }));
    const ahead = start + 30 * 24 * 3600;
    assert.equal(granted([await from('one', start)]), 1);
    assert.equal(granted([await from('one', ahead), await from('one', ahead), await from('two', ahead)]), 3);
    const told: { tickets: number; counts: number }[] = [];
    listen('ahead', message => told.push(message));
    const back = await from('one', start + 10);
    assert.ok('issuedAt' in back);
    assert.equal(back.issuedAt, start + 10);
    assert.equal(told.length, 1);
    assert.equal(told[0]!.tickets, 3);
    assert.ok(told[0]!.counts >= 2);
    assert.equal(granted([await from('three', start + 7200), await from('two', start + 7200)]), 2);
    assert.deepEqual((await store.tickets.expireDue(start + week)) > 0, true);
  });

  test('expires what is issued after a clock was ahead by weeks', async context => {
    const store = await openTestStore(context, await database.place());
    const ahead = start + 60 * 24 * 3600;
    await store.tickets.issue(visitor({ at: ahead }));
    assert.equal(await store.tickets.expireDue(ahead + week), 1);
    await store.tickets.issue(visitor());
    assert.equal(await store.tickets.expireDue(start + week), 1);
  });

  test('takes clocks that differ by less than five minutes as they are', async context => {
    const store = await openTestStore(context, await database.place());
    const caps = { open: 5, perHour: 1, sitePerHour: 3 };
    assert.equal(granted([await store.tickets.issue(visitor({ caps, at: start + 290 }))]), 1);
    assert.deepEqual(await store.tickets.issue(visitor({ caps, at: start })), capped('client-1'));
  });
});
