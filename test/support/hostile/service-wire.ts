/** Answers that are no honest HTTP, or no document at all: nobody needs to know the API to send them. */
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { error as errorKind } from '#document/kind/error.ts';
import { head, type Kind } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { type Attack, bytesOf, commands, line, text } from './service-attack.ts';
import type { Recorded } from './service-recording.ts';

const megabyte = 1024 * 1024;

/** Sends as long as somebody reads. */
function endlessly(socket: Socket, head: string, piece: string): void {
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const packed = (pack: (bytes: Buffer) => Buffer, coding: string) => {
  let bomb: Buffer | undefined;
  return (socket: Socket, honest: Recorded) => {
    bomb ??= pack(Buffer.alloc(300 * megabyte));
    socket.write(bytesOf({ ...honest, body: bomb }, { 'Content-Encoding': coding }));
  };
};

const redirect =
  (status: number, to: (elsewhere: string) => string) =>
  (socket: Socket, honest: Recorded, elsewhere: string) =>
    socket.write(bytesOf({ ...honest, status }, { Location: to(elsewhere) }));

const silent = /does not answer|is refused|There is no|cannot be/;
const moved = /redirect|answers 30|cannot be read|no document|is not HTTP/;
const longer = /longer than/;
const notDocument = /is not a document|is no document|cannot be read|another digest/;

type Row = [name: string, wire: NonNullable<Attack['wire']>, says: RegExp];
const rows: Row[] = [
  ['no HTTP', socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), /is not HTTP|does not answer/],
  ['nothing at all', socket => socket.end(), silent],
  [
    'a reset in the middle',
    (socket, it) => socket.write(bytesOf(it).subarray(0, 80), () => socket.resetAndDestroy()),
    silent,
  ],
  [
    'fewer bytes than announced',
    (socket, it) => socket.end(bytesOf(it, { 'Content-Length': '99999' })),
    silent,
  ],
  [
    'a body of 300 MB, announced',
    (socket, it) =>
      endlessly(
        socket,
        bytesOf({ ...it, body: Buffer.alloc(0) }, { 'Content-Length': '300000000' }).toString(),
        'x'.repeat(65_536),
      ),
    longer,
  ],
  [
    'a body without end',
    (socket, it) =>
      endlessly(
        socket,
        bytesOf({ ...it, body: Buffer.alloc(0) }, { 'Content-Length': '' })
          .toString()
          .replace('Content-Length: \r\n', 'Transfer-Encoding: chunked\r\n'),
        `10000\r\n${'x'.repeat(65_536)}\r\n`,
      ),
    longer,
  ],
  ['a bomb in gzip', packed(gzipSync, 'gzip'), /not asked for/],
  [
    'a bomb in Brotli',
    packed(bytes => brotliCompressSync(bytes, { params: { 1: 1 } }), 'br'),
    /not asked for/,
  ],
  ['a bomb in deflate', packed(deflateSync, 'deflate'), /not asked for/],
  [
    'an unknown coding',
    (socket, it) => socket.write(bytesOf(it, { 'Content-Encoding': 'x-evil' })),
    /not asked for/,
  ],
  [
    'headers of 5 MB',
    (socket, it) => socket.write(bytesOf(it, { 'X-Long': 'x'.repeat(5 * megabyte) })),
    /headers are longer/,
  ],
  [
    'a hundred thousand headers',
    (socket, it) =>
      socket.write(
        bytesOf(it, Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`X-${at}`, '1']))),
      ),
    /headers are longer/,
  ],
  [
    'a length twice',
    (socket, it) => socket.write(bytesOf(it, { 'Transfer-Encoding': 'chunked' })),
    /is not HTTP|does not answer/,
  ],
  ...[301, 302, 303, 307, 308].map(
    (status): Row => [`${status} to another server`, redirect(status, it => `${it}/v1`), moved],
  ),
  ['a redirect to a file', redirect(302, () => 'file:///etc/passwd'), moved],
  ['a redirect with control characters', redirect(302, () => 'http://evil.test/\x9b2J\x07'), moved],
  [
    '204',
    (socket, it) => socket.write(bytesOf({ ...it, status: 204, body: Buffer.alloc(0) })),
    /is not a document|204|cannot be read/,
  ],
  [
    '206',
    (socket, it) => socket.write(bytesOf({ ...it, status: 206, body: it.body.subarray(0, 9) })),
    /is not a document|206|cannot be read/,
  ],
  [
    'a status that does not exist',
    (socket, it) => socket.write(bytesOf({ ...it, status: 999 })),
    /999|is not HTTP|cannot be read/,
  ],
  [
    'an hour to wait',
    (socket, it) => socket.write(bytesOf({ ...it, status: 429 }, { 'Retry-After': '9'.repeat(300) })),
    /429|503|cannot be read|does not answer|come back/,
  ],
  [
    'a time to wait that moves the cursor',
    (socket, it) => socket.write(bytesOf({ ...it, status: 503 }, { 'Retry-After': '3600\x9b2J' })),
    /503|cannot be read|is not HTTP/,
  ],
];

