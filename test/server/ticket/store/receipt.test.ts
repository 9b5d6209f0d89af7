/** Receipts in the store: exactly one wins, and what won is answered again for ever. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore, type Store } from '../../../../server/store/store.ts';
import { newTicketKey } from '../../../../server/ticket/rule/key.ts';
import type { CountedCell } from '../../../../server/ticket/store/aggregate.ts';
import type { UseReport } from '../../../../server/ticket/store/receipt.ts';
import type { TicketRequest } from '../../../../server/ticket/store/ticket.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { freshDatabase } from '../../../support/postgres.ts';
import { onBothDatabases, openTestStore, start, type TestDatabase } from '../../../support/store.ts';
import { times } from '../../../support/times.ts';

const week = 7 * 24 * 3600;

interface Issued {
  id: string;
  ticket: number;
}

function report(issued: Issued, changes: Partial<UseReport> = {}): UseReport {
  return {
    ...issued,
    form: 'receipt',
    digest: 'sha256:one',
    accepted_at: start + 60,
    ...{ outcome: 'pass', model_id: 'model-1', model_precision: 'exact', task_class: 'coding.bug_fix' },
    ...{ tests_ran: 3, tests_passed: 3, input_tokens: 1_000_000_000_000, output_tokens: null },
    elapsed_milliseconds: 2678400000,
    ...changes,
  };
}

async function issue(
  store: Store,
  changes: Partial<TicketRequest> & { open?: number } = {},
): Promise<Issued> {
  const id = randomBytes(16).toString('base64url');
  const subject = { kind: 'starter', subject: 'solo@1.0.0' } as const;
  const { open = 1000, cohort = 'invited', holder = 'credential-1', ...rest } = changes;
  const limits = [{ cohort, holder, open }];
  const result = await store.tickets.issue({
    ...{ id, cohort, holder, network: null, ...subject, rule: null, stage: 'limited', at: start, limits },
    ...rest,
  });
  assert.ok('keyId' in result);
  return { id, ticket: result.number };
}

const cellsOf = (cells: readonly CountedCell[]) =>
  cells.map(({ cohort, pageKind, precision, outcome, reports }) =>
    [cohort, pageKind, precision, outcome, reports].join(' '),
  );

async function openTwo(context: TestContext, database: TestDatabase): Promise<[Store, Store]> {
  const place = await database.place();
  return [await openTestStore(context, place), await openTestStore(context, place)];
}

onBothDatabases('the receipt store', database => {
  test('accepts the first report on an open ticket', async context => {
    const store = await openTestStore(context, await database.place());
    assert.deepEqual(await store.receipts.redeem(report(await issue(store))), {
      verdict: 'accepted',
      accepted: {
        ...{ subjectKind: 'starter', subject: 'solo@1.0.0', cohort: 'invited', stage: 'limited' },
        ...{ form: 'receipt', outcome: 'pass', modelPrecision: 'exact' },
        acceptedAt: start + 60,
        digest: 'sha256:one',
      },
    });
  });

  test('answers the same report as before, also long after the ticket would have expired', async context => {
    const place = await database.place();
    const store = await openTestStore(context, place);
    const id = await issue(store);
    const first = await store.receipts.redeem(report(id));
    const other = await openTestStore(context, place);
    const again = await other.receipts.redeem(report(id, { accepted_at: start + 2 * week }));
    assert.deepEqual(again, { ...first, verdict: 'replayed' });
  });

  test('refuses another report on the same ticket, and another form of it', async context => {
    const store = await openTestStore(context, await database.place());
    const id = await issue(store);
    await store.receipts.redeem(report(id));
    for (const changes of [{ digest: 'sha256:two' }, { form: 'compact' }] as const)
      assert.deepEqual(await store.receipts.redeem(report(id, changes)), { verdict: 'differs' });
  });

  test('takes a report up to the last second, and none after it', async context => {
    const store = await openTestStore(context, await database.place());
    const [one, two] = [await issue(store), await issue(store)];
    assert.equal(
      (await store.receipts.redeem(report(one, { accepted_at: start + week - 1 }))).verdict,
      'accepted',
    );
    assert.deepEqual(await store.receipts.redeem(report(two, { accepted_at: start + week })), {
      verdict: 'expired',
    });
    assert.deepEqual(await store.receipts.redeem(report(two, { accepted_at: start })), {
      verdict: 'expired',
    });
    assert.deepEqual(
      (await store.aggregates()).map(({ precision, outcome, reports }) => [precision, outcome, reports]),
      [
        ['exact', 'pass', 1],
        ['none', 'abandoned', 1],
      ],
    );
  });

  test('knows no ticket that it did not issue', async context => {
    const store = await openTestStore(context, await database.place());
    const issued = await issue(store);
    for (const stranger of [
      { id: 'nobody', ticket: 1 },
      { ...issued, id: 'nobody' },
      { ...issued, ticket: issued.ticket + 1 },
    ])
      assert.deepEqual(await store.receipts.redeem(report(stranger)), { verdict: 'unknown' });
  });

  test('refuses tickets of a rotated key, redeemed ones too', async context => {
    const store = await openTestStore(context, await database.place());
    const [one, two] = [await issue(store), await issue(store)];
    await store.receipts.redeem(report(one));
    await store.keys.rotate({ id: 'next', ticketSecret: 'AA==', networkSecret: 'AA==' }, start + 90);
    for (const id of [one, two])
      assert.deepEqual(await store.receipts.redeem(report(id)), { verdict: 'void' });
  });

  test('lets exactly one of 64 simultaneous different reports win, over two connections', async context => {
    const stores = await openTwo(context, database);
    const id = await issue(stores[0]);
    const results = await Promise.all(
      times(64, index => stores[index % 2]!.receipts.redeem(report(id, { digest: `sha256:${index}` }))),
    );
    const verdicts = results.map(({ verdict }) => verdict);
    assert.equal(verdicts.filter(verdict => verdict === 'accepted').length, 1);
    assert.equal(verdicts.filter(verdict => verdict === 'differs').length, 63);
  });

  test('answers 64 simultaneous identical reports the same way: one acceptance, 63 repeats', async context => {
    const stores = await openTwo(context, database);
    const id = await issue(stores[0]);
    const results = await Promise.all(times(64, index => stores[index % 2]!.receipts.redeem(report(id))));
    const accepted = new Set(results.map(result => JSON.stringify('accepted' in result && result.accepted)));
    assert.equal(accepted.size, 1);
    assert.equal(results.filter(({ verdict }) => verdict === 'accepted').length, 1);
    assert.deepEqual(
      (await stores[0].aggregates()).map(cell => cell.reports),
      [1],
    );
  });

  test('frees a place under the cap for each report', async context => {
    const store = await openTestStore(context, await database.place());
    const open = 2;
    const [id] = [await issue(store, { open }), await issue(store, { open })];
    await assert.rejects(issue(store, { open }));
    await store.receipts.redeem(report(id!));
    await issue(store, { open });
    await assert.rejects(issue(store, { open }));
  });

  test('ends each ticket once, however redemption, expiry and rotation meet', async context => {
    const stores = await openTwo(context, database);
    const issueAll = (at: number) => Promise.all(times(60, () => issue(stores[0], { at })));
    const tickets = [...(await issueAll(start)), ...(await issueAll(start + week))];
    const at = start + week + 1;
    const next = { id: 'next', ticketSecret: 'AA==', networkSecret: 'AA==' };
    const reports = tickets.flatMap(each =>
      times(2, index => report(each, { accepted_at: at, digest: `${index}` })),
    );
    const redemptions = reports.map((each, index) => stores[index % 2]!.receipts.redeem(each));
    const [, voided] = await Promise.all([stores[1].tickets.expireDue(at), stores[0].keys.rotate(next, at)]);
    const accepted = (await Promise.all(redemptions)).filter(({ verdict }) => verdict === 'accepted');
    const counts = new Map((await stores[0].aggregates()).map(cell => [cell.outcome, cell.reports]));
    assert.equal(counts.get('abandoned'), 60);
    assert.equal(counts.get('pass') ?? 0, accepted.length);
    assert.equal(accepted.length + voided, 60);
    await issue(stores[0], { at, open: 1 });
    await assert.rejects(issue(stores[0], { at, open: 1 }), 'no other ticket counts as open');
  });

  test('counts reports by cohort, page kind, precision and outcome, and compact ones apart', async context => {
    const store = await openTestStore(context, await database.place());
    const compact = {
      form: 'compact',
      outcome: 'worked',
      model_id: null,
      model_precision: null,
      task_class: null,
    } as const;
    const redeem = async (request: Partial<TicketRequest>, changes: Partial<UseReport>) =>
      store.receipts.redeem(report(await issue(store, request), changes));
    await redeem({}, {});
    await redeem({}, {});
    await redeem({}, { model_precision: 'family' });
    await redeem({ kind: 'pattern' }, { outcome: 'abandoned' });
    await redeem({ cohort: 'visitor', rule: 'browser' }, compact);
    assert.deepEqual(cellsOf(await store.aggregates()), [
      'invited pattern exact abandoned 1',
      'invited starter exact pass 2',
      'invited starter family pass 1',
      'visitor starter compact worked 1',
    ]);
  });

  test('spares the others of a batch when one of them cannot be recorded', async context => {
    const store = await openTestStore(context, await database.place());
    const ids = await Promise.all(times(3, () => issue(store)));
    const bad = { outcome: null as unknown as string };
    const results = await Promise.allSettled(
      ids.map((id, index) => store.receipts.redeem(report(id, index === 1 ? bad : {}))),
    );
    assert.deepEqual(
      results.map(result => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal((await store.receipts.redeem(report(ids[1]!))).verdict, 'accepted');
  });
});

test('on PostgreSQL, plans that were made while tables were empty read no table through once they have grown', async context => {
  const databaseUrl = await freshDatabase();
  const store = await openStore({ dataDir: temporaryFolder(), databaseUrl, ticketTimeout: 60_000 }, start);
  await store.keys.ensure(newTicketKey(randomBytes), start);
  await store.receipts.redeem(report(await issue(store)));
  const grown = 3000;
  const issued = await Promise.all(times(grown, index => issue(store, { holder: `credential-${index}` })));
  const redeemed = 50;
  for (const each of issued.slice(0, redeemed)) await store.receipts.redeem(report(each));
  // What a connection has read is counted at the latest as it closes.
  await store.close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  context.after(() => client.end());
  const { rows } = await client.query(
    `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_user_tables
     WHERE relname IN ('ticket', 'ticket_holder', 'ticket_key', 'receipt', 'report_count')`,
  );
  const { read } = rows[0] as { read: number };
  assert.ok(read > redeemed, 'Nothing was counted.');
  // A few for each ticket; with plans that read through tables, it was each of the 3000 for each of the 50.
  assert.ok(read < 10 * grown, `${read} rows were read.`);
});
