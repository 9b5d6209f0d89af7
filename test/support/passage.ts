/**
 * The contents that must pass through whatever is between a client and the server: digests that match, 304, a ticket in a trailer
 * or beside the page, and a report that redeems it.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { receiptText } from './receipt.ts';
import type { Answer } from './server.ts';

/** User agents of a visitor who gets tickets and of one who gets none. */
const [library, browser] = [
  'curl/8.5.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

interface Asked {
  method?: string;
  body?: string;
}

/** Asks a server or a proxy, whatever its certificate, under the name that the shipped configurations have. */
export function ask(
  address: string,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' }: Asked = {},
): Promise<Answer> {
  const request = address.startsWith('https') ? secureRequest : plainRequest;
  const options = {
    method,
    headers: { Host: 'catalog.example.org', ...headers },
    rejectUnauthorized: false,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}${path}`, options, async incoming => {
      const chunks = await incoming.toArray();
      resolve({ status: incoming.statusCode!, headers: incoming.headers, body: Buffer.concat(chunks) });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const digestOf = (body: Buffer): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

interface Way {
  address: string;
  /** A page that may come with a ticket. */
  path: string;
  /** The token of an invited credential. */
  credential?: string;
}

/** Goes the way of a client. @returns how many answers were as they must be; throws at the first that is not */
export async function passage({ address, path, credential }: Way): Promise<number> {
  let answers = 0;
  const get = async (headers: Record<string, string>, status = 200): Promise<Answer> => {
    const answer = await ask(address, path, headers);
    const said = `${path} ${JSON.stringify([headers, answer.headers])}`;
    assert.equal(answer.status, status, said);
    if (status === 200) assert.equal(answer.headers['repr-digest'], digestOf(answer.body), said);
    else assert.equal(answer.body.length, 0, said);
    answers += 1;
    return answer;
  };
  const plain = await get({ 'User-Agent': browser });
  assert.equal(plain.headers['use-ticket'], undefined);
  await get({ 'User-Agent': browser, 'Accept-Encoding': 'br' });
  await get({ 'User-Agent': browser, 'If-None-Match': String(plain.headers.etag) }, 304);
  const visitor = await get({ 'User-Agent': library });
  const [document, trailer] = cut(visitor);
  assert.ok(document.equals(plain.body));
  assert.match(trailer, /^\n<!-- use-ticket-trailer: [^\n]*\nUse ticket: (\S+)\n/);
  assert.ok(trailer.includes(`Use ticket: ${visitor.headers['use-ticket']}\n`));
  await get({ 'User-Agent': library, 'If-None-Match': String(visitor.headers.etag) }, 304);
  const tickets = [visitor.headers['use-ticket']];
  if (credential !== undefined) {
    const invited = await get({ 'User-Agent': library, Authorization: `Bearer ${credential}` });
    assert.deepEqual(cut(invited), [plain.body, '']);
    tickets.push(invited.headers['use-ticket']);
  }
  assert.equal(new Set(tickets).size, tickets.length);
  for (const ticket of tickets) {
    const headers = { 'Content-Type': 'text/markdown; charset=utf-8' };
    const sent = { method: 'POST', body: receiptText({ ticket: String(ticket) }) };
    const reported = await ask(address, '/v1/use-receipts', headers, sent);
    assert.equal(reported.status, 200, reported.body.toString());
    answers += 1;
  }
  return answers;
}

/** The document of an answer with a ticket, and what follows it. */
function cut({ body, headers }: Answer): [document: Buffer, trailer: string] {
  const length = Number(headers['use-ticket-document-length']);
  assert.ok(length > 0 && length <= body.length, JSON.stringify(headers));
  return [body.subarray(0, length), body.subarray(length).toString()];
}
