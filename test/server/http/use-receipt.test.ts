/** `POST /v1/use-receipts`: the order of its checks, each refusal, replays, expiry, rotation and pause. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { readDocument } from '#document/front-matter.ts';
import { publishedSchema } from '#document/kind/kind.ts';
import { useReceiptAcceptance } from '#document/kind/use-receipt-acceptance.ts';
import { pauseSetting } from '../../../server/process/live-settings.ts';
import { openDatabase } from '../../../server/store/database.ts';
import { receiptText } from '../../support/receipt.ts';
import { send, sendRaw } from '../../support/server.ts';
import { start } from '../../support/store.ts';
import {
  fieldsOf,
  inShort,
  issueCredential,
  postReceipt,
  redeem,
  type TicketServer,
  ticketFrom,
  ticketServer,
} from '../../support/ticket.ts';

const week = 7 * 24 * 3600;
const starter = '/starters/solo-mender/1.0.0.md';

/** Writes settings as an operator's command does, and waits as long as a process may take to see them. */
async function set({ store }: TicketServer, name: string, value: string | undefined): Promise<void> {
  await store.settings.write(new Map([[name, value]]));
  await wait(400);
}

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
        schema: 'formation.use_receipt_acceptance/v0.1',
        kind: 'use_receipt_acceptance',
        subject_kind: 'starter',
        subject: 'solo-mender@1.0.0',
        cohort: 'visitor',
        stage: 'limited',
        report: 'receipt',
        outcome: 'pass',
        model_precision: 'exact',
        accepted_at: '2026-11-21T08:01:00Z',
        receipt_digest: '',
        evidence: false,
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
      JSON.stringify({
        ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
        expires: 9_999_999_999,
      }),
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
      '422 validation_failed',
      'model_id value 5',
      'outcome pass-needs-tests 8',
      'tests_ran minimum 9',
      'tests_passed tests 10',
      'note unknown-field 14',
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

describe('the checks of a receipt', () => {
  test('come in their order: size, media type, pause, document, ticket', async context => {
    const service = await ticketServer(context);
    await set(service, pauseSetting, '60');
    const large = 'x'.repeat(4097);
    const post = (body: string, type: string) =>
      send(service.server, '/v1/use-receipts', { method: 'POST', headers: { 'Content-Type': type }, body });
    const markdown = 'text/markdown; charset=utf-8';
    assert.deepEqual(inShort(await post(large, 'text/html')), ['413 payload_too_large']);
    assert.deepEqual(inShort(await post('x', 'text/html')), ['415 unsupported_media_type']);
    const paused = await post('x', markdown);
    assert.deepEqual(inShort(paused), ['503 service_unavailable']);
    assert.equal(paused.headers['retry-after'], '60');
    await set(service, pauseSetting, undefined);
    assert.deepEqual(inShort(await post('x', markdown)), ['422 validation_failed', 'front-matter 1']);
    assert.deepEqual(inShort(await post(receiptText(), markdown)), [
      '422 validation_failed',
      'ticket ticket 4',
    ]);
  });

  test('pause replays too, and lose nothing by it', async context => {
    const service = await ticketServer(context);
    const ticket = await ticketFrom(service);
    const first = await redeem(service, ticket);
    await set(service, pauseSetting, '1');
    assert.equal((await redeem(service, ticket)).status, 503);
    await set(service, pauseSetting, undefined);
    assert.deepEqual((await redeem(service, ticket)).body, first.body);
  });

  test('take Markdown in UTF-8 alone', async context => {
    const service = await ticketServer(context);
    const post = (type: string | undefined, more: Record<string, string> = {}) =>
      send(service.server, '/v1/use-receipts', {
        method: 'POST',
        headers: { ...(type !== undefined && { 'Content-Type': type }), ...more },
        body: receiptText(),
      });
    for (const type of [
      'text/markdown',
      'Text/Markdown;Charset=UTF-8',
      'text/markdown; charset="utf-8"; variant=GFM',
    ])
      assert.equal((await post(type)).status, 422, type);
    for (const type of [
      undefined,
      'text/plain',
      'application/json',
      'text/markdown; charset=latin1',
      'text/markdownx',
      '',
    ])
      assert.equal((await post(type)).status, 415, type);
    assert.equal((await post('text/markdown', { 'Content-Encoding': 'gzip' })).status, 415);
  });

  test('name the line of bytes that are no UTF-8, and of a byte-order mark', async context => {
    const service = await ticketServer(context);
    const bad = Buffer.concat([Buffer.from('---\nschema: '), Buffer.from([0xc3, 0x28])]);
    assert.deepEqual(inShort(await postReceipt(service, bad)), ['400 malformed_request', 'encoding 2']);
    const marked = await postReceipt(service, `\uFEFF${receiptText()}`);
    assert.deepEqual(inShort(marked), ['422 validation_failed', 'encoding 1']);
  });

  test('cut off a body that never ends', async context => {
    const service = await ticketServer(context);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(service.server.address);
      const headers = { 'Content-Type': 'text/markdown' };
      const outgoing = request(
        { hostname, port, path: '/v1/use-receipts', method: 'POST', headers },
        answer => {
          resolve(answer.statusCode);
          clearInterval(timer);
          outgoing.destroy();
        },
      );
      outgoing.on('error', reject);
      const timer = setInterval(() => outgoing.write('x'.repeat(1000)), 5);
    });
    assert.equal(status, 413);
  });

  test('outlive a client that goes away in the middle', async context => {
    const service = await ticketServer(context);
    const head =
      'POST /v1/use-receipts HTTP/1.1\r\nHost: a\r\nContent-Type: text/markdown\r\nContent-Length: 100\r\n\r\n';
    await sendRaw(service.server, `${head}---\n`).catch(() => undefined);
    assert.equal((await redeem(service, await ticketFrom(service))).status, 200);
    assert.ok(!service.log.some(line => line.includes('"level":50')));
  });

  test('answer every other method with 405', async context => {
    const service = await ticketServer(context);
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await send(service.server, '/v1/use-receipts', { method });
      assert.deepEqual([answer.status, answer.headers.allow], [405, 'OPTIONS, POST'], method);
    }
  });
});

