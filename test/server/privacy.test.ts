/** Data that must not be kept: addresses, user agents and notes of visitors, in tables, logs and answers. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../server/store/database/database.ts';
import { receiptText } from '../support/receipt.ts';
import { onBothDatabases, start, type TestDatabase } from '../support/store.ts';
import {
  issueCredential,
  postReceipt,
  redeem,
  type TicketServer,
  ticketFrom,
  ticketServer,
  visit,
} from '../support/ticket.ts';

const addresses = ['198.51.100.23', '2001:db8:77:88:99aa:bbcc:ddee:1'];
const traces = [
  ...addresses,
  ...['198.51.100', '2001:db8:77:88', '127.0.0.1', 'secret-agent-name', 'someone@lab.example'],
  ...['referring-page', 'a note for nobody'],
];

/** A client that shows all of itself, and fails in every way. */
async function busyClient(service: TicketServer): Promise<string[]> {
  const answers: string[] = [];
  for (const address of addresses) {
    const headers = {
      'X-Forwarded-For': address,
      'User-Agent': 'secret-agent-name/1.0 (+https://secret-agent-name.example; someone@lab.example)',
      From: 'someone@lab.example',
      Referer: 'https://referring-page.example/llms.txt',
    };
    const ticket = await ticketFrom(service, '/patterns/gate.md', headers);
    const sent = [
      await visit(service, '/patterns/nothing.md', headers),
      await visit(service, '/patterns/gate.md', { ...headers, authorization: 'Bearer a note for nobody' }),
      await postReceipt(service, receiptText({ ticket, note: 'a note for nobody' }), headers),
      await postReceipt(service, `${receiptText({ ticket })}a note for nobody`, headers),
      await postReceipt(service, 'a note for nobody', headers),
      await redeem(service, ticket),
      await redeem(service, ticket, { outcome: 'fail' }),
    ];
    answers.push(...sent.map(({ headers: head, body }) => `${JSON.stringify(head)}${body}`), ticket);
    answers.push(Buffer.from(ticket.split('.')[1]!, 'base64url').toString());
  }
  return answers;
}

/** Every row of every table, as text. */
async function dump(service: TicketServer): Promise<string> {
  const backend = await openDatabase(service.place, start);
  const list =
    backend.name === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table'`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  const tables = await backend.survey<{ name: string }>(list);
  const rows: unknown[] = [];
  for (const { name } of tables) rows.push(await backend.survey(`SELECT * FROM ${name}`));
  await backend.close();
  return JSON.stringify(rows);
}

/** Every byte that SQLite keeps, deleted rows and the write-ahead log included. */
const files = ({ place }: TicketServer): string =>
  place.databaseUrl
    ? ''
    : readdirSync(place.dataDir)
        .map(name => readFileSync(join(place.dataDir, name), 'latin1'))
        .join('');

async function breakTickets({ place }: TicketServer, database: TestDatabase): Promise<void> {
  if (database.name === 'sqlite') return;
  const client = new pg.Client({ connectionString: place.databaseUrl! });
  await client.connect();
  await client.query('ALTER TABLE receipt RENAME TO receipt_gone');
  await client.end();
}

onBothDatabases('no trace of a visitor', database => {
  test('is in any table, log line, answer or ticket', async context => {
    const service = await ticketServer(context, await database.place());
    const { authorization } = await issueCredential(service.store);
    await visit(service, '/patterns/gate.md', { authorization, 'X-Forwarded-For': addresses[0]! });
    const answers = await busyClient(service);
    await breakTickets(service, database);
    const ticket = await ticketFrom(service, '/patterns/gate.md', { 'X-Forwarded-For': addresses[0]! });
    answers.push((await redeem(service, ticket)).body.toString());
    const places = {
      tables: await dump(service),
      files: files(service),
      log: service.log.join('\n'),
      answers: answers.join('\n'),
    };
    assert.ok(places.tables.includes('agent_client_with_contact'), 'the rule is kept');
    assert.ok(service.log.length > 5, 'there is a log to look through');
    for (const [place, text] of Object.entries(places))
      for (const trace of traces) assert.ok(!text.includes(trace), `${trace} in ${place}`);
  });
});
