/** Operators' commands about reports that one sender poisoned, while a server runs: found, discarded, and counted on. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { operate } from '../support/operator.ts';
import { receiptText } from '../support/receipt.ts';
import { send } from '../support/server.ts';
import { onBothDatabases } from '../support/store.ts';
import { postReceipt, redeem, type TicketServer, ticketFrom, ticketServer } from '../support/ticket.ts';

interface Row extends Record<string, unknown> {
  id?: string;
  reports: number;
  discarded: number;
}

const path = '/patterns/gate.md';
const honest = { 'User-Agent': 'claude-code/2.0', 'X-Forwarded-For': '203.0.113.9' };
const poisonAddress = (index: number) => `198.51.100.${index}`;

/** Reports of one network, and one of another; returns one of the former, to be sent again. */
async function poison(service: TicketServer): Promise<string> {
  const tickets: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const ticket = await ticketFrom(service, path, { 'X-Forwarded-For': poisonAddress(index % 3) });
    assert.equal((await redeem(service, ticket)).status, 200);
    tickets.push(ticket);
  }
  await redeem(service, await ticketFrom(service, path, honest), { outcome: 'fail' });
  return receiptText({ ticket: tickets[0]! });
}

const statusRows = async ({ server }: TicketServer) =>
  (await send(server, '/status.md')).body
    .toString()
    .split('\n')
    .filter(line => line.startsWith('| visitor'));

const rest = ' fewer than 10 |'.repeat(3);

onBothDatabases('operators of reports', database => {
  const poisoned = async (context: TestContext) => {
    const service = await ticketServer(context, await database.place());
    return { service, place: service.place, receipt: await poison(service) };
  };

  test('find the network behind them, and discard what it sent, once', async context => {
    const { service, place, receipt } = await poisoned(context);
    assert.deepEqual(await statusRows(service), [
      `| visitor | pattern | exact | 12 reports from 1 network, largest 100 % |${rest}`,
    ]);
    const { networks, clients } = await operate(place, 'reporting', 'summary', '--by', 'holder');
    const [worst, other] = networks as Row[];
    const id = String(worst!.id);
    const zero = { discarded: 0 };
    assert.deepEqual(worst, {
      ...{ cohort: 'visitor', id, clients: 3, reports: 12, pass_or_worked: 12, ...zero },
    });
    assert.deepEqual([other!.reports, other!.pass_or_worked], [1, 0]);
    assert.deepEqual(
      (clients as Row[]).map(({ network, reports }) => [network === id, reports]),
      [
        [true, 4],
        [true, 4],
        [true, 4],
        [false, 1],
      ],
    );

    const dry = await operate(place, 'reporting', 'discard', '--network', id, '--dry-run');
    assert.deepEqual(dry, { network: id, dry_run: true, reports: 12 });
    const done = await operate(place, 'reporting', 'discard', '--network', id);
    assert.deepEqual([done.network, done.discarded], [id, 12]);
    assert.equal((await operate(place, 'reporting', 'discard', '--network', id)).discarded, 0);

    assert.deepEqual(await statusRows(service), [
      `| visitor | pattern | discarded | 12 reports from 1 network, largest 100 % |${rest}`,
    ]);
    const replayed = await postReceipt(service, receipt);
    assert.deepEqual([replayed.status, replayed.headers['idempotent-replayed']], [200, 'true']);
  });

  test('see them by day and by rule, and discard those of a rule since a time', async context => {
    const { service, place } = await poisoned(context);
    service.pass(86_400);
    await redeem(service, await ticketFrom(service, path, { 'X-Forwarded-For': poisonAddress(1) }));
    const filter = ['--rule', 'bare_library', '--since', '2026-11-22'];
    const done = await operate(place, 'reporting', 'discard', ...filter);
    assert.deepEqual([done.rule, done.since, done.discarded], ['bare_library', '2026-11-22T00:00:00Z', 1]);
    const common = { cohort: 'visitor', pass_or_worked: 12 };
    assert.deepEqual((await operate(place, 'reporting', 'summary', '--by', 'day')).days, [
      { ...common, day: '2026-11-22', networks: 1, reports: 0, pass_or_worked: 0, discarded: 1 },
      { ...common, day: '2026-11-21', networks: 2, reports: 13, discarded: 0 },
    ]);
    assert.deepEqual((await operate(place, 'reporting', 'summary', '--by', 'rule')).rules, [
      { ...common, rule: 'bare_library', networks: 1, reports: 12, discarded: 1 },
      { ...common, rule: 'coding_agent', networks: 1, reports: 1, pass_or_worked: 0, discarded: 0 },
    ]);
  });

  test('print what may be published: nothing of a small cell but that it is small', async context => {
    const { place } = await poisoned(context);
    const { cells } = await operate(place, 'reporting', 'summary');
    const cell = { cohort: 'visitor', page_kind: 'pattern', precision: 'exact' };
    assert.deepEqual(cells, [
      { ...cell, outcome: 'fail', reports: 'fewer than 10' },
      { ...cell, outcome: 'pass', reports: 12, networks: 1, largest_percent: 100 },
    ]);
  });
});
