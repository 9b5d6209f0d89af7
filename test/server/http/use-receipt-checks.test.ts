/** The checks of a receipt in their order, and how `/status.md` counts what was reported. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readDocument } from '#document/text/front-matter.ts';
import { openDatabase } from '../../../server/store/database/database.ts';
import { pauseSetting } from '../../../server/ticket/live-settings.ts';
import { receiptText } from '../../support/receipt.ts';
import { send, sendRaw } from '../../support/server.ts';
import { start } from '../../support/store.ts';
import {
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
      ...[undefined, 'text/plain', 'application/json', 'text/markdown; charset=latin1', 'text/markdownx'],
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
    await backend.survey(`
      WITH RECURSIVE network (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM network WHERE number < 200000)
      INSERT INTO report_count (cohort, page_kind, precision, outcome, reporter, reports)
      SELECT 'visitor', 'pattern', 'exact', 'pass', 'network-' || number, 1 FROM network`);
    const status = async () => (await send(service.server, '/status.md')).body.toString();
    const text = await status();
    assert.match(text, /\| 200000 reports from 200000 networks, largest 1 % \|/);
    await backend.survey('DELETE FROM report_count');
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
