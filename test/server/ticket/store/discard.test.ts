/** Reports that operators discard: moved once, counted on, and answered as before. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Store } from '../../../../server/store/store.ts';
import type { ReportFilter } from '../../../../server/ticket/store/discard.ts';
import type { UseReport } from '../../../../server/ticket/store/receipt.ts';
import { onBothDatabases, openTestStore, start } from '../../../support/store.ts';
import { times } from '../../../support/times.ts';

interface Sender {
  cohort?: 'visitor' | 'invited';
  client: string;
  network?: string | null;
  rule?: string | null;
  at?: number;
  compact?: boolean;
  outcome?: string;
}

/** Issues a ticket to a sender and redeems it; returns the report, to be sent again. */
async function send(store: Store, sender: Sender): Promise<UseReport> {
  const { cohort = 'visitor', client, network = null, rule = null, at = start, compact = false } = sender;
  const { outcome = compact ? 'worked' : 'pass' } = sender;
  const id = randomBytes(16).toString('base64url');
  const grant = await store.tickets.issue({
    ...{ id, cohort, holder: client, network, rule, kind: 'pattern', subject: 'gate', stage: 'limited', at },
    limits: [{ cohort, holder: client, open: 100_000 }],
  });
  assert.ok('number' in grant);
  const numbers = { tests_ran: 1, tests_passed: 1, input_tokens: null, output_tokens: null };
  const report: UseReport = {
    ...{ id, ticket: grant.number, form: compact ? 'compact' : 'receipt', digest: `sha256:${id}` },
    ...{ accepted_at: at, outcome, model_id: null, model_precision: compact ? null : 'exact' },
    ...{ task_class: 'coding.bug_fix', elapsed_milliseconds: null, ...numbers },
  };
  assert.equal((await store.receipts.redeem(report)).verdict, 'accepted');
  return report;
}

const cellsOf = async (store: Store) =>
  (await store.aggregates()).map(({ cohort, precision, outcome, reports, reporters, largest }) =>
    [cohort, precision, outcome, reports, reporters, largest].join(' '),
  );

const flood = (store: Store, count: number): Promise<UseReport[]> =>
  Promise.all(
    times(count, index =>
      send(store, {
        client: `c${index % 6}`,
        network: `n${index % 2}`,
        rule: 'bare_library',
        at: start + 50,
      }),
    ),
  );

async function fill(store: Store): Promise<UseReport[]> {
  await send(store, { client: 'c9', network: 'n9', rule: 'coding_agent' });
  await send(store, { client: 'c9', network: 'n9', rule: 'bare_library', outcome: 'fail' });
  await send(store, { client: 'c0', network: 'n0', rule: 'bare_library', at: start + 60, compact: true });
  await send(store, { cohort: 'invited', client: 'credential-1' });
  return flood(store, 30);
}

