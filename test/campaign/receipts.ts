/**
 * Mutated receipts: bytes changed, lines swapped, values of other kinds. Whatever is sent, the answer is never 5xx, and what
 * is accepted keeps the rules (docs/use-tickets.md#11), by a second reading of them that shares nothing with the service.
 */
import assert from 'node:assert/strict';
import { decodeUtf8 } from '../../build/document/text/front-matter.ts';
import { readReceipt } from '../../server/ticket/rule/receipt.ts';
import { digestOf } from '../../server/ticket/rule/report-digest.ts';
import { memoryFolder } from '../support/folder.ts';
import { randomFrom } from '../support/random.ts';
import { receiptText } from '../support/receipt.ts';
import { brokenRules } from '../support/receipt-rules.ts';
import type { Answer } from '../support/server.ts';
import {
  issueCredential,
  postReceipt,
  type TicketServer,
  ticketFrom,
  ticketServer,
} from '../support/ticket.ts';
import { type Campaign, withEndings } from './campaign.ts';

const lanes = 16;
const maxBytes = 4096;

export const campaign: Campaign = {
  description: 'mutated use receipts: no 5xx, and nothing accepted that is not a receipt',
  rounds: 100_000,
  run: ({ seed, rounds, say }) =>
    withEndings(async context => {
      const service = await ticketServer(context, { logLevel: 'silent', dataDir: memoryFolder() });
      const { authorization } = await issueCredential(service.store);
      const counts: Record<string, number> = {};
      let left = rounds;
      const lane = async (_: unknown, index: number) => {
        const random = randomFrom(seed * lanes + index);
        let current = await freshTicket(service, authorization);
        while (left > 0) {
          left -= 1;
          const status = await tryOne(service, current, random);
          counts[status] = (counts[status] ?? 0) + 1;
          // A ticket that was redeemed is kept for a while: replays and conflicts are tried too.
          if (current.accepted && random() < 0.05) current = await freshTicket(service, authorization);
          if (left % 1600 === 0) say(`${left} left: ${JSON.stringify(counts)}`);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return counts;
    }),
};

interface Ticket {
  ticket: string;
  original: Buffer;
  /** The digest of the receipt that redeemed it. */
  accepted?: string;
}

async function freshTicket(service: TicketServer, authorization: string): Promise<Ticket> {
  const ticket = await ticketFrom(service, '/patterns/gate.md', { authorization });
  return { ticket, original: Buffer.from(receiptText({ ticket })) };
}

/** Sends one mutation; the status must be that of the strict reading, whichever way the server read it. */
async function tryOne(service: TicketServer, current: Ticket, random: () => number): Promise<number> {
  const body = mutate(current.original, random);
  const expected = expectedAnswer(body, current);
  const answer = await postReceipt(service, body);
  const detail = `${answer.status} instead of ${expected.status} for\n${body.toString('latin1')}\n${answer.body}`;
  assert.equal(answer.status, expected.status, detail);
  if (answer.status === 200) {
    assert.deepEqual(brokenRules(body), [], detail);
    noteAcceptance(answer, current, expected.digest!);
  }
  return answer.status;
}

function noteAcceptance({ headers }: Answer, current: Ticket, digest: string): void {
  assert.equal(headers['idempotent-replayed'] === 'true', current.accepted !== undefined);
  current.accepted ??= digest;
}

function expectedAnswer(body: Buffer, { ticket, accepted }: Ticket): { status: number; digest?: string } {
  if (body.length > maxBytes) return { status: 413 };
  const decoded = decodeUtf8(body);
  if (!decoded.ok) return { status: body[0] === 0xef ? 422 : 400 };
  const parsed = readReceipt(decoded.text);
  if (!parsed.ok || parsed.receipt.ticket !== ticket) return { status: 422 };
  const digest = digestOf(parsed.receipt);
  return { status: accepted === undefined || accepted === digest ? 200 : 409, digest };
}

const words = [
  ...['null', '-1', '1.5', '1e3', '0x10', 'pass', 'fail', 'family', 'latest', '""', '[]', '{}', '&a 1'],
  ...['*a', '!!int 1', '2e400', '9007199254740993', 'note: secret', '<<: {a: 1}', '---', '...'],
  ...['%YAML 1.1', '\u0000', '\ufeff', '# comment', '|', '"12"'],
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
