/** A relay in front of a server, which tests have lose, delay or change what passes. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { send } from './server.ts';

/** An answer that a relay passes on. */
interface Passed {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Relay {
  address: string;
  /** Every request that came, in order. */
  requests: IncomingMessage[];
  /** Answers in place of the server; undefined passes the request on. */
  before: (request: IncomingMessage) => Passed | undefined;
  /** The answer that the client gets in place of the one that the server gave; undefined is none at all. */
  after: (answer: Passed, request: IncomingMessage) => Passed | undefined;
}

/** Starts a relay to the server at an address. It ends with the test. */
export async function startRelay(context: { after(end: () => void): void }, target: string): Promise<Relay> {
  const relay: Relay = { address: '', requests: [], before: () => undefined, after: answer => answer };
  const server = createServer(async (request, response) => {
    relay.requests.push(request);
    const body = await buffer(request);
    const answer = relay.before(request) ?? relay.after(await forward(target, request, body), request);
    if (!answer) return;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  relay.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return relay;
}

async function forward(target: string, request: IncomingMessage, body: Buffer): Promise<Passed> {
  const names = ['authorization', 'content-type', 'idempotency-key'];
  const headers = Object.fromEntries(
    names.flatMap(name => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
  );
  const { method = 'GET', url = '/' } = request;
  const sent = await send({ address: target }, url, { method, headers, ...(method === 'POST' && { body }) });
  const kept = ['content-type', 'retry-after', 'date', 'idempotent-replayed'];
  const received = Object.fromEntries(
    kept.flatMap(name => (sent.headers[name] === undefined ? [] : [[name, String(sent.headers[name])]])),
  );
  return { status: sent.status, headers: received, body: sent.body };
}