onBothDatabases('reports that are discarded', database => {
  test('move from their rows to rows of their own, with who sent them', async context => {
    const store = await openTestStore(context, await database.place());
    await fill(store);
    assert.deepEqual(await cellsOf(store), [
      'invited exact pass 1 1 1',
      'visitor compact worked 1 1 1',
      'visitor exact fail 1 1 1',
      'visitor exact pass 31 3 15',
    ]);
    assert.equal(await store.discards.discard({ rule: 'bare_library', since: start + 1 }, start + 99), 31);
    assert.deepEqual(await cellsOf(store), [
      'invited exact pass 1 1 1',
      'visitor discarded pass 30 2 15',
      'visitor discarded worked 1 1 1',
      'visitor exact fail 1 1 1',
      'visitor exact pass 1 1 1',
    ]);
  });

  const selections: [string, ReportFilter, number][] = [
    ['a rule', { rule: 'bare_library' }, 32],
    ['a time', { since: start + 60 }, 1],
    ['a wider network', { holder: 'n0' }, 16],
    ['a client', { holder: 'c1' }, 5],
    ['a credential', { holder: 'credential-1' }, 1],
    ['a rule and a network', { rule: 'bare_library', holder: 'n9' }, 1],
    ['all three', { rule: 'bare_library', holder: 'c0', since: start + 51 }, 1],
    ['what matches nothing', { holder: 'n8' }, 0],
  ];
  test('are selected by rule, time and sender, and counted before as they are discarded', async context => {
    const store = await openTestStore(context, await database.place());
    await fill(store);
    const counts = await Promise.all(selections.map(([, filter]) => store.discards.count(filter)));
    assert.deepEqual(
      counts.map((count, index) => `${selections[index]![0]}: ${count}`),
      selections.map(([what, , expected]) => `${what}: ${expected}`),
    );
    assert.equal(await store.discards.discard({ holder: 'c1' }, start), 5);
    assert.equal(await store.discards.discard({ holder: 'n1' }, start), 10);
    assert.equal(await store.discards.count({ rule: 'bare_library' }), 17);
  });

  test('are counted once, by however many they are discarded at the same time', async context => {
    const place = await database.place();
    const stores = await Promise.all(times(3, () => openTestStore(context, place)));
    await fill(stores[0]!);
    const filters: ReportFilter[] = [{ rule: 'bare_library' }, { holder: 'n0' }, { since: start }];
    const discarded = await Promise.all(
      filters.map((filter, index) => stores[index]!.discards.discard(filter, start + 99)),
    );
    assert.equal(
      discarded.reduce((sum, each) => sum + each),
      34,
    );
    assert.equal(await stores[0]!.discards.discard({ since: 0 }, start + 100), 0);
    assert.deepEqual(
      (await cellsOf(stores[0]!)).filter(cell => !cell.includes(' discarded ')),
      [],
    );
  });

  test('are answered again as they were, and their tickets stay redeemed', async context => {
    const store = await openTestStore(context, await database.place());
    const [first] = await fill(store);
    const before = await store.receipts.redeem(first!);
    await store.discards.discard({ since: 0 }, start);
    assert.deepEqual(await store.receipts.redeem(first!), before);
    assert.equal(before.verdict, 'replayed');
    assert.deepEqual(await store.receipts.redeem({ ...first!, digest: 'sha256:other' }), {
      verdict: 'differs',
    });
  });

  test('are found however many there are, while others report', async context => {
    const place = await database.place();
    const [store, other] = [await openTestStore(context, place), await openTestStore(context, place)];
    await flood(store, 2500);
    const honest = Promise.all(
      times(100, index => send(other, { client: `h${index}`, network: `m${index}`, rule: 'coding_agent' })),
    );
    assert.equal(await store.discards.discard({ rule: 'bare_library' }, start), 2500);
    await honest;
    assert.deepEqual(await cellsOf(store), [
      'visitor discarded pass 2500 2 1250',
      'visitor exact pass 100 100 1',
    ]);
  });

  test('are in the summaries by day, rule, network and client, next to those that count', async context => {
    const store = await openTestStore(context, await database.place());
    await fill(store);
    await send(store, { client: 'c9', network: 'n9', rule: 'coding_agent', at: start + 86_400 });
    await store.discards.discard({ holder: 'n0' }, start);
    const table = async (by: Parameters<Store['reportSummary']>[0], limit = 9) => {
      const { groups, total } = await store.reportSummary(by, limit);
      const rows = groups.map(({ cohort, key, reports, successes, discarded, reporters, clients, network }) =>
        [cohort, key, reports, successes, discarded, reporters, clients, network].join(' '),
      );
      return { rows, total };
    };
    const today = Math.floor(start / 86_400);
    assert.deepEqual(await table('day'), {
      rows: [
        `visitor ${today + 1} 1 1 0 1 1 n9`,
        `invited ${today} 1 1 0 1 1 `,
        `visitor ${today} 17 16 16 3 7 n9`,
      ],
      total: 3,
    });
    assert.deepEqual(await table('rule'), {
      rows: [
        'visitor bare_library 16 15 16 3 7 n9',
        'visitor coding_agent 2 2 0 1 1 n9',
        'invited  1 1 0 1 1 ',
      ],
      total: 3,
    });
    assert.deepEqual(await table('network', 2), {
      rows: ['visitor n0 0 0 16 1 3 n0', 'visitor n1 15 15 0 1 3 n1'],
      total: 4,
    });
    assert.deepEqual((await table('client')).rows.slice(0, 2), [
      'visitor c0 0 0 6 1 1 n0',
      'visitor c1 5 5 0 1 1 n1',
    ]);
  });
});
