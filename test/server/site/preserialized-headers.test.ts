/**
 * Headers that are written out once are sent as they are: on the Node.js that runs this, whose fields they are put in, and with
 * what `writeHead` would have written.
 */
import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, request, ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { receiptText } from '../../support/receipt.ts';
import { type TicketServer, ticketServer } from '../../support/ticket.ts';

const path = '/patterns/gate.md';

/** How often a server in this process had headers written by Node.js since the test began. */
function writtenByNode(context: TestContext): () => number {
  const { mock } = context.mock.method(ServerResponse.prototype, 'writeHead');
  return () => mock.callCount();
}

interface Asked {
  status: number;
  headers: IncomingHttpHeaders;
}

/** Asks over a connection that stays open, as clients in numbers do, or one that closes. */
function ask(
  { server }: TicketServer,
  target: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; keepAlive?: boolean } = {},
): Promise<Asked> {
  const { keepAlive = true, body, ...rest } = options;
  const agent = new Agent({ keepAlive });
  return new Promise((resolve, reject) => {
    const outgoing = request(server.address + target, { agent, ...rest }, incoming => {
      incoming.resume();
      incoming.on('end', () => {
        agent.destroy();
        const { statusCode, headers } = incoming;
        resolve({ status: statusCode!, headers });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('headers that are written out once', () => {
  test('are sent without those of Node.js on this version of it', async context => {
    const service = await ticketServer(context);
    const written = writtenByNode(context);
    const page = await ask(service, path);
    assert.equal(page.status, 200);
    const known = await ask(service, path, { headers: { 'If-None-Match': page.headers.etag! } });
    assert.equal(known.status, 304);
    const ticketed = await ask(service, path, { headers: { 'User-Agent': 'curl/8.5.0' } });
    const ticket = String(ticketed.headers['use-ticket']);
    assert.match(ticket, /^ut1\./);
    const accepted = await ask(service, '/v1/use-receipts', {
      ...{ method: 'POST', headers: { 'Content-Type': 'text/markdown' } },
      body: receiptText({ ticket }),
    });
    assert.equal(accepted.status, 200);
    assert.equal((await ask(service, '/none.md')).status, 404);
    assert.equal(written(), 0);
  });

  test('are what Node.js writes where the connection closes or there is no body to send', async context => {
    const service = await ticketServer(context);
    const fast = await ask(service, path);
    const written = writtenByNode(context);
    const closing = await ask(service, path, { keepAlive: false });
    const head = await ask(service, path, { method: 'HEAD' });
    assert.equal(written(), 2);
    const ofConnection = /^(?:connection|keep-alive|date)$/;
    const own = ({ headers }: Asked) => Object.entries(headers).filter(([name]) => !ofConnection.test(name));
    assert.deepEqual(own(closing).sort(), own(fast).sort());
    assert.deepEqual(own(head).sort(), own(fast).sort());
  });
});
