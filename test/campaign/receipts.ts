/**
 * Mutated receipts: bytes changed, lines swapped, values of other kinds. Whatever is sent, the answer is never 5xx, and only
 * what the strict reader of all documents takes for a receipt is accepted.
 */
import assert from 'node:assert/strict';
import { decodeUtf8 } from '../../build/document/front-matter.ts';
import { digestOf, readStrictly } from '../../server/ticket/receipt.ts';
import { receiptText } from '../support/receipt.ts';
import type { Answer } from '../support/server.ts';
import { postReceipt, ticketFrom, ticketServer } from '../support/ticket.ts';
import { type Campaign, randomFrom, withEndings } from './campaign.ts';

const atOnce = 16;
const maxBytes = 4096;

export const campaign: Campaign = {
  description: 'mutated use receipts: no 5xx, and nothing accepted that is not a receipt',
  rounds: 100_000,
  run: ({ seed, rounds, say }) =>
    withEndings(async context => {
      const service = await ticketServer(context, { logLevel: 'silent' });
      const ticket = await ticketFrom(service);
      const original = Buffer.from(receiptText({ ticket }));
      const first = await postReceipt(service, original);
      assert.equal(first.status, 200);
      const random = randomFrom(seed);
      const counts: Record<string, number> = {};
      for (let done = 0; done < rounds; done += atOnce) {
        const bodies = Array.from({ length: Math.min(atOnce, rounds - done) }, () =>
          mutate(original, random),
        );
        const answers = await Promise.all(bodies.map(body => postReceipt(service, body)));
        for (const [index, answer] of answers.entries()) judge(bodies[index]!, answer, ticket, original);
        for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
        if (done % 1600 === 0) say(`${done} of ${rounds}: ${JSON.stringify(counts)}`);
      }
      return counts;
    }),
};

/** The status must be that of the strict reading, whichever way the server read it. */
function judge(body: Buffer, answer: Answer, ticket: string, original: Buffer): void {
  const expected = expectedStatus(body, ticket, original);
  const detail = `${answer.status} instead of ${expected} for\n${body.toString('latin1')}\n${answer.body}`;
  assert.equal(answer.status, expected, detail);
}

function expectedStatus(body: Buffer, ticket: string, original: Buffer): number {
  if (body.length > maxBytes) return 413;
  const decoded = decodeUtf8(body);
  if (!decoded.ok) return 400;
  const reading = readStrictly(decoded.text);
  if (!reading.ok || reading.receipt.ticket !== ticket) return 422;
  const first = readStrictly(original.toString());
  assert.ok(first.ok);
  return digestOf(reading.receipt) === digestOf(first.receipt) ? 200 : 409;
}

const words = [
  'null',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  'pass',
  'fail',
  'family',
  'latest',
  '""',
  '[]',
  '{}',
  '&a 1',
  '*a',
  '!!int 1',
  '2e400',
  '9007199254740993',
  'note: secret',
  '<<: {a: 1}',
  '---',
  '...',
  '%YAML 1.1',
  '\u0000',
  '\ufeff',
  '# comment',
  '|',
  '"12"',
];

/** One to three changes of a receipt. */
function mutate(original: Buffer, random: () => number): Buffer {
  let body: Buffer = Buffer.from(original);
  const times = 1 + Math.floor(random() * 3);
  for (let time = 0; time < times; time += 1) {
    const change = changes[Math.floor(random() * changes.length)]!;
    body = change(body, random);
  }
  return body;
}

const below = (limit: number, random: () => number): number => Math.floor(random() * limit);

const changes: readonly ((body: Buffer, random: () => number) => Buffer)[] = [
  function flipBit(body, random) {
    const copy = Buffer.from(body);
    const at = below(copy.length, random);
    copy[at] = (copy[at] ?? 0) ^ (1 << below(8, random));
    return copy;
  },
  function setByte(body, random) {
    const copy = Buffer.from(body);
    copy[below(copy.length, random)] = below(256, random);
    return copy;
  },
  function cut(body, random) {
    const at = below(body.length, random);
    return Buffer.concat([body.subarray(0, at), body.subarray(at + below(40, random))]);
  },
  function insert(body, random) {
    const at = below(body.length, random);
    const word = words[below(words.length, random)]!;
    return Buffer.concat([body.subarray(0, at), Buffer.from(word), body.subarray(at)]);
  },
  function setValue(body, random) {
    const lines = body.toString('latin1').split('\n');
    const at = below(lines.length, random);
    const word = words[below(words.length, random)]!;
    lines[at] = lines[at]!.replace(/: .*/, `: ${word}`);
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  function swapLines(body, random) {
    const lines = body.toString('latin1').split('\n');
    const [a, b] = [below(lines.length, random), below(lines.length, random)];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  function repeatLine(body, random) {
    const lines = body.toString('latin1').split('\n');
    const at = below(lines.length, random);
    lines.splice(at, 0, ...Array<string>(1 + below(60, random)).fill(lines[at]!));
    return Buffer.from(lines.join('\n'), 'latin1');
  },
];
