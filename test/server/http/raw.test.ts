/** Requests that no HTTP library would send: each gets one clear answer or a closed connection, and the service continues. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { RunningServer } from '../../../server/process/server.ts';
import { send, serve } from '../../support/server.ts';

let server: RunningServer;
before(async () => {
  server = await serve();
  // What answers the rest is loaded when it is first needed.
  await send(server, '/none');
});
after(() => server.stop());

/** The answers in what came back, as far as they are whole: status, and headers by their names. */
function answersIn(text: string): { status: number; headers: Map<string, string>; body: string }[] {
  const answers = [];
  let rest = text;
  while (rest.includes('\r\n\r\n')) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const headers = new Map(
      lines.map(line => {
        const [name = '', value = ''] = line.split(/: (.*)/s);
        return [name.toLowerCase(), value];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    rest = rest.slice(end + 4 + length);
    if (status !== 100) answers.push({ status, headers, body });
  }
  return answers;
}

/**
 * Sends bytes and keeps the connection open, until so many answers are whole; and on until the server closes it, where the
 * last one says that it will.
 */
function exchange(bytes: string, count: number): Promise<string> {
  const { hostname, port } = new URL(server.address);
  return new Promise(resolve => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
      const answers = answersIn(text);
      if (answers.length < count || answers.at(-1)!.headers.get('connection') === 'close') return;
      resolve(text);
      socket.destroy();
    });
    // A reset is a way to be closed.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const page = '/patterns/gate.md';
const host = 'Host: catalog.test\r\n';
const get = (rest = '', target = page) => `GET ${target} HTTP/1.1\r\n${host}${rest}\r\n`;
const post = (headers: string, body: string, target = '/v1/use-receipts') =>
  `POST ${target} HTTP/1.1\r\n${host}Content-Type: text/markdown\r\n${headers}\r\n${body}`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const smuggled = get('', '/smuggled');

/** The bytes that are sent, and the statuses that must come back, in order. */
const cases: [what: string, bytes: string, statuses: number[]][] = [
  ['a plain request', get(), [200]],
  ['two requests at once', get() + get(), [200, 200]],
  ['a page, then what is none, then a page', get() + get('', '/none') + get(), [200, 404, 200]],
  ['no Host', `GET ${page} HTTP/1.1\r\n\r\n`, [400]],
  ['two Hosts', get('Host: other.test\r\n'), [400]],
  ['two equal Hosts', get(host), [400]],
  ['two Hosts in other letters', get('hOST: catalog.test\r\n'), [400]],
  ['two Hosts over HTTP/1.0', `GET ${page} HTTP/1.0\r\n${host}${host}\r\n`, [400]],
  ['no Host over HTTP/1.0', `GET ${page} HTTP/1.0\r\n\r\n`, [200]],
  ['a second Host behind 2000 headers', get(`${'a:\r\n'.repeat(2500)}Host: other.test\r\n`), [400]],
  ['a second Host behind 100 headers', get(`${'a:\r\n'.repeat(100)}Host: other.test\r\n`), [400]],
  ['an empty Host', `GET ${page} HTTP/1.1\r\nHost:\r\n\r\n`, [200]],
  ['a Host with a space before its colon', `GET ${page} HTTP/1.1\r\nHost : a\r\n\r\n`, [400]],
  ['HTTP/0.9', `GET ${page}\r\n\r\n`, [400]],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['HTTP/1.2', `GET ${page} HTTP/1.2\r\n${host}\r\n`, [400]],
  ['HTTP/11', `GET ${page} HTTP/11\r\n${host}\r\n`, [400]],
  ['a version in small letters', `GET ${page} http/1.1\r\n${host}\r\n`, [400]],
  ['a method that does not exist', `BREW ${page} HTTP/1.1\r\n${host}\r\n`, [400]],
  ['a method in small letters', `get ${page} HTTP/1.1\r\n${host}\r\n`, [400]],
  ['an uncommon method', `PROPFIND ${page} HTTP/1.1\r\n${host}\r\n`, [405]],
  ['TRACE', `TRACE ${page} HTTP/1.1\r\n${host}\r\n`, [405]],
  ['CONNECT', `CONNECT catalog.test:443 HTTP/1.1\r\n${host}\r\n`, [405]],
  ['CONNECT, and at once what is for the tunnel', `CONNECT a:1 HTTP/1.1\r\n${host}\r\n${smuggled}`, [405]],
  ['CONNECT behind a request', `${get()}CONNECT a:1 HTTP/1.1\r\n${host}\r\n`, [200, 405]],
  ['an upgrade to a WebSocket', get('Connection: Upgrade\r\nUpgrade: websocket\r\n'), [200]],
  [
    'an upgrade to HTTP/2',
    get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n'),
    [200],
  ],
  ['an upgrade, and at once a request', get('Connection: Upgrade\r\nUpgrade: x\r\n') + get(), [200]],
  ['an upgrade with a body', post('Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 1\r\n', 'x'), [422]],
  ['OPTIONS of the whole service', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, [204]],
  ['GET of the whole service', get('', '*'), [404]],
  ['a whole URL', get('', `http://other.test${page}`), [200]],
  ['a whole URL with a port that is none', get('', `http://other.test:99999999${page}`), [200]],
  ['a whole URL of another scheme', get('', `ftp://other.test${page}`), [404]],
  ['a whole URL without a path', get('', 'http://other.test'), [200]],
  ['a target without a slash', get('', 'patterns/gate.md'), [400]],
  ['a target with a fragment', get('', `${page}#x`), [404]],
  ['two slashes', get('', `/${page}`), [404]],
  ['a target with a space', get('', '/a b'), [400]],
  ['a target with a tab', get('', '/a\tb'), [400]],
  ['a target with bytes past ASCII', get('', '/\xff\xfe'), [400]],
  ['a target with NUL', get('', '/a\0b'), [400]],
  ['a target of 8000 characters', get('', `/${'a'.repeat(8000)}`), [400]],
  ['a target larger than a header may be', get('', `/${'a'.repeat(20_000)}`), [400]],
  ['a query of 8000 characters', get('', `${page}?${'a'.repeat(8000)}`), [400]],
  ['a header larger than it may be', get(`X: ${'a'.repeat(20_000)}\r\n`), [400]],
  ['200 headers', get('a:\r\n'.repeat(199)), [200]],
  ['201 headers', get('a:\r\n'.repeat(200)), [400]],
  ['16,000 headers', get('a:\r\n'.repeat(16_000)), [400]],
  ['a header without a colon', get('nonsense\r\n'), [400]],
  ['a header without a name', get(': value\r\n'), [400]],
  ['a header folded over two lines', get('X: a\r\n b\r\n'), [400]],
  ['NUL in a header', get('X: a\0b\r\n'), [400]],
  ['a control character in a header', get('X: a\x01b\r\n'), [400]],
  ['a lone CR in a header', get('X: a\rb\r\n'), [400]],
  ['a lone CR as the end of a line', `GET ${page} HTTP/1.1\r${host}\r\r`, [400]],
  ['lone LFs as the ends of lines', `GET ${page} HTTP/1.1\nHost: a\n\n`, [400]],
  ['empty lines before a request', `\r\n\r\n${get()}`, [200]],
  ['a length and chunks', post(`Content-Length: 4\r\n${chunked}`, `0\r\n\r\n${smuggled}`), [400]],
  ['chunks and a length', post(`${chunked}Content-Length: 4\r\n`, `0\r\n\r\n${smuggled}`), [400]],
  ['two lengths', post('Content-Length: 1\r\nContent-Length: 2\r\n', 'xx'), [400]],
  ['two equal lengths', post('Content-Length: 1\r\nContent-Length: 1\r\n', 'x'), [400]],
  ['a list of lengths', post('Content-Length: 1, 1\r\n', 'x'), [400]],
  ['a negative length', post('Content-Length: -1\r\n', 'x'), [400]],
  ['a length with a sign', post('Content-Length: +1\r\n', 'x'), [400]],
  ['a length in hexadecimal', post('Content-Length: 0x1\r\n', 'x'), [400]],
  ['a length past all numbers', post(`Content-Length: ${'9'.repeat(30)}\r\n`, 'x'), [400]],
  ['an empty length', post('Content-Length:\r\n', ''), [400]],
  ['a length with a space before its colon', post('Content-Length : 5\r\n', smuggled), [400]],
  ['chunks that are not the last coding', post('Transfer-Encoding: chunked, identity\r\n', smuggled), [400]],
  ['an unknown coding', post('Transfer-Encoding: xchunked\r\n', smuggled), [400]],
  ['chunks twice', post('Transfer-Encoding: chunked, chunked\r\n', `0\r\n\r\n`), [400]],
  ['two codings in two headers', post(`${chunked}Transfer-Encoding: identity\r\n`, smuggled), [400]],
  ['a size of a chunk that is no number', post(chunked, 'zz\r\n'), [400]],
  ['a size of a chunk that is negative', post(chunked, '-1\r\nx\r\n0\r\n\r\n'), [400]],
  ['a size of a chunk past all numbers', post(chunked, `${'f'.repeat(20)}\r\n`), [400]],
  ['a size of a chunk with 0x', post(chunked, '0x1\r\nx\r\n0\r\n\r\n'), [400]],
  ['a chunk longer than it says', post(chunked, '1\r\nxy\r\n0\r\n\r\n'), [400]],
  ['a long extension of a chunk', post(chunked, `1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`), [400]],
  ['trailers', post(chunked, '1\r\nx\r\n0\r\nHost: other.test\r\n\r\n') + get(), [422, 200]],
  ['a trailer larger than a header may be', post(chunked, `0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`), [400]],
  ['a body with GET', `${get('Content-Length: 5\r\n')}hello${get()}`, [200, 200]],
  ['chunks with GET', `${get(chunked)}5\r\nhello\r\n0\r\n\r\n${get()}`, [200, 200]],
  [
    'a body with HEAD',
    `HEAD ${page} HTTP/1.1\r\n${host}Content-Length: 1\r\nConnection: close\r\n\r\nx`,
    [200],
  ],
  ['a receipt that is too large', post('Content-Length: 1000000\r\n', 'x'), [413]],
  ['a receipt that is too large, in chunks', post(chunked, `2000\r\n${'x'.repeat(0x2000)}\r\n`), [413]],
  ['a receipt that waits to be asked for', post('Expect: 100-continue\r\nContent-Length: 1\r\n', 'x'), [422]],
  [
    'one too large that waits to be asked for',
    post('Expect: 100-continue\r\nContent-Length: 1000000\r\n', ''),
    [413],
  ],
  ['another expectation', get('Expect: a-miracle\r\n'), [200]],
  ['a request for the MCP endpoint that is none', post('Content-Length: 1\r\n', 'x', '/mcp'), [415]],
  ['nonsense', 'nonsense\r\n\r\n', [400]],
  ['a beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['nonsense behind a request', `${get()}nonsense\r\n\r\n`, [200]],
];

describe('of what no library would send,', () => {
  for (const [what, bytes, statuses] of cases) {
    test(`${what} is answered ${statuses.join(' and ')}`, async () => {
      const text = await exchange(bytes, statuses.length);
      const answers = answersIn(text);
      assert.deepEqual(
        answers.map(({ status }) => status),
        statuses,
        text.slice(0, 600),
      );
      for (const { headers } of answers) {
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      }
      assert.doesNotMatch(text, /smuggled/);
      assert.equal((await send(server, page)).status, 200);
    });
  }
});
