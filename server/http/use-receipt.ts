/** `POST /v1/use-receipts`: redeems a ticket with one use receipt (docs/use-tickets.md#10). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { doorTypes } from '#document/message/door.ts';
import { useReceiptAcceptance } from '#document/message/use-receipt-acceptance.ts';
import { decodeUtf8 } from '#document/text/front-matter.ts';
import { oncePer } from '#document/text/once-per.ts';
import { openTo } from '../site/cors.ts';
import { Head } from '../site/preserialized-headers.ts';
import { listedFault, Refusal } from '../support/refusal.ts';
import { writeAcceptance } from '../ticket/rule/acceptance.ts';
import { refuseWhilePaused, type TicketProblem, ticketRefusals } from '../ticket/rule/problem.ts';
import { type ReadReceipt, readReceipt } from '../ticket/rule/receipt.ts';
import type { Redeemed } from '../ticket/service.ts';
import { isMarkdown, readBody } from './body.ts';
import type { Context } from './context.ts';
import { documentHeaders } from './document-headers.ts';

/**
 * Answers a use receipt. Checks in a fixed order the network, size, media type, pause, document and ticket
 * (docs/use-tickets.md#13).
 * @throws Refusal for the first check that fails, before anything is recorded
 */
export async function postUseReceipt(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<void> {
  context.gatekeeper.admitReceipt(request);
  const body = await readBody(request, doorTypes.receipt.body.limit);
  if (!isMarkdown(request)) throw notMarkdown();
  refuseWhilePaused(context.ticketService.pausedForSeconds, 'receipt');
  const read = readOrRefuse(body);
  const redeemed = await context.ticketService.redeem(read.receipt);
  if (!redeemed.ok) throw refusalOf(redeemed.why, read);
  sendAcceptance(response, redeemed, context.common);
}

const notMarkdown = (): Refusal =>
  new Refusal(
    'unsupported_media_type',
    'Send a use receipt with `Content-Type: text/markdown; charset=utf-8`.',
  );

/**
 * Reads the receipt in a body.
 * @throws Refusal that lists everything that is wrong with the receipt
 */
function readOrRefuse(body: Buffer): ReadReceipt {
  const decoded = decodeUtf8(body);
  if (!decoded.ok) throw refusalOfBytes(decoded.faults, body);
  const parsed = readReceipt(decoded.text);
  if (parsed.ok) return parsed;
  throw new Refusal(
    'validation_failed',
    'The receipt was not recorded. Correct every field below and send it again.',
    {
      errors: parsed.faults.map(listedFault),
    },
  );
}

const byteOrderMark = 0xef;

/**
 * Makes the refusal of a body that cannot be read as text: `validation_failed` if its first byte is that of a byte-order mark,
 * otherwise `malformed_request`.
 */
function refusalOfBytes(faults: Parameters<typeof listedFault>[0][], body: Buffer): Refusal {
  const code = body[0] === byteOrderMark ? 'validation_failed' : 'malformed_request';
  return new Refusal(code, 'The body cannot be read as UTF-8 without byte-order mark.', {
    errors: faults.map(listedFault),
  });
}

function refusalOf(why: TicketProblem, read: ReadReceipt): Refusal {
  const { code, rule, message, help } = ticketRefusals[why];
  return new Refusal(code, `${message} ${help}`, {
    errors: [listedFault({ field: 'ticket', rule, message, help, ...read.ticketPlace() })],
  });
}

function sendAcceptance(
  response: ServerResponse,
  { acceptance, replayed }: Redeemed & { ok: true },
  common: readonly string[],
): void {
  const body = Buffer.from(writeAcceptance(acceptance));
  const { first, repeated } = acceptanceHeads(common);
  (replayed ? repeated : first).sendWith(response, ['Content-Length', String(body.length)], body);
}

const acceptanceHeads = oncePer((common: readonly string[]) => {
  const headers = [...documentHeaders(common, useReceiptAcceptance.kind), ...openTo.acceptance];
  return {
    first: new Head(200, headers),
    repeated: new Head(200, [...headers, 'Idempotent-Replayed', 'true']),
  };
});
