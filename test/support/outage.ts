/** The view of clients on a server whose database is away, and when it is back. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../server/store/store.ts';
import { type Claims, mintToken } from '../../server/ticket/rule/token.ts';
import type { Launched } from './launched.ts';
import { receiptText } from './receipt.ts';
import { type Answer, send } from './server.ts';
import { start } from './store.ts';
import { get, issue, type TestCredential } from './tenant.ts';
import { issueCredential, postReceipt, visit } from './ticket.ts';

export interface Known {
  credential: TestCredential;
  /** The header of an invited credential. */
  invited: string;
}

/** Makes a tenant in a database. */
export async function prepareTenant(place: { dataDir: string; databaseUrl?: string }): Promise<Known> {
  const store = await openStore(place, start);
  const credential = await issue(store, 'acme');
  const { authorization } = await issueCredential(store);
  await store.close();
  return { credential, invited: authorization };
}

/** A ticket under a key of which a server may yet hear from its database. */
const claims: Claims = {
  ...{ key: 'later', id: 'a'.repeat(22), number: 1, kind: 'pattern', subject: 'gate' },
  ...{ cohort: 'visitor', holder: 'h', stage: 'limited', issued: start, expires: start + 86_400 },
};
const newKey = () => ({ id: 'later', secret: createSecretKey(randomBytes(32)) });

export const page = '/patterns/gate.md';
export const account = '/v1/tenants/acme/account.md';

/** An answer, or a failure where there is none within 20 seconds, which is longer than any takes on a busy machine. */
async function soon(answer: Promise<Answer>): Promise<Answer> {
  const giveUp = new AbortController();
  const late = wait(20_000, undefined, { signal: giveUp.signal }).then(() => assert.fail('no answer'));
  return Promise.race([answer, late.catch(error => Promise.reject(error))]).finally(() => giveUp.abort());
}

const reportOutcome = (server: { address: string }, ticket: string): Promise<Answer> =>
  send(server, '/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'report_outcome', arguments: { ticket, outcome: 'worked' } },
    }),
  });

/** Checks the answers of a server while the database is away, however it went. */
export async function holdsWithoutDatabase(server: Launched, known: Known): Promise<void> {
  const pages = [
    send(server, page),
    visit({ server }),
    visit({ server }, page, { authorization: known.invited }),
    send(server, '/status.md'),
    send(server, '/'),
  ];
  for (const answer of await Promise.all(pages.map(soon))) {
    assert.equal(answer.status, 200, answer.body.toString());
    assert.equal(answer.headers['use-ticket'], undefined);
  }
  const status = (await soon(send(server, '/status.md'))).body.toString();
  assert.match(status, /The database does not answer at the moment\./);
  const ticket = mintToken(claims, newKey());
  const refused = [
    get(server, account, known.credential),
    postReceipt({ server }, receiptText({ ticket })),
    reportOutcome(server, ticket),
  ];
  for (const answer of await Promise.all(refused.map(soon))) {
    assert.equal(answer.status, 503, answer.body.toString());
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.match(answer.body.toString(), /service_unavailable/);
  }
  assert.equal(server.child.exitCode, null);
}

/**
 * Resolves when every process behind the port answers tenants again, ten times in a row, and the replay of a receipt where one is given.
 * @returns after how many milliseconds that began
 */
export async function untilBack(
  server: Launched,
  credential: TestCredential,
  ticket?: string,
): Promise<number> {
  const began = performance.now();
  let back = 0;
  for (let inRow = 0; inRow < 10; ) {
    const passed = performance.now() - began;
    assert.ok(passed < 60_000, `still away after a minute: ${server.output().slice(-500)}`);
    const asked = [get(server, account, credential)];
    if (ticket !== undefined) asked.push(postReceipt({ server }, receiptText({ ticket })));
    const statuses = (await Promise.all(asked.map(soon))).map(({ status }) => status);
    assert.ok(
      statuses.every(status => status === 200 || status === 503),
      String(statuses),
    );
    if (inRow === 0) back = passed;
    inRow = statuses.includes(503) ? 0 : inRow + 1;
    await wait(20);
  }
  return back;
}
