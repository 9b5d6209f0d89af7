/** A server with use tickets for tests: its clock can be set, and operators' commands reach its store. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readDocument } from '#document/text/front-matter.ts';
import type { Config } from '../../server/process/config.ts';
import { type RunningServer, startServer } from '../../server/process/server.ts';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { secretDigest } from '../../server/tenant/authenticate.ts';
import { temporaryFolder } from './folder.ts';
import { receiptText } from './receipt.ts';
import { type Answer, send, testConfig } from './server.ts';
import { exampleDist } from './shared.ts';
import { start } from './store.ts';

export interface TicketServer {
  server: RunningServer;
  /** The same database, as an operator's command would open it. */
  store: Store;
  /** The log of the server, a line each. */
  log: string[];
  place: DatabasePlace;
  /** Moves the clock of the server. */
  pass(seconds: number): void;
}

/** Starts a server on a database of its own, or on a given one. */
export async function ticketServer(
  context: TestContext,
  changes: Partial<Config> = {},
): Promise<TicketServer> {
  const place = {
    dataDir: changes.dataDir ?? join(temporaryFolder(), 'data'),
    databaseUrl: changes.databaseUrl,
  };
  const log: string[] = [];
  let now = start * 1000;
  const config = testConfig({ distDir: exampleDist(), trustProxy: 1, ...place, ...changes });
  const logger = pino({ level: 'trace' }, { write: line => log.push(line) });
  const server = await startServer(config, logger, { now: () => now, randomBytes });
  const store = await openStore(place, start);
  context.after(async () => {
    await server.stop();
    await store.close();
  });
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { server, store, log, place, pass };
}

/** Issues a credential in the store; returns its id and the header that presents it. */
export async function issueCredential(
  store: Store,
  changes: { invited?: boolean; expiresAt?: number } = {},
): Promise<{ id: string; authorization: string }> {
  await store.tenants.create('acme', start);
  const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('base64url')];
  await store.credentials.create({
    id,
    tenantId: 'acme',
    secretSha256: secretDigest(secret),
    scopes: [],
    runner: false,
    invited: changes.invited ?? true,
    createdAt: start,
    expiresAt: changes.expiresAt ?? null,
    revokedAt: null,
  });
  return { id, authorization: `Bearer atc_${id}_${secret}` };
}

export const library = 'curl/8.5.0';
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A server, in this process or another. */
export interface Served {
  server: Pick<RunningServer, 'address'>;
}

/** Fetches a page as a visitor with a user agent, from an address. */
export function visit(
  { server }: Served,
  path = '/patterns/gate.md',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(server, path, { headers: { 'User-Agent': library, ...headers } });
}

/** Fetches a page that must come with a ticket, and gives the ticket. */
export async function ticketFrom(
  server: Served,
  path = '/patterns/gate.md',
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await visit(server, path, headers);
  const ticket = answer.headers['use-ticket'];
  if (typeof ticket !== 'string') throw new Error(`${path} came without a ticket: ${answer.status}`);
  return ticket;
}

/** Sends a receipt as it is. */
export function postReceipt(
  { server }: Served,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { 'Content-Type': 'text/markdown; charset=utf-8' };
  return send(server, '/v1/use-receipts', { method: 'POST', headers: { ...type, ...headers }, body });
}

/** Reports on a ticket. */
export const redeem = (
  server: Served,
  ticket: string,
  changes: Record<string, string | undefined> = {},
): Promise<Answer> => postReceipt(server, receiptText({ ...changes, ticket }));

/** The front matter of an answer. */
export function fieldsOf(answer: Pick<Answer, 'body'>): Record<string, unknown> {
  const parsed = readDocument(answer.body.toString('utf8'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.document.value;
}

/** An answer in short: its status, its code and each fault as `field rule line`. */
export function inShort(answer: Answer): string[] {
  const { code, errors = [] } = fieldsOf(answer) as { code?: string; errors?: Record<string, unknown>[] };
  const faults = errors.map(({ field, rule, line }) => [field, rule, line].filter(Boolean).join(' '));
  return [`${answer.status}${code ? ` ${code}` : ''}`, ...faults];
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Whether an answer carries a ticket anywhere. */
export const hasTicket = (answer: Answer): boolean =>
  ['use-ticket', 'use-ticket-expires', 'use-ticket-document-length'].some(name => name in answer.headers) ||
  answer.body.includes('ut1.');

/** How many of the answers carry a ticket. */
export const countTickets = async (answers: Promise<Answer>[]): Promise<number> =>
  (await Promise.all(answers)).filter(answer => 'use-ticket' in answer.headers).length;

/** The bytes that everyone gets. */
export const publicBytes = async ({ server }: TicketServer, path: string): Promise<Buffer> =>
  (await send(server, path, { headers: { 'User-Agent': browser } })).body;
