/**
 * Heads: status line and headers that are written out once, when a page is made ready.
 *
 * `writeHead` checks every name and value again on each request, which costs more than all else that a static answer does.
 * A head that was checked once is put where `ServerResponse` keeps its own (`_header` and `outputData`, which `writeHead`
 * and the first write fill too). Where these fields are not as expected, or the connection is not an ordinary one,
 * `writeHead` is used.
 */
import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** The fields of a response that are not part of its types. */
interface Inner {
  _header: string | null | undefined;
  _headerSent: boolean | undefined;
  _keepAliveTimeout: number;
  outputData: { data: Buffer; encoding: string; callback: null }[];
  outputSize: number;
  _onPendingData(bytes: number): void;
}

/** A status line and headers, ready to be sent again and again. */
export class Head {
  readonly #status: number;
  readonly #headers: readonly string[];
  readonly #bytes: Buffer;

  /**
   * @param headers names and values in turn, as `writeHead` takes them
   * @throws TypeError when HTTP does not allow one of them
   */
  constructor(status: number, headers: readonly string[]) {
    this.#status = status;
    this.#headers = headers;
    this.#bytes = headerLines(headers);
  }

  /** Answers with this head, and a body where there is one. */
  send(response: ServerResponse, body?: Buffer): void {
    const inner = response as unknown as Inner;
    if (isOrdinary(response, inner)) {
      const opening = openingOf(this.#status, inner._keepAliveTimeout);
      response.statusCode = this.#status;
      if (body === undefined) {
        inner._header = opening.text + this.#bytes.toString('latin1');
      } else {
        // Nothing but bytes, and none of them copied: the operating system gathers them.
        inner._header = opening.text;
        inner._headerSent = true;
        push(inner, opening.bytes);
        push(inner, this.#bytes);
      }
    } else {
      response.writeHead(this.#status, this.#headers as string[]);
    }
    response.end(body);
  }
}

const isOrdinary = (response: ServerResponse, inner: Inner): boolean =>
  inner._header === null &&
  inner._headerSent === false &&
  inner.outputData?.length === 0 &&
  typeof inner._onPendingData === 'function' &&
  response.shouldKeepAlive &&
  response.req.httpVersionMinor === 1;

function push(inner: Inner, data: Buffer): void {
  inner.outputData.push({ data, encoding: 'buffer', callback: null });
  inner.outputSize += data.length;
  inner._onPendingData(data.length);
}

/** Headers as they go over the wire, with the empty line that ends them. */
function headerLines(headers: readonly string[]): Buffer {
  let text = '';
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return Buffer.from(`${text}\r\n`, 'latin1');
}

/** What an answer begins with: the status line, and what Node.js adds to each answer on a connection that stays open. */
interface Opening {
  status: number;
  keepAliveTimeout: number;
  /** Seconds since 1970. */
  second: number;
  text: string;
  bytes: Buffer;
}

const openings = new Map<number, Opening>();

function openingOf(status: number, keepAliveTimeout: number): Opening {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  const last = openings.get(status);
  if (last !== undefined && last.second === second && last.keepAliveTimeout === keepAliveTimeout) return last;
  const keepAlive =
    keepAliveTimeout > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n` : '';
  const text = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`,
    `Date: ${new Date(now).toUTCString()}\r\nConnection: keep-alive\r\n${keepAlive}`,
  ].join('');
  const opening = { status, keepAliveTimeout, second, text, bytes: Buffer.from(text, 'latin1') };
  openings.set(status, opening);
  return opening;
}
