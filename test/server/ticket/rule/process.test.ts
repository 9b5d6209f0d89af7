/** Use tickets of two server processes over one database: what is exact within a process is exact across them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from '../../../support/process.ts';
import { receiptText } from '../../../support/receipt.ts';
import { onBothDatabases, openTestStore } from '../../../support/store.ts';
import { issueCredential, postReceipt, type Served, visit } from '../../../support/ticket.ts';
import { times } from '../../../support/times.ts';

onBothDatabases('two processes', database => {
  test('issue exactly what the caps allow, and let one of 64 reports win', async context => {
    const place = await database.place();
    const store = await openTestStore(context, place);
    const servers: Served[] = [];
    for (const server of await Promise.all(times(2, () => startProcess(context, place))))
      servers.push({ server });
    const either = (index: number) => servers[index % 2]!;

    const { authorization } = await issueCredential(store);
    const fetches = times(60, index => visit(either(index), '/patterns/gate.md', { authorization }));
    const tickets = (await Promise.all(fetches)).flatMap(({ headers }) => headers['use-ticket'] ?? []);
    assert.equal(tickets.length, 20);
    assert.equal(new Set(tickets).size, 20);

    const visits = await Promise.all(times(30, index => visit(either(index))));
    assert.equal(visits.filter(({ headers }) => 'use-ticket' in headers).length, 5);

    const ticket = String(tickets[0]);
    const report = (index: number) => receiptText({ ticket, elapsed_milliseconds: String(index) });
    const answers = await Promise.all(times(64, index => postReceipt(either(index), report(index))));
    const won = answers.findIndex(({ status }) => status === 200);
    assert.deepEqual(
      answers.map(({ status }) => status),
      times(64, index => (index === won ? 200 : 409)),
    );

    const again = await postReceipt(either(won + 1), report(won));
    assert.equal(again.status, 200);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.body, answers[won]!.body);
  });
});
