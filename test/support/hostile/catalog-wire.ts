/** Answers that are no honest HTTP, or not what was asked for: nobody needs a key to send them. */
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { error } from '#document/kind/error.ts';
import { head } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { answerBytes } from '../raw-server.ts';
import { type Attack, readers } from './catalog-attack.ts';

const touches = [...readers, 'search'] as const;
const away = (status: string) => new RegExp(`answers ${status}`);
const refused = (why: string) => new RegExp(`The answer of \\S+ is refused\\. ${why}`);
const tooLong = refused('It is longer than the \\d+ bytes');
const notHttp = refused('It is not HTTP');
const cutOff = /does not answer: .*(?:closed before the end|hang up|No whole answer)/;

const status =
  (text: string, headers: Record<string, string> = {}) =>
  (socket: Socket) =>
    socket.write(answerBytes('', { status: text, headers }));
const body =
  (bytes: string | Uint8Array, headers: Record<string, string> = {}) =>
  (socket: Socket) =>
    socket.write(answerBytes(bytes, { headers }));
const raw = (text: string) => (socket: Socket) => socket.end(Buffer.from(text, 'latin1'));

/** Writes for as long as somebody reads. */
const endless = (first: string, piece: string) => (socket: Socket) => {
  const pieces = Buffer.from(piece.repeat(Math.ceil(50_000 / piece.length)), 'latin1');
  socket.write(Buffer.from(first, 'latin1'));
  const more = () => {
    while (!socket.destroyed && socket.write(pieces));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
};

/** Writes a little now and then. */
const drip = (first: string, piece: string) => (socket: Socket) => {
  socket.write(first);
  const timer = setInterval(() => socket.write(piece), 500);
  socket.on('close', () => clearInterval(timer));
};

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const cursor = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e';

/** A refusal that a person would read, with what moves the cursor of a terminal in it. */
function refusal(): string {
  const common = head(error, { path: '/x', baseUrl: 'http://catalog.test', title: 'No', description: 'No.' });
  const fields = { ...common, status: 400, code: 'malformed_request', request_id: 'r', errors: [] };
  return writeDocument(fields, '').replace(
    'description: No.',
    `description: "No${JSON.stringify(cursor).slice(1)}`,
  );
}

let bombs: Record<'gzip' | 'br' | 'deflate', Buffer> | undefined;
/** A megabyte that comes to 250 MB. */
function bomb(coding: 'gzip' | 'br' | 'deflate'): Buffer {
  const plain = Buffer.alloc(250 * 1024 * 1024);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  bombs ??= {
    gzip: gzipSync(plain, { level: 1 }),
    br: brotliCompressSync(plain, quick),
    deflate: deflateSync(plain, { level: 1 }),
  };
  return bombs[coding];
}

type Row = [name: string, wire: NonNullable<Attack['wire']>, refused: RegExp, more?: Partial<Attack>];

const rows: Row[] = [
  ['status 500', status('500 Broken'), away('500'), { code: 3 }],
  [
    'status 401',
    status('401 Who', { 'WWW-Authenticate': `Basic realm="\u009b31m"` }),
    away('401'),
    { code: 3 },
  ],
  ['status 204', status('204 Nothing'), away('204'), { code: 3 }],
  ['status 206', status('206 Part', { 'Content-Range': 'bytes 0-0/9' }), away('206'), { code: 3 }],
  ['status 999', status('999 What'), away('999'), { code: 3 }],
  ['a reason with control characters', status(`500 ${cursor}`), away('500'), { code: 3 }],
  [
    'a redirect to another host',
    status('302 There', { Location: 'http://169.254.169.254/latest' }),
    /redirect to http:\/\/169\.254.*not followed/,
    { code: 3 },
  ],
  [
    'a redirect to a file',
    status('307 There', { Location: 'file:///etc/passwd' }),
    /redirect to file:.*not followed/,
    { code: 3 },
  ],
  [
    'a redirect with control characters',
    status('301 There', { Location: '/\u009b2J\u0085x' }),
    /redirect to .*not followed/,
    { code: 3 },
  ],
  [
    'a redirect of 10,000 characters',
    status('301 There', { Location: `/${'x'.repeat(10_000)}` }),
    /redirect to \/x{299}…, which is not followed/,
    { code: 3 },
  ],
  ['busy for a year', status('503 Later', { 'Retry-After': '31536000' }), away('503'), { code: 3 }],
  [
    'busy until the year 9999',
    status('429 Later', { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
    away('429'),
    { code: 3 },
  ],
  ['a body that was cut off', (socket, _, honest) => socket.end(honest.subarray(0, -2)), cutOff, { code: 3 }],
  ['a connection that closes', socket => socket.destroy(), cutOff, { code: 3 }],
  ['a body without end', endless(`${ok}\r\n`, 'x'), tooLong],
  ['chunks without end', endless(chunked, '10\r\n0123456789abcdef\r\n'), tooLong],
  ['chunks of one byte without end', endless(chunked, '1\r\nx\r\n'), tooLong],
  [
    'chunk extensions without end',
    endless(`${chunked}1;`, 'x=y;'),
    /refused\.|does not answer/,
    { code: 'any' },
  ],
  ['trailers without end', endless(`${chunked}0\r\n`, 'X-More: x\r\n'), /refused\.|does not answer/],
  ['a length of a petabyte', body('x', { 'Content-Length': '1000000000000000' }), tooLong],
  ['a negative length', raw(`${ok}Content-Length: -1\r\n\r\nx`), notHttp],
  ['two lengths', raw(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`), notHttp],
  [
    'a length and chunks',
    raw(`${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    notHttp,
  ],
  ['a chunk of 2^80 bytes', raw(`${chunked}fffffffffffffffffffff\r\nx`), notHttp],
  [
    'a gzip bomb',
    socket => body(bomb('gzip'), { 'Content-Encoding': 'gzip' })(socket),
    refused('It is in the content coding gzip'),
  ],
  [
    'a brotli bomb',
    socket => body(bomb('br'), { 'Content-Encoding': 'br' })(socket),
    refused('It is in the content coding br'),
  ],
  [
    'a deflate bomb',
    socket => body(bomb('deflate'), { 'Content-Encoding': 'deflate' })(socket),
    refused('It is in the content coding deflate'),
  ],
  [
    'codings on codings',
    body('x', { 'Content-Encoding': Array(99).fill('gzip').join(', ') }),
    refused('It is in the content coding'),
  ],
  [
    'a coding with control characters',
    body('x', { 'Content-Encoding': '\u009b31m' }),
    refused('It is in the content coding'),
  ],
  ['long headers', body('x', { 'X-Long': 'x'.repeat(100_000) }), refused('Its headers are longer')],
  ['headers without end', endless(ok, 'X-More: x\r\n'), refused('Its headers are longer')],
  ['not HTTP', raw('SSH-2.0-OpenSSH_9.7\r\n\u001b[2J'), notHttp],
  ['a header with NUL', raw(`${ok}X-A: \u0000\r\n\r\n`), notHttp],
  [
    'a switch of protocols',
    raw('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    /does not answer|refused/,
    { code: 'any' },
  ],
  [
    'a page to log in',
    body('<!doctype html><title>Log in</title><script>alert(1)</script>'),
    /not JSON|is not a document|answers no search/,
    { code: 'any' },
  ],
  ['an empty body', body(''), /not JSON|is not a document|answers no search/, { code: 'any' }],
  ['NUL bytes', body(Buffer.alloc(1000)), /not JSON|is not a document|answers no search/, { code: 'any' }],
  [
    'bytes that are no UTF-8',
    body(Buffer.alloc(1000, 0xff)),
    /not JSON|is not a document|answers no search/,
    { code: 'any' },
  ],
  [
    'a refusal with control characters',
    socket => socket.write(answerBytes(refusal(), { status: '400 No' })),
    away('400'),
    { code: 3 },
  ],
  ['drips', drip(chunked, '1\r\nx\r\n'), cutOff, { code: 3, isSlow: true }],
  ['never an answer', () => undefined, cutOff, { code: 3, isSlow: true }],
  ['hints without end', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), cutOff, { code: 3, isSlow: true }],
];

const heavy = ['chunks of one byte without end', 'a gzip bomb', 'a brotli bomb', 'a deflate bomb'];

export const wireAttacks: readonly Attack[] = rows.map(([name, wire, expected, more]) => ({
  name: `the wire: ${name}`,
  wire,
  touches,
  refused: expected,
  ...(heavy.includes(name) && { isHeavy: true }),
  ...more,
}));