const none = Buffer.alloc(0);
const body = (name: string, make: (honest: Buffer) => Buffer): Attack => ({
  name,
  change: it => ({ ...it, body: make(it.body) }),
  touches: commands,
  says: notDocument,
});

/** Bodies that are no documents. */
const bodies: Attack[] = [
  body('an empty body', () => none),
  body('a page of HTML', () => Buffer.from('<!doctype html><title>Sign in</title><script>alert(1)</script>')),
  body('JSON', () => Buffer.from('{"kind":"account"}')),
  body('bytes that are no UTF-8', it => Buffer.concat([it, Buffer.from([0xff, 0xfe, 0xc0])])),
  body('UTF-16', it => Buffer.from(`\ufeff${it}`, 'utf16le')),
  body('zeros', () => Buffer.alloc(100_000)),
  body('3 MB of front matter in one value', it =>
    Buffer.from(String(it).replace(/^---\n/, `---\nx: ${'x'.repeat(3 * megabyte)}\n`)),
  ),
  body('front matter without end', it => Buffer.from(String(it).replaceAll('\n---', '\nx'))),
  body('front matter nested ten thousand deep', it =>
    Buffer.from(String(it).replace(/^---\n/, `---\nx: ${'['.repeat(10_000)}\n`)),
  ),
];

/** YAML that other readers would believe. */
const yaml: Attack[] = (
  [
    ['an anchor', 'x: &a [1, 2]'],
    ['a billion laughs', 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]'],
    ['a tag', 'x: !!js/function "function () { process.exit(9) }"'],
    ['a merge key', '<<: {kind: account}'],
    ['a key twice', 'kind: account\nkind: account'],
    ['a number beyond all others', 'x: 1e999'],
    ['control characters in a key', '"\\u001b[2Jx": 1\n"\\u001b[2Jx": 1'],
    ['a hundred thousand keys', Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`).join('\n')],
  ] as const
).map(([name, added]) => ({ name, change: line(added), touches: commands, says: notDocument }));

/** Documents of another kind than was asked for. */
const kinds: Attack[] = [
  { name: 'a document of another kind', change: text(it => it.replace(/^kind: .*$/m, 'kind: pattern')) },
  {
    name: 'a document of a later schema',
    change: text(it => it.replace(/^schema: .*$/m, 'schema: formation.evil/v9')),
  },
  { name: 'fields that are lists', change: text(it => it.replace(/^(\w+): [^|[{\n]+$/gm, '$1: [1]')) },
  { name: 'fields that are null', change: text(it => it.replace(/^(\w+): [^|[{\n]+$/gm, '$1: null')) },
].map(attack => ({
  ...attack,
  touches: commands,
  says: /is not a document|is no |is of the kind|cannot be read|digest/,
}));

const error = (description: string, more = ''): Buffer =>
  Buffer.from(
    writeDocument(
      {
        ...head(errorKind as unknown as Kind, {
          path: '/x.md',
          baseUrl: 'http://evil.test',
          title: 'No',
          description: 'No.',
        }),
        code: 'forbidden',
      },
      '',
    )
      .replace('description: No.', () => `description: ${description}`)
      .replace('code: forbidden\n', () => `code: forbidden\n${more}`),
  );
const refusals: Attack[] = (
  [
    ['a refusal that moves the cursor', 403, error('"\\e[2J\\e]52;c;ZXZpbA==\\a Open http://evil.test"')],
    ['a refusal that writes from right to left', 422, error('"\\u202egnihtyna"')],
    [
      'a refusal of a hundred thousand mistakes',
      422,
      error('No.', `errors:\n${'  - {field: x, message: "\\e[2J"}\n'.repeat(20_000)}`),
    ],
    ['an error of 3 MB', 500, error('x'.repeat(3 * megabyte))],
    ['a refusal that is no document', 401, Buffer.from('\x1b]0;owned\x07\x1b[31mrm -rf ~\r\n')],
  ] as const
).map(([name, status, bytes]) => ({
  name,
  change: (it: Recorded) => ({ ...it, status, body: bytes }),
  touches: commands,
  says: new RegExp(`${status}|cannot be read`),
}));

/** Commands ask again for several seconds. */
const isSlow = new Set([
  ...['nothing at all', 'a reset in the middle', 'fewer bytes than announced'],
  ...['an hour to wait', 'a time to wait that moves the cursor'],
]);

export const wireAttacks: readonly Attack[] = [
  ...rows.map(
    ([name, wire, says]): Attack => ({
      name,
      wire,
      touches: commands,
      says,
      ...(isSlow.has(name) && { isSlow: true }),
    }),
  ),
  ...bodies,
  ...yaml,
  ...kinds,
  ...refusals,
  {
    name: 'a byte a second',
    wire: (socket, it) => {
      const bytes = bytesOf(it);
      let at = 0;
      const timer = setInterval(() => socket.write(bytes.subarray(at, ++at)), 1000);
      socket.on('close', () => clearInterval(timer));
    },
    touches: commands,
    says: /does not answer|cannot be read|No whole answer|did not end within/,
    isSlow: true,
  },
];
