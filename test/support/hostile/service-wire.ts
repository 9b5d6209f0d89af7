/** The messages of commands of a tenant for answers that are no honest HTTP, or no document at all. */
import { type Attack, bytesOf, commands, line, text } from './service-attack.ts';
import type { Recorded } from './service-recording.ts';
import { refusal, type Sort, wires } from './wire.ts';

const megabyte = 1024 * 1024;

const notDocument = /is not a document|is no document|cannot be read|another digest/;
const silent = /does not answer|is refused|There is no|cannot be/;

const said: Readonly<Record<Sort, RegExp>> = {
  status: /\b\d{3}\b|is not a document|cannot be read|no document|is not HTTP/,
  busy: /429|503|cannot be read|does not answer|come back|is not HTTP/,
  redirect: /redirect|answers 30|cannot be read|no document|is not HTTP/,
  ...{ 'cut off': silent, 'too long': /longer than/, 'no HTTP': /is not HTTP|does not answer/ },
  ...{ coding: /did not ask for/, headers: /headers are longer/, 'no end': silent },
  'no document': notDocument,
};

/** Commands ask again for several seconds. */
const isPatient = (sort: Sort): boolean => sort === 'busy' || sort === 'cut off' || sort === 'no end';

const wired: Attack[] = wires.map(({ name, sort, wire, isHeavy, isSlow }) => ({
  name: `the wire: ${name}`,
  wire: (socket, honest, elsewhere) => wire(socket, bytesOf(honest), elsewhere),
  touches: commands,
  says: said[sort],
  ...((isSlow || isPatient(sort) || (isHeavy && sort !== 'coding')) && { isSlow: true }),
}));

const body = (name: string, make: (honest: Buffer) => Buffer): Attack => ({
  name,
  change: it => ({ ...it, body: make(it.body) }),
  touches: commands,
  says: notDocument,
});

/** Bodies that are no documents. */
const bodies: Attack[] = [
  body('JSON', () => Buffer.from('{"kind":"account"}')),
  body('UTF-16', it => Buffer.from(`\ufeff${it}`, 'utf16le')),
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

const refusals: Attack[] = (
  [
    ['a refusal that moves the cursor', 403, refusal('"\\e[2J\\e]52;c;ZXZpbA==\\a Open http://evil.test"')],
    ['a refusal that writes from right to left', 422, refusal('"\\u202egnihtyna"')],
    [
      'a refusal of a hundred thousand mistakes',
      422,
      refusal('No.', `errors:\n${'  - {field: x, message: "\\e[2J"}\n'.repeat(20_000)}`),
    ],
    ['an error of 3 MB', 500, refusal('x'.repeat(3 * megabyte))],
    ['a refusal that is no document', 401, Buffer.from('\x1b]0;owned\x07\x1b[31mrm -rf ~\r\n')],
  ] as const
).map(([name, status, bytes]) => ({
  name,
  change: (it: Recorded) => ({ ...it, status, body: bytes }),
  touches: commands,
  says: new RegExp(`${status}|cannot be read`),
}));

export const wireAttacks: readonly Attack[] = [...wired, ...bodies, ...yaml, ...kinds, ...refusals];
