/**
 * Tickets and receipts the obvious way: Express with its own body reader, `yaml` and zod for the receipt, and one durable
 * SQLite transaction for each ticket and each redemption. Statements are prepared once, and counters spare it any counting
 * through tables, so that only the approach is slow.
 *
 * It serves the files that BENCH_PAGES lists, each with a ticket, and keeps tickets in the file BENCH_DATABASE.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express from 'express';
import { parse } from 'yaml';
import { z } from 'zod';
import { openFile } from '../../../server/database/sqlite-driver.ts';

const lifetimeSeconds = 7 * 24 * 3600;
const openCap = 1_000_000_000;
const secret = 'the secret of the obvious way';

const database = openFile(process.env.BENCH_DATABASE!);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`
  CREATE TABLE IF NOT EXISTS holder (id TEXT PRIMARY KEY, open INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS ticket (
    id TEXT PRIMARY KEY, holder TEXT NOT NULL, subject TEXT NOT NULL, expires_at INTEGER NOT NULL, state TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS receipt (ticket TEXT PRIMARY KEY, fields TEXT NOT NULL, accepted_at INTEGER NOT NULL)`);

const count = database.prepare(
  'INSERT INTO holder (id, open) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET open = open + 1 RETURNING open',
);
const insertTicket = database.prepare("INSERT INTO ticket VALUES (?, ?, ?, ?, 'open')");
const findTicket = database.prepare('SELECT * FROM ticket WHERE id = ?');
const closeTicket = database.prepare("UPDATE ticket SET state = 'redeemed' WHERE id = ?");
const releaseHolder = database.prepare('UPDATE holder SET open = open - 1 WHERE id = ?');
const insertReceipt = database.prepare('INSERT INTO receipt VALUES (?, ?, ?)');

const mac = (id: string): string => createHmac('sha256', secret).update(id).digest('base64url');

const issue = database.transaction((holder: string, subject: string): string | undefined => {
  const { open } = count.get(holder) as { open: number };
  if (open > openCap) return undefined;
  const id = randomBytes(16).toString('base64url');
  insertTicket.run(id, holder, subject, Math.floor(Date.now() / 1000) + lifetimeSeconds);
  return `${id}.${mac(id)}`;
});

const whole = z.number().int().min(0);
const receiptSchema = z.strictObject({
  schema: z.literal('formation.use_receipt/v0.1'),
  kind: z.literal('use_receipt'),
  ticket: z.string().max(1024),
  model_id: z.string().max(128),
  model_precision: z.enum(['exact', 'family']).default('exact'),
  task_class: z.string().regex(/^[a-z]+\.[a-z0-9_]+$/),
  outcome: z.enum(['pass', 'partial', 'fail', 'abandoned']),
  tests_ran: whole.max(1_000_000_000),
  tests_passed: whole.max(1_000_000_000),
  input_tokens: whole.max(1_000_000_000_000).nullable(),
  output_tokens: whole.max(1_000_000_000_000).nullable(),
  elapsed_milliseconds: whole.max(2_678_400_000).nullable(),
});
type Receipt = z.infer<typeof receiptSchema>;

const redeem = database.transaction((receipt: Receipt): number => {
  const [id = '', given] = receipt.ticket.split('.');
  if (given !== mac(id)) return 422;
  const ticket = findTicket.get(id) as { state: string; holder: string; expires_at: number } | undefined;
  const now = Math.floor(Date.now() / 1000);
  if (!ticket) return 422;
  if (ticket.state !== 'open' || ticket.expires_at <= now) return 409;
  closeTicket.run(id);
  releaseHolder.run(ticket.holder);
  insertReceipt.run(id, JSON.stringify(receipt), now);
  return 200;
});

const app = express();
app.disable('x-powered-by');

const pages = JSON.parse(readFileSync(process.env.BENCH_PAGES!, 'utf8')) as { path: string; file: string }[];
const texts = new Map(pages.map(({ path, file }) => [path, readFileSync(file, 'utf8')]));
app.get(/\.md$/, (request, response) => {
  const text = texts.get(request.path);
  if (text === undefined) return void response.sendStatus(404);
  const ticket = issue(request.ip ?? '', request.path);
  response.type('text/markdown; charset=utf-8');
  if (ticket) response.set('Use-Ticket', ticket);
  response.send(ticket ? `${text}\n<!-- use-ticket-trailer -->\nUse ticket: ${ticket}\n` : text);
});

app.post('/v1/use-receipts', express.text({ type: 'text/markdown', limit: 4096 }), (request, response) => {
  const front = /^---\n([\s\S]*?)\n---\n$/.exec(String(request.body))?.[1] ?? '';
  const receipt = receiptSchema.safeParse(parse(front));
  if (!receipt.success) return void response.status(422).send(receipt.error.message);
  const status = redeem(receipt.data);
  response.status(status).type('text/markdown; charset=utf-8');
  response.send(
    `---\nkind: use_receipt_acceptance\noutcome: ${receipt.data.outcome}\nevidence: false\n---\n`,
  );
});

/** Tickets that a load may redeem: written at once, and their tokens given. */
app.post('/tickets', (request, response) => {
  const made = database.transaction(() =>
    Array.from({ length: Number(request.query.count) }, () => {
      const id = randomBytes(16).toString('base64url');
      insertTicket.run(id, '127.0.0.1', '/', Math.floor(Date.now() / 1000) + lifetimeSeconds);
      return `${id}.${mac(id)}`;
    }),
  );
  response.json(made());
});

app.listen(Number(process.env.PORT), '127.0.0.1');
