/**
 * Heads of answers: a status line and headers that are serialized once, when a page is prepared.
 *
 * `writeHead` checks every name and value again on each request, which costs more than all the rest of a static answer. A head
 * that was checked once is put into the fields in which `ServerResponse` keeps its own (`_header` and `outputData`, which
 * `writeHead` and the first write fill too). If these fields are not as expected, or the connection is not an ordinary one,
 * `writeHead` is used.
 */
import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** The fields of a response that its types do not declare. */
interface Inner {
  _header: string | null | undefined;
  _headerSent: boolean | undefined;
  _hasBody: boolean | undefined;
  _keepAliveTimeout: number;
  outputData: { data: Buffer; encoding: string; callback: null }[];
  outputSize: number;
  _onPendingData(bytes: number): void;
}

/** A status line and headers that can be sent any number of times. */
export class Head {
  readonly #status: number;
  readonly #headers: readonly string[];
  readonly #bytes: Buffer;

  /**
   * Serializes the head of an answer.
   * @param headers names and values in turn, as `writeHead` takes them
   * @throws TypeError when HTTP does not allow one of them
   */
  constructor(status: number, headers: readonly string[]) {
    this.#status = status;
    this.#headers = headers;
    this.#bytes = checkedLines(headers);
  }

  /** Sends an answer with this head, and with a body if one is given. */
  send(response: ServerResponse, body?: Buffer): void {
    const inner = response as unknown as Inner;
    if (!isOrdinary(response, inner)) {
      response.writeHead(this.#status, [...this.#headers]);
      response.end(body);
      return;
    }
    // Only bytes are pushed, and none of them copied: the operating system gathers them.
    push(inner, this.#open(response, inner).bytes);
    if (body !== undefined) push(inner, this.#bytes);
    response.end(body ?? this.#bytes);
  }

  /**
   * Sends an answer with this head, further headers, and a body.
   * @param more names and values in turn; the service itself chose them, so they are not checked again
   * @param end bytes that follow the body
   */
  sendWith(response: ServerResponse, more: readonly string[], body: Buffer, end?: Buffer): void {
    const inner = response as unknown as Inner;
    if (!isOrdinary(response, inner)) {
      response.writeHead(this.#status, [...this.#headers, ...more]);
      response.end(end ? Buffer.concat([body, end]) : body);
      return;
    }
    push(inner, Buffer.from(this.#open(response, inner).text + linesOf(more), 'latin1'));
    push(inner, this.#bytes);
    if (end !== undefined) push(inner, body);
    response.end(end ?? body);
  }

  /** Marks a response as one whose head is written, and returns the start of its answer. */
  #open(response: ServerResponse, inner: Inner): Opening {
    const opening = openingOf(this.#status, inner._keepAliveTimeout);
    response.statusCode = this.#status;
    inner._header = opening.text;
    inner._headerSent = true;
    return opening;
  }
}

const isOrdinary = (response: ServerResponse, inner: Inner): boolean =>
  inner._header === null &&
  inner._headerSent === false &&
  // A response to HEAD drops the bytes that are passed to `end`.
  inner._hasBody === true &&
  inner.outputData?.length === 0 &&
  typeof inner._onPendingData === 'function' &&
  response.shouldKeepAlive &&
  response.req.httpVersionMinor === 1;

function push(inner: Inner, data: Buffer): void {
  inner.outputData.push({ data, encoding: 'buffer', callback: null });
  inner.outputSize += data.length;
  inner._onPendingData(data.length);
}

/**
 * Serializes headers, with the empty line that ends them.
 * @throws TypeError when HTTP does not allow one of them
 */
function checkedLines(headers: readonly string[]): Buffer {
  for (let index = 0; index < headers.length; index += 2) {
    validateHeaderName(headers[index]!);
    validateHeaderValue(headers[index]!, headers[index + 1]!);
  }
  return Buffer.from(`${linesOf(headers)}\r\n`, 'latin1');
}

function linesOf(headers: readonly string[]): string {
  let text = '';
  for (let index = 0; index < headers.length; index += 2)
    text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return text;
}

/** The start of an answer: the status line, and the headers that Node.js adds on a connection that stays open. */
interface Opening {
  status: number;
  keepAliveTimeout: number;
  /** The second of the `Date` header, since 1970. */
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
