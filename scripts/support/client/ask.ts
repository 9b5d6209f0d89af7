/**
 * Sends one request and reads its answer from a server that is not trusted. An answer is bounded in size, time and headers, is
 * unpacked only from a coding that was asked for, and leads nowhere else (docs/command.md#20).
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { excerpt } from '../harmless.ts';
import { isOpenToOthers } from './address.ts';
import { type Coding, readBody } from './body.ts';
import { BadAnswer, NoAnswer } from './error.ts';

/** A request. It has no user agent, because a service may add text to a document for clients that identify themselves. */
export interface Question {
  /** The method; `GET` by default. */
  method?: 'GET' | 'HEAD' | 'POST';
  /** The headers, without `Authorization`, `Accept-Encoding` and those of the connection. */
  headers?: Readonly<Record<string, string>>;
  /** The token to send as a bearer token, over https or to this machine alone; absent if none is sent. */
  token?: string;
  body?: string;
  /** The most bytes that the body of the answer may have, both as sent and unpacked. */
  maxBytes: number;
  /** The codings in which the answer may be packed; none by default. */
  codings?: readonly Coding[];
  /** The seconds within which the whole answer must come; 30 by default. */
  seconds?: number;
}

export interface Answer {
  status: number;
  /** The headers of the answer, with names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

const connectMilliseconds = 10_000;
const usualSeconds = 30;
const maxHeaderBytes = 16 * 1024;

const agents = {
  http: new HttpAgent({ keepAlive: true }),
  // Said here, since an environment variable could turn it off.
  https: new HttpsAgent({ keepAlive: true, rejectUnauthorized: true }),
};

/** Closes the kept connections, which would otherwise delay the end of the program. */
export function closeConnections(): void {
  agents.http.destroy();
  agents.https.destroy();
}

/**
 * Sends a request and returns its answer. Redirects are answers, and are not followed.
 * @param url an address made from the words of a person, never from an answer of another host
 * @throws NoAnswer when the server cannot be reached, does not begin to answer in time, or ends before the answer does
 * @throws BadAnswer when the answer is too long or does not end in time, has too many headers, is in another coding, or is not
 * HTTP
 * @throws Error when a token would cross a network that others can read
 */
export async function ask(url: string, question: Question): Promise<Answer> {
  const { token, headers = {}, codings = [] } = question;
  if (token !== undefined && isOpenToOthers(url))
    throw new Error(`${new URL(url).origin} has no https, and this command sends no token in the clear.`);
  const sent = {
    ...headers,
    ...(codings.length > 0 && { 'Accept-Encoding': codings.join(', ') }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  // A server may close a kept connection at the very moment at which it is used again.
  for (let tries = 0; tries < 2; tries += 1) {
    const answer = await attempt(url, question, sent);
    if (answer) return answer;
  }
  throw new NoAnswer('The connection was closed.');
}

/**
 * Sends a request once.
 * @returns undefined when the server had closed a kept connection
 */
function attempt(
  url: string,
  question: Question,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  const isSecure = new URL(url).protocol === 'https:';
  const { method = 'GET', body, maxBytes, codings = [], seconds = usualSeconds } = question;
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: isSecure ? agents.https : agents.http,
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
    });
    let hasAnswered = false;
    const limits = limited(request, seconds, () => hasAnswered);
    request.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      reject(new BadAnswer('It switches to another protocol.'));
    });
    request.on('close', () => {
      if (hasAnswered) return;
      limits.lift();
      reject(limits.reason ?? new NoAnswer('The connection was closed.'));
    });
    request.on('response', incoming => {
      hasAnswered = true;
      readBody(incoming, codings, maxBytes)
        .then(content => resolve(answerOf(incoming, content)))
        .catch(error => {
          // The rest of it is not waited for.
          request.destroy();
          reject(faultOf(limits.reason ?? error));
        })
        .finally(limits.lift);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      limits.lift();
      const mayRepeat = request.reusedSocket && error.code === 'ECONNRESET' && method !== 'POST';
      if (mayRepeat && limits.reason === undefined) resolve(undefined);
      else reject(faultOf(limits.reason ?? error));
    });
    request.end(body);
  });
}

interface Limits {
  /** The reason why the request was ended; absent if it was not. */
  reason?: NoAnswer | BadAnswer;
  lift(): void;
}

/**
 * Ends a request that takes too long to connect, or too long as a whole. An answer that has begun and does not end would not end
 * in a second try either.
 */
function limited(request: ClientRequest, seconds: number, hasAnswered: () => boolean): Limits {
  const limits: Limits = { lift: () => undefined };
  const after = (milliseconds: number, what: string) =>
    setTimeout(() => {
      const within = `within ${milliseconds / 1000} seconds`;
      limits.reason = hasAnswered()
        ? new BadAnswer(`It did not end ${within}.`)
        : new NoAnswer(`${what} ${within}.`);
      request.destroy(limits.reason);
    }, milliseconds);
  const connecting = after(connectMilliseconds, 'No connection');
  const whole = after(seconds * 1000, 'No whole answer');
  request.on('socket', socket => {
    if (socket.connecting) socket.once('connect', () => clearTimeout(connecting));
    else clearTimeout(connecting);
  });
  limits.lift = () => {
    clearTimeout(connecting);
    clearTimeout(whole);
  };
  return limits;
}

function answerOf(incoming: IncomingMessage, body: Buffer): Answer {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return { status: incoming.statusCode!, headers: Object.fromEntries(headers), body };
}

function faultOf(error: NodeJS.ErrnoException): Error {
  if (error instanceof NoAnswer || error instanceof BadAnswer) return error;
  const { code = '', message } = error;
  if (code === 'HPE_HEADER_OVERFLOW')
    return new BadAnswer(`Its headers are longer than ${maxHeaderBytes} bytes.`);
  if (code.startsWith('HPE_')) return new BadAnswer('It is not HTTP.');
  const reason = code === 'ECONNRESET' ? 'The connection was closed before the end of the answer.' : message;
  return new NoAnswer(/[.!?]$/.test(reason) ? excerpt(reason) : `${excerpt(reason)}.`, { cause: error });
}
