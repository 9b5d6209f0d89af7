/**
 * Serves tickets and receipts for comparison in the benchmark, without tuning: Express, `yaml`, and one durable SQLite
 * transaction for each ticket and each redemption.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express from 'express';
import { parse } from 'yaml';
import { z } from 'zod';
import { openFile } from '../../../server/store/database/sqlite-driver.ts';

const database = openFile(process.env.BENCH_DATABASE!);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`
  CREATE TABLE holder (id TEXT PRIMARY KEY, open INTEGER NOT NULL);
  CREATE TABLE ticket (id TEXT PRIMARY KEY, holder TEXT NOT NULL, subject TEXT NOT NULL, state TEXT NOT NULL);
  CREATE TABLE receipt (ticket TEXT PRIMARY KEY, fields TEXT NOT NULL)`);
const count = database.prepare(
  'INSERT INTO holder VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET open = open + 1',
);
const insertTicket = database.prepare("INSERT INTO ticket VALUES (?, ?, ?, 'open')");
const closeTicket = database.prepare("UPDATE ticket SET state = 'redeemed' WHERE id = ? AND state = 'open'");
const insertReceipt = database.prepare('INSERT INTO receipt VALUES (?, ?)');
const mac = (id: string): string => createHmac('sha256', 'the secret').update(id).digest('base64url');

const issue = database.transaction((holder: string, subject: string): string => {
  const id = randomBytes(16).toString('base64url');
  count.run(holder);
  insertTicket.run(id, holder, subject);
  return `ut1.${id}.${mac(id)}`;
});

const receiptSchema = z.looseObject({
  ticket: z.string().max(1024),
  outcome: z.enum(['pass', 'partial', 'fail']),
});

const redeem = database.transaction((receipt: z.infer<typeof receiptSchema>): number => {
  const [, id = '', given] = receipt.ticket.split('.');
  if (given !== mac(id) || closeTicket.run(id).changes !== 1) return 409;
  insertReceipt.run(id, JSON.stringify(receipt));
  return 200;
});

const list = JSON.parse(readFileSync(process.env.BENCH_PAGES!, 'utf8')) as { path: string; file: string }[];
const pages = new Map(list.map(({ path, file }) => [path, readFileSync(file, 'utf8')]));
const app = express();
app.disable('x-powered-by');
app.get(/\.md$/, (request, response) => {
  const ticket = issue(request.ip ?? '', request.path);
  response.type('text/markdown; charset=utf-8').set('Use-Ticket', ticket);
  response.send(`${pages.get(request.path)}\nUse ticket: ${ticket}\n`);
});
app.post('/v1/use-receipts', express.text({ type: 'text/markdown', limit: 4096 }), (request, response) => {
  const front = /^---\n([\s\S]*?)\n---\n$/.exec(String(request.body))?.[1] ?? '';
  const receipt = receiptSchema.safeParse(parse(front));
  const status = receipt.success ? redeem(receipt.data) : 422;
  response
    .status(status)
    .type('text/markdown; charset=utf-8')
    .send('---\nkind: use_receipt_acceptance\n---\n');
});
app.listen(Number(process.env.PORT), '127.0.0.1');
