/**
 * Heads: answers whose status line and headers are written out once, when a page is made ready.
 *
 * `writeHead` checks every name and value again on each request, which costs more than all else that a static answer does.
 * A head that was checked once is put where `ServerResponse` keeps its own (`_header`, which `writeHead` fills too). Where
 * that field is not as expected, or the connection is not an ordinary one, `writeHead` is used.
 */
import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** The fields of a response that are not part of its types. */
interface Inner {
  _header: string | null | undefined;
  _keepAliveTimeout: number;
}

/** A status line and headers, ready to be sent again and again. */
export class Head {
  readonly #status: number;
  readonly #headers: readonly string[];
  readonly #text: string;
  /** The text with its ending, which holds for the second in which it was last sent. */
  #whole = '';
  #ending = '';

  /**
   * @param headers names and values in turn, as `writeHead` takes them
   * @throws TypeError when HTTP does not allow one of them
   */
  constructor(status: number, headers: readonly string[]) {
    this.#status = status;
    this.#headers = headers;
    this.#text = headText(status, headers);
  }

  /** Begins an answer with this head; its end sends it. */
  begin(response: ServerResponse): void {
    if (!isOrdinary(response)) {
      response.writeHead(this.#status, this.#headers as string[]);
      return;
    }
    const ending = endOfHead(response);
    if (ending !== this.#ending) {
      this.#ending = ending;
      this.#whole = inOnePiece(this.#text + ending);
    }
    response.statusCode = this.#status;
    innerOf(response)._header = this.#whole;
  }

  /**
   * Begins an answer with this head and headers of its own.
   * @param more names and values in turn, which nobody but the service chose: they are not checked again
   */
  beginWith(response: ServerResponse, more: readonly string[]): void {
    if (!isOrdinary(response)) {
      response.writeHead(this.#status, [...this.#headers, ...more]);
      return;
    }
    let text = this.#text;
    for (let index = 0; index < more.length; index += 2) text += `${more[index]}: ${more[index + 1]}\r\n`;
    response.statusCode = this.#status;
    innerOf(response)._header = text + endOfHead(response);
  }
}

const innerOf = (response: ServerResponse): Inner => response as unknown as Inner;

/** Whether a response is as expected, on a connection that stays open. */
const isOrdinary = (response: ServerResponse): boolean =>
  innerOf(response)._header === null && response.shouldKeepAlive && response.req.httpVersionMinor === 1;

/** A status line and headers as they go over the wire, but for what depends on the moment and the connection. */
function headText(status: number, headers: readonly string[]): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return inOnePiece(text);
}

/** A text put together from pieces stays a chain of them in V8, to be walked at each use; a decoded one is one piece. */
const inOnePiece = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

let ending = '';
let endingTimeout = -1;
let endingSecond = -1;

/** The headers that Node.js adds to each answer on a connection that stays open: date, connection, keep-alive. */
function endOfHead(response: ServerResponse): string {
  const keepAliveTimeout = innerOf(response)._keepAliveTimeout;
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== endingSecond || keepAliveTimeout !== endingTimeout) {
    endingSecond = second;
    endingTimeout = keepAliveTimeout;
    const keepAlive =
      keepAliveTimeout > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n` : '';
    ending = `Date: ${new Date(now).toUTCString()}\r\nConnection: keep-alive\r\n${keepAlive}\r\n`;
  }
  return ending;
}