describe('/status.md', () => {
  test('counts reports apart, and withholds counts below ten', async context => {
    const service = await ticketServer(context);
    const { authorization } = await issueCredential(service.store);
    const status = async () => (await send(service.server, '/status.md')).body.toString();
    for (let index = 0; index < 10; index += 1) {
      const text = await status();
      assert.match(text, /A count below 10 reads `fewer than 10`/);
      assert.doesNotMatch(text, /\| invited \|/);
      await redeem(service, await ticketFrom(service, starter, { authorization }));
    }
    await redeem(service, await ticketFrom(service, starter, { authorization }), { outcome: 'fail' });
    await redeem(service, await ticketFrom(service, starter));
    const rows = (await status()).split('\n').filter(line => /^\| (?:invited|visitor)/.test(line));
    assert.deepEqual(rows, [
      '| invited | starter | exact | 10 reports from 1 credential, largest 100 % | fewer than 10 | fewer than 10 | fewer than 10 |',
    ]);
  });

  test('counts the tickets that expired without a report', async context => {
    const service = await ticketServer(context);
    const { authorization } = await issueCredential(service.store);
    for (let index = 0; index < 11; index += 1) await ticketFrom(service, starter, { authorization });
    service.pass(week);
    const text = (await send(service.server, '/status.md')).body.toString();
    assert.match(
      text,
      /\| invited \| starter \| none \| fewer than 10 \| fewer than 10 \| fewer than 10 \| 11 tickets from 1 credential, largest 100 % \|/,
    );
  });

  test('adds up as many networks as there are, and not at every request', async context => {
    const service = await ticketServer(context);
    const backend = await openDatabase(service.place, start);
    context.after(() => backend.close());
    await sql`
      WITH RECURSIVE network (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM network WHERE number < 200000)
      INSERT INTO report_count (cohort, page_kind, precision, outcome, reporter, reports)
      SELECT 'visitor', 'pattern', 'exact', 'pass', 'network-' || number, 1 FROM network`.execute(
      backend.kysely,
    );
    const status = async () => (await send(service.server, '/status.md')).body.toString();
    const text = await status();
    assert.match(text, /\| 200000 reports from 200000 networks, largest 1 % \|/);
    await sql`DELETE FROM report_count`.execute(backend.kysely);
    assert.equal(await status(), text);
  });

  test('has a validator of what it says now, and says when reporting is paused', async context => {
    const service = await ticketServer(context);
    const first = await send(service.server, '/status.md');
    const etag = first.headers.etag!;
    const fresh = () => send(service.server, '/status.md', { headers: { 'If-None-Match': etag } });
    assert.equal((await fresh()).status, 304);
    await set(service, pauseSetting, '60');
    const changed = await fresh();
    assert.equal(changed.status, 200);
    assert.match(changed.body.toString(), /Reporting is paused at present/);
    assert.ok(readDocument(changed.body.toString()).ok);
  });
});
