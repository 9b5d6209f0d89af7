/** `POST /v1/use-receipts`: the order of its checks, each refusal, replays, expiry, rotation and pause. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { publishedSchema } from '#document/kind/kind.ts';
import { useReceiptAcceptance } from '#document/message/use-receipt-acceptance.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { describedFromNow } from '../../support/described.ts';
import { receiptText } from '../../support/receipt.ts';
import {
  fieldsOf,
  inShort,
  issueCredential,
  postReceipt,
  redeem,
  ticketFrom,
  ticketServer,
} from '../../support/ticket.ts';

describedFromNow();

const week = 7 * 24 * 3600;
const starter = '/starters/solo-mender/1.0.0.md';

describe('a use receipt', () => {
  test('is accepted with a document of its kind', async context => {
    const service = await ticketServer(context);
    service.pass(60);
    const answer = await redeem(service, await ticketFrom(service, starter));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['idempotent-replayed'], undefined);
    const fields = fieldsOf(answer);
    assert.ok(publishedSchema(useReceiptAcceptance as never).safeParse(fields).success);
    assert.match(String(fields.receipt_digest), /^sha256:[0-9a-f]{64}$/);
    assert.deepEqual(
      { ...fields, receipt_digest: '' },
      {
        ...{ schema: 'formation.use_receipt_acceptance/v0.1', kind: 'use_receipt_acceptance' },
        ...{ subject_kind: 'starter', subject: 'solo-mender@1.0.0', cohort: 'visitor', stage: 'limited' },
        ...{ report: 'receipt', outcome: 'pass', model_precision: 'exact' },
        ...{ accepted_at: '2026-11-21T08:01:00Z', receipt_digest: '', evidence: false },
        consent: 'aggregates_only',
      },
    );
    assert.ok(readDocument(answer.body.toString()).ok);
  });

  test('needs no credential, and a wrong one does not matter', async context => {
    const service = await ticketServer(context);
    const headers = { Authorization: 'Bearer nonsense', 'Idempotency-Key': 'x' };
    const text = receiptText({ ticket: await ticketFrom(service) });
    assert.equal((await postReceipt(service, text, headers)).status, 200);
  });

  test('may be redeemed from another network than it was issued to', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service, starter, { 'X-Forwarded-For': '192.0.2.1' });
    const answer = await postReceipt(service, receiptText({ ticket }), { 'X-Forwarded-For': '198.51.100.7' });
    assert.equal(answer.status, 200);
  });

  test('repeated in any writing gets the same bytes, marked as a replay, also after expiry and a restart', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service);
    const first = await redeem(service, ticket);
    service.pass(3 * week);
    const restarted = await ticketServer(context, service.place);
    for (const { server } of [service, restarted]) {
      for (const changes of [{}, { model_precision: undefined }, { model_id: '"model-2026-01-01"' }]) {
        const again = await redeem({ server }, ticket, changes);
        assert.equal(again.headers['idempotent-replayed'], 'true');
        assert.deepEqual([again.status, again.body], [200, first.body]);
      }
    }
  });

  test('that differs after the ticket was redeemed is a conflict, and changes nothing', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service);
    const first = await redeem(service, ticket);
    const other = await redeem(service, ticket, { outcome: 'fail' });
    assert.deepEqual(inShort(other), ['409 idempotency_conflict', 'ticket redeemed 4']);
    assert.deepEqual((await redeem(service, ticket)).body, first.body);
  });

  test('that comes too late is a conflict, and the ticket counts as abandoned', async context => {
    const service = await ticketServer(context);
    const { authorization } = await issueCredential(service.store);
    const tickets = [await ticketFrom(service), await ticketFrom(service, starter, { authorization })];
    service.pass(week);
    for (const ticket of tickets)
      assert.deepEqual(inShort(await redeem(service, ticket)), ['409 conflict', 'ticket expired 4']);
    assert.deepEqual(
      (await service.store.aggregates()).map(cell => Object.values(cell).join(' ')),
      ['invited starter none abandoned 1 1 1', 'visitor pattern none abandoned 1 1 1'],
    );
  });

  test('is good to the last second', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service);
    service.pass(week - 1);
    assert.equal((await redeem(service, ticket)).status, 200);
  });

  test('on a ticket that was never issued, or was tampered with, is invalid', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service);
    const [version, claims, mac] = ticket.split('.') as [string, string, string];
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), expires: 9_999_999_999 }),
    ).toString('base64url');
    for (const text of [
      'nonsense',
      `${version}.${forged}.${mac}`,
      `${ticket}A`,
      `${version}.${claims}.${'A'.repeat(43)}`,
    ])
      assert.deepEqual(
        inShort(await redeem(service, text)),
        ['422 validation_failed', 'ticket ticket 4'],
        text,
      );
    const stranger = await ticketServer(context);
    assert.deepEqual(inShort(await redeem(stranger, ticket)), ['422 validation_failed', 'ticket ticket 4']);
  });

  test('on a ticket of a rotated key is invalid, and says so, redeemed before or not', async context => {
    const service = await ticketServer(context);
    const tickets = [await ticketFrom(service), await ticketFrom(service)];
    await redeem(service, tickets[0]!);
    await service.store.keys.rotate({ id: 'next', ticketSecret: 'AAAA', networkSecret: 'AAAA' }, 0);
    await wait(400);
    for (const ticket of tickets) {
      const answer = await redeem(service, ticket);
      assert.deepEqual(inShort(answer), ['422 validation_failed', 'ticket ticket-key-rotated 4']);
    }
    assert.equal((await redeem(service, await ticketFrom(service))).status, 200);
  });

  test('with several faults is told of all of them, with their lines', async context => {
    const service = await ticketServer(context);
    const changes = { ticket: 'x', model_id: 'auto', tests_ran: '1.5', note: 'it went well' };
    assert.deepEqual(inShort(await postReceipt(service, receiptText(changes))), [
      '422 validation_failed',
      'tests_ran front-matter 9',
    ]);
    assert.deepEqual(inShort(await postReceipt(service, receiptText({ ...changes, tests_ran: '-1' }))), [
      ...['422 validation_failed', 'model_id value 5', 'outcome pass-needs-tests 8', 'tests_ran minimum 9'],
      ...['tests_passed tests 10', 'note unknown-field 14'],
    ]);
  });

  test('that is refused leaves its ticket open', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service);
    assert.equal((await redeem(service, ticket, { outcome: 'great' })).status, 422);
    assert.equal((await redeem(service, ticket)).status, 200);
  });

  test('of exactly 4096 bytes is read, and of one more is not', async context => {
    const service = await ticketServer(context);
    const text = receiptText({ ticket: await ticketFrom(service) });
    const padded = (size: number) => text + '\n'.repeat(size - text.length);
    assert.deepEqual(inShort(await postReceipt(service, padded(4097))), ['413 payload_too_large']);
    assert.equal((await postReceipt(service, padded(4096))).status, 200);
  });

  test('of 64 simultaneous different ones on a ticket, exactly one is accepted', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => redeem(service, ticket, { input_tokens: String(index) })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 63);
  });
});
