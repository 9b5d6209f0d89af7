/** Answers that are no honest HTTP, or not what was asked for: nobody needs a key, or to know the API, to send them. */
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { error } from '#document/kind/error.ts';
import { head } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { answerBytes } from '../raw-server.ts';

/** The fault of an answer, by which each side knows what its commands must say. */
export type Sort =
  | 'status'
  | 'busy'
  | 'redirect'
  | 'cut off'
  | 'too long'
  | 'no HTTP'
  | 'coding'
  | 'headers'
  | 'no end'
  | 'no document';

/** @param honest the whole answer that an honest server would send. @param elsewhere the address of another server */
type Wire = (socket: Socket, honest: Buffer, elsewhere: string) => unknown;

interface WireAttack {
  name: string;
  sort: Sort;
  wire: Wire;
  /** It takes seconds of a processor: for the campaign alone. */
  isHeavy?: true;
  /** It takes as long as a command has patience. */
  isSlow?: true;
}

const status =
  (text: string, headers: Record<string, string> = {}): Wire =>
  socket =>
    socket.write(answerBytes('', { status: text, headers }));
const redirect =
  (text: string, to: (elsewhere: string) => string): Wire =>
  (socket, _, elsewhere) =>
    socket.write(answerBytes('', { status: text, headers: { Location: to(elsewhere) } }));
const body =
  (bytes: string | Uint8Array, headers: Record<string, string> = {}): Wire =>
  socket =>
    socket.write(answerBytes(bytes, { headers }));
const raw =
  (text: string): Wire =>
  socket =>
    socket.end(Buffer.from(text, 'latin1'));

/** Writes for as long as somebody reads. */
const endless =
  (first: string, piece: string): Wire =>
  socket => {
    const pieces = Buffer.from(piece.repeat(Math.ceil(50_000 / piece.length)), 'latin1');
    socket.write(Buffer.from(first, 'latin1'));
    const more = () => {
      while (!socket.destroyed && socket.write(pieces));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };

/** Writes a little now and then. */
const drip =
  (first: string, piece: string): Wire =>
  socket => {
    socket.write(first);
    const timer = setInterval(() => socket.write(piece), 500);
    socket.on('close', () => clearInterval(timer));
  };

const packers = {
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 1 }),
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: (bytes: Buffer) => deflateSync(bytes, { level: 1 }),
};

/** A megabyte that comes to 250 MB. */
function bomb(coding: keyof typeof packers): Wire {
  let packed: Buffer | undefined;
  return socket => {
    packed ??= packers[coding](Buffer.alloc(250 * 1024 * 1024));
    socket.write(answerBytes(packed, { headers: { 'Content-Encoding': coding } }));
  };
}

