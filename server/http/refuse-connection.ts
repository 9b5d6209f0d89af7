/**
 * Writes answers directly to a connection, where Node.js makes no request of it: for requests that it cannot parse, and for
 * `CONNECT`.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { markdown } from '#document/text/media-type.ts';
import { oncePer } from '#document/text/once-per.ts';
import { openTo } from '../site/cors.ts';
import type { Site } from '../site/site.ts';
import { Refusal } from '../support/refusal.ts';
import { responseOn } from './connection.ts';
import type { Context } from './context.ts';
import { closeInStages } from './linger.ts';
import type { Pipeline } from './pipeline.ts';
import { errorDocument } from './reply.ts';

/** Makes a server answer connections that never become a request. */
export function refuseConnections(
  server: Server,
  context: Pick<Context, 'site' | 'common'>,
  pipeline: Pick<Pipeline, 'isWaiting'>,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    refuseUnparsed(error, stream as Socket, context, pipeline);
  });
  server.on('connect', (_request: IncomingMessage, stream) => {
    const socket = stream as Socket;
    // Node.js has released the connection, so no other listener handles its errors.
    socket.on('error', () => socket.destroy());
    const refuse = () => end(socket, bytesFor(notATunnel, context));
    const underWay = responseOn(socket);
    if (!underWay || underWay.writableFinished) refuse();
    else underWay.once('finish', refuse);
  });
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function refuseUnparsed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  context: Pick<Context, 'site' | 'common'>,
  pipeline: Pick<Pipeline, 'isWaiting'>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const response = responseOn(socket);
  const isAnswering = response !== undefined && !response.writableEnded && response.req.complete;
  if (!isAnswering && !pipeline.isWaiting(socket)) {
    if (response?.headersSent && !response.writableEnded) socket.destroy();
    else end(socket, bytesFor(refusalOf(error), context));
    return;
  }
  // An answer now would be taken for the answer to an earlier request, so the connection closes after the one that is under
  // way.
  socket.pause();
  response?.once('close', () => socket.destroySoon());
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return headerTooLarge;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow : unparsable;
}

const headerTooLarge = new Refusal('malformed_request', 'The header is larger than 16 KiB. Send less.');
const tooSlow = new Refusal(
  'malformed_request',
  'The request did not arrive in time. Send it again, all of it at once.',
);
const unparsable = new Refusal('malformed_request', 'The request is not valid HTTP/1.1.');
const notATunnel = new Refusal(
  'method_not_allowed',
  'CONNECT is not allowed here, because this is no proxy. Allowed: GET, HEAD, OPTIONS, POST.',
  { headers: { Allow: 'GET, HEAD, OPTIONS, POST' } },
);

/** Returns the prepared answers of a site, by refusal. An answer is added when it is first sent. */
const answersOf = oncePer((_site: Site) => new Map<Refusal, Buffer>());

function bytesFor(refusal: Refusal, { site, common }: Pick<Context, 'site' | 'common'>): Buffer {
  const answers = answersOf(site());
  const known = answers.get(refusal);
  if (known) return known;
  const body = errorDocument(refusal, { path: '/', id: 'none', baseUrl: site().baseUrl });
  const headers = [
    ...common,
    ...['Content-Type', markdown, 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'Connection', 'close'],
    ...openTo.error,
    ...Object.entries(refusal.headers).flat(),
  ];
  const lines = [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  const answer = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
  answers.set(refusal, answer);
  return answer;
}

/** Sends an answer and closes the connection. */
function end(socket: Socket, answer: Buffer): void {
  socket.write(answer);
  closeInStages(socket);
}
