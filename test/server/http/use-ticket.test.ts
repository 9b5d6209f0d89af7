/** Use tickets with pages: who gets one, what the answer is then, and that everyone else notices nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../support/server.ts';
import {
  browser,
  countTickets,
  hasTicket,
  issueCredential,
  publicBytes,
  redeem,
  sha256,
  ticketFrom,
  ticketServer,
  visit,
} from '../../support/ticket.ts';
import { times } from '../../support/times.ts';

const pattern = '/patterns/gate.md';
const starter = '/starters/solo-mender/1.0.0.md';
const formation = '/formations/house/mending-pair/1.0.0.md';
const marker = '<!-- use-ticket-trailer: not part of the document above -->';
const week = 7 * 24 * 3600;

const claimsOf = (ticket: string) =>
  JSON.parse(Buffer.from(ticket.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

describe('an invited credential', () => {
  test('gets the public bytes with a ticket in the headers', async context => {
    const service = await ticketServer(context);
    const { id, authorization } = await issueCredential(service.store);
    for (const path of [pattern, starter, formation]) {
      const answer = await visit(service, path, { authorization });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, await publicBytes(service, path));
      assert.equal(answer.headers['use-ticket-expires'], '2026-11-28T08:00:00Z');
      assert.equal(answer.headers['use-ticket-document-length'], String(answer.body.length));
      assert.equal(answer.headers['cache-control'], 'private, no-store');
      const claims = claimsOf(String(answer.headers['use-ticket']));
      assert.equal(claims.cohort, 'invited');
      assert.equal(claims.holder, id);
      assert.ok(!('rule' in claims));
    }
  });

  test('gets it whatever its user agent, compressed as it likes', async context => {
    const service = await ticketServer(context);
    const { authorization } = await issueCredential(service.store);
    const headers = { authorization, 'User-Agent': browser, 'Accept-Encoding': 'gzip' };
    const answer = await visit(service, pattern, headers);
    assert.ok('use-ticket' in answer.headers);
    const plain = await send(service.server, pattern, { headers: { ...headers, authorization: '' } });
    assert.equal(plain.status, 401);
    const length = (await publicBytes(service, pattern)).length;
    assert.equal(answer.headers['use-ticket-document-length'], String(length));
  });

  test('without the invitation gets none, and is not taken for a visitor', async context => {
    const service = await ticketServer(context);
    const { id, authorization } = await issueCredential(service.store, { invited: false });
    assert.ok(!hasTicket(await visit(service, pattern, { authorization })));
    await service.store.credentials.invite(id, true);
    service.pass(1);
    assert.ok(hasTicket(await visit(service, pattern, { authorization })));
  });

  test('that is revoked, expired, wrong or malformed is refused on every page', async context => {
    const service = await ticketServer(context);
    const { id, authorization } = await issueCredential(service.store);
    const short = await issueCredential(service.store, { expiresAt: 1795248060 });
    assert.equal((await visit(service, '/', { authorization: short.authorization })).status, 200);
    await service.store.credentials.revoke(id, 0);
    service.pass(60);
    const wrong = `${authorization.slice(0, -2)}AA`;
    const unknown = `Bearer atc_0000000000000000_${'A'.repeat(43)}`;
    for (const header of [
      ...[authorization, short.authorization, wrong, unknown, 'Bearer x', 'Basic YTpi', ' '],
    ]) {
      for (const path of ['/', pattern, '/llms.txt', '/status.md', `${pattern}?x`]) {
        const answer = await visit(service, path, { authorization: header });
        assert.equal(answer.status, 401, `${header} ${path}`);
        assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
        assert.ok(!hasTicket(answer));
        assert.ok(header.length < 20 || !answer.body.includes(header.slice(-43)));
      }
    }
  });

  test('gets exactly 20 tickets with 30 simultaneous fetches, and another for each report', async context => {
    const service = await ticketServer(context);
    const { authorization } = await issueCredential(service.store);
    const fetch = () => visit(service, pattern, { authorization });
    assert.equal(await countTickets(times(30, fetch)), 20);
    assert.ok(!hasTicket(await fetch()));
  });

  test('at its cap gets the next ticket as soon as one is redeemed', async context => {
    const service = await ticketServer(context);
    const { authorization } = await issueCredential(service.store);
    const tickets = await Promise.all(times(20, () => ticketFrom(service, pattern, { authorization })));
    assert.ok(!hasTicket(await visit(service, pattern, { authorization })));
    assert.equal((await redeem(service, tickets[0]!)).status, 200);
    assert.equal(await countTickets(times(3, () => visit(service, pattern, { authorization }))), 1);
  });
});

describe('a selected visitor', () => {
  test('gets the document and after it a trailer with the same ticket', async context => {
    const service = await ticketServer(context);
    for (const [path, kind] of [
      [pattern, 'pattern'],
      [starter, 'starter'],
      [formation, 'formation'],
    ] as const) {
      const answer = await visit(service, path, { 'X-Forwarded-For': '192.0.2.1' });
      const document = await publicBytes(service, path);
      const ticket = String(answer.headers['use-ticket']);
      assert.equal(answer.headers['use-ticket-document-length'], String(document.length));
      assert.deepEqual(answer.body.subarray(0, document.length), document);
      const lines = answer.body.subarray(document.length).toString().split('\n');
      assert.deepEqual(lines.slice(0, 4), [
        '',
        marker,
        `Use ticket: ${ticket}`,
        'Expires: 2026-11-28T08:00:00Z',
      ]);
      assert.match(lines[4]!, /POST http:\/\/catalog\.test\/v1\/use-receipts$/);
      assert.match(lines[5]!, /report_outcome with ticket, outcome \(worked, partly, did_not_work\), note/);
      assert.equal(answer.headers['cache-control'], 'private, no-store');
      assert.equal(claimsOf(ticket).kind, kind);
      assert.equal(claimsOf(ticket).rule, 'bare_library');
    }
  });

  test('gets a digest of what was sent, and the formation names its own bytes', async context => {
    const service = await ticketServer(context);
    const answer = await visit(service, formation);
    const digest = Buffer.from(sha256(answer.body), 'hex').toString('base64');
    assert.equal(answer.headers['repr-digest'], `sha-256=:${digest}:`);
    assert.equal(answer.headers['content-length'], String(answer.body.length));
    const length = Number(answer.headers['use-ticket-document-length']);
    const subject = claimsOf(String(answer.headers['use-ticket'])).subject;
    assert.equal(subject, `sha256:${sha256(answer.body.subarray(0, length))}`);
  });

  test('gets it uncompressed, and without a ticket when it refuses that', async context => {
    const service = await ticketServer(context);
    const answer = await visit(service, pattern, { 'Accept-Encoding': 'br, gzip' });
    assert.equal(answer.headers['content-encoding'], undefined);
    assert.ok(answer.body.includes(marker));
    const coded = await visit(service, pattern, { 'Accept-Encoding': 'gzip, identity;q=0' });
    assert.ok(!hasTicket(coded));
  });

  test('may ask whether its copy is current, and then gets no ticket', async context => {
    const service = await ticketServer(context);
    const { etag } = (await visit(service)).headers;
    assert.match(etag!, /^"[^"]+"$/);
    const answer = await visit(service, pattern, { 'If-None-Match': etag! });
    assert.equal(answer.status, 304);
    assert.ok(!hasTicket(answer));
  });

  test('is named by a keyed id of its network alone: one IPv6 /64 is one visitor', async context => {
    const service = await ticketServer(context);
    const holder = async (address: string) =>
      claimsOf(await ticketFrom(service, pattern, { 'X-Forwarded-For': address })).holder;
    const first = await holder('2001:db8::1');
    assert.equal(await holder('2001:db8::ffff:1'), first);
    assert.notEqual(await holder('2001:db8:0:1::1'), first);
    assert.equal(await holder('192.0.2.9'), await holder('::ffff:192.0.2.9'));
  });

  test('cannot choose its address where no proxy is trusted', async context => {
    const service = await ticketServer(context, { trustProxy: 0 });
    const holders = await Promise.all(
      times(
        3,
        async index =>
          claimsOf(await ticketFrom(service, pattern, { 'X-Forwarded-For': `192.0.2.${index}` })).holder,
      ),
    );
    assert.equal(new Set(holders).size, 1);
  });

  test('gets at most 5 open tickets, and others are not touched by that', async context => {
    const service = await ticketServer(context);
    const from = (address: string) => visit(service, pattern, { 'X-Forwarded-For': address });
    assert.equal(await countTickets(times(12, () => from('192.0.2.1'))), 5);
    assert.equal(await countTickets(times(12, () => from('192.0.2.2'))), 5);
  });

  test('gets at most 10 tickets an hour, though it reports on them', async context => {
    const service = await ticketServer(context);
    let issued = 0;
    for (let index = 0; index < 12; index += 1) {
      const ticket = (await visit(service)).headers['use-ticket'];
      if (ticket === undefined) continue;
      issued += 1;
      await redeem(service, String(ticket));
    }
    assert.equal(issued, 10);
    service.pass(3599);
    assert.ok(!hasTicket(await visit(service)));
    service.pass(1);
    assert.ok(hasTicket(await visit(service)));
  });

  test('gets none once all visitors together had so many within the hour', async context => {
    const service = await ticketServer(context);
    await service.store.settings.write(
      new Map([
        ['cap.visitor_site_per_hour', '7'],
        ['cap.visitor_rule_percent', '100'],
      ]),
    );
    await wait(400);
    const visits = times(20, index => visit(service, pattern, { 'X-Forwarded-For': `192.0.2.${index}` }));
    assert.equal(await countTickets(visits), 7);
    const { authorization } = await issueCredential(service.store);
    assert.ok(hasTicket(await visit(service, pattern, { authorization })));
  });

  test('gets another once its tickets expired', async context => {
    const service = await ticketServer(context);
    await Promise.all(times(5, () => visit(service)));
    assert.ok(!hasTicket(await visit(service)));
    service.pass(week - 1);
    assert.ok(!hasTicket(await visit(service)));
    service.pass(1);
    assert.ok(hasTicket(await visit(service)));
  });
});