/** A refusal that a person would read. @param description as YAML. @param more lines of its front matter */
export function refusal(description: string, more = ''): Buffer {
  const common = head(error, { path: '/x', baseUrl: 'http://catalog.test', title: 'No', description: 'No.' });
  const fields = { ...common, status: 400, code: 'malformed_request', request_id: 'r', errors: [] };
  const text = writeDocument(fields, '').replace('description: No.', () => `description: ${description}`);
  return Buffer.from(more === '' ? text : text.replace('errors: []\n', () => more));
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const cursor = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e';
const page = '<!doctype html><title>Log in</title><script>alert(1)</script>';

type Row = [name: string, sort: Sort, wire: Wire];

const rows: Row[] = [
  ['status 500', 'status', status('500 Broken')],
  ['status 401', 'status', status('401 Who', { 'WWW-Authenticate': `Basic realm="\u009b31m"` })],
  ['status 204', 'status', status('204 Nothing')],
  ['status 206', 'status', status('206 Part', { 'Content-Range': 'bytes 0-0/9' })],
  ['status 999', 'status', status('999 What')],
  ['a reason with control characters', 'status', status(`500 ${cursor}`)],
  ...[301, 302, 303, 307, 308].map(
    (code): Row => [`${code} to another server`, 'redirect', redirect(`${code} There`, it => `${it}/v1`)],
  ),
  ['a redirect to a file', 'redirect', redirect('307 There', () => 'file:///etc/passwd')],
  ['a redirect with control characters', 'redirect', redirect('301 There', () => '/\u009b2J\u0085x')],
  ['a redirect of 10,000 characters', 'redirect', redirect('301 There', () => `/${'x'.repeat(10_000)}`)],
  ['busy for a year', 'busy', status('503 Later', { 'Retry-After': '31536000' })],
  [
    'busy until the year 9999',
    'busy',
    status('429 Later', { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  ],
  ['busy for longer than numbers can say', 'busy', status('429 Later', { 'Retry-After': '9'.repeat(300) })],
  ['busy for a time that moves the cursor', 'busy', status('503 Later', { 'Retry-After': '3600\u009b2J' })],
  ['a body that was cut off', 'cut off', (socket, honest) => socket.end(honest.subarray(0, -2))],
  ['a connection that closes', 'cut off', socket => socket.destroy()],
  [
    'a reset in the middle',
    'cut off',
    (socket, honest) => socket.write(honest.subarray(0, 80), () => socket.resetAndDestroy()),
  ],
  ['a body without end', 'too long', endless(`${ok}\r\n`, 'x')],
  ['chunks without end', 'too long', endless(chunked, '10\r\n0123456789abcdef\r\n')],
  ['chunks of one byte without end', 'too long', endless(chunked, '1\r\nx\r\n')],
  ['chunk extensions without end', 'no end', endless(`${chunked}1;`, 'x=y;')],
  ['trailers without end', 'no end', endless(`${chunked}0\r\n`, 'X-More: x\r\n')],
  ['a length of a petabyte', 'too long', body('x', { 'Content-Length': '1000000000000000' })],
  ['a negative length', 'no HTTP', raw(`${ok}Content-Length: -1\r\n\r\nx`)],
  ['two lengths', 'no HTTP', raw(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`)],
  [
    'a length and chunks',
    'no HTTP',
    raw(`${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  ],
  ['a chunk of 2^80 bytes', 'no HTTP', raw(`${chunked}fffffffffffffffffffff\r\nx`)],
  ['a gzip bomb', 'coding', bomb('gzip')],
  ['a brotli bomb', 'coding', bomb('br')],
  ['a deflate bomb', 'coding', bomb('deflate')],
  ['codings on codings', 'coding', body('x', { 'Content-Encoding': Array(99).fill('gzip').join(', ') })],
  ['a coding with control characters', 'coding', body('x', { 'Content-Encoding': '\u009b31m' })],
  ['long headers', 'headers', body('x', { 'X-Long': 'x'.repeat(100_000) })],
  ['headers without end', 'headers', endless(ok, 'X-More: x\r\n')],
  ['not HTTP', 'no HTTP', raw('SSH-2.0-OpenSSH_9.7\r\n\u001b[2J')],
  ['a header with NUL', 'no HTTP', raw(`${ok}X-A: \u0000\r\n\r\n`)],
  [
    'a switch of protocols',
    'no end',
    raw('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  ['a page to log in', 'no document', body(page)],
  ['an empty body', 'no document', body('')],
  ['NUL bytes', 'no document', body(Buffer.alloc(1000))],
  ['bytes that are no UTF-8', 'no document', body(Buffer.alloc(1000, 0xff))],
  [
    'a refusal with control characters',
    'status',
    socket =>
      socket.write(answerBytes(refusal(`"No${JSON.stringify(cursor).slice(1)}`), { status: '400 No' })),
  ],
];

const heavy = ['chunks of one byte without end', 'a gzip bomb', 'a brotli bomb', 'a deflate bomb'];

export const wires: readonly WireAttack[] = [
  ...rows.map(
    ([name, sort, wire]): WireAttack => ({
      ...{ name, sort, wire },
      ...(heavy.includes(name) && { isHeavy: true as const }),
    }),
  ),
  { name: 'drips', sort: 'no end', wire: drip(chunked, '1\r\nx\r\n'), isSlow: true },
  { name: 'never an answer', sort: 'cut off', wire: () => undefined, isSlow: true },
  {
    name: 'hints without end',
    sort: 'cut off',
    wire: drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    isSlow: true,
  },
];
