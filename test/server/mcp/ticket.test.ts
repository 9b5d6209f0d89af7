/** Use tickets over MCP: who gets one, what it looks like, and what a report is answered with. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  issueCredential,
  redeem,
  type TicketServer,
  ticketFrom,
  ticketServer,
} from '../../support/ticket.ts';
import { legacy, modern } from './support.ts';

const start = (context: TestContext) => ticketServer(context);

/** The user agents of a client that calls tools, and of a crawler. */
const client = { 'user-agent': 'node' };
const crawler = { 'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' };

interface Result {
  content: { type: string; text: string }[];
  isError?: boolean;
}

const call = async (
  { server }: TicketServer,
  name: string,
  values: object,
  headers: Record<string, string> = client,
): Promise<Result> => (await legacy(server, 'tools/call', { name, arguments: values }, headers)).json.result;

const gate = { path: '/patterns/gate.md' };
const starter = { path: '/starters/solo-mender/1.0.0.md' };

/** The ticket in the second item of a result. */
const ticketIn = ({ content }: Result): string | undefined =>
  /^use_ticket: (\S+)$/m.exec(content[1]?.text ?? '')?.[1];

const report = (
  server: TicketServer,
  ticket: string,
  outcome = 'worked',
  more: object = {},
): Promise<Result> => call(server, 'report_outcome', { ticket, outcome, ...more });

describe('a ticket', () => {
  test('comes as a second item of short plain data, and the document stays as it is', async context => {
    const server = await start(context);
    const { content } = await call(server, 'fetch', gate);
    assert.equal(content.length, 2);
    assert.match(
      content[1]!.text,
      /^use_ticket: ut1\.[\w-]+\.[\w-]+\nexpires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\ntool: report_outcome$/,
    );
    const plain = await call(server, 'fetch', gate, crawler);
    assert.deepEqual(plain.content, [content[0]]);
  });

  test('comes with fetch and get_pattern, of patterns, starters and formations', async context => {
    const server = await start(context);
    assert.ok(ticketIn(await call(server, 'get_pattern', { pattern: 'gate' })));
    assert.ok(ticketIn(await call(server, 'fetch', starter)));
    assert.ok(ticketIn(await call(server, 'fetch', { path: '/formations/house/mending-pair/1.0.0.md' })));
  });

  test('comes with nothing else', async context => {
    const server = await start(context);
    for (const path of [
      '/',
      '/patterns/index.md',
      '/domains/coding.md',
      '/patterns/gate/findings.md',
      '/llms.txt',
    ])
      assert.equal((await call(server, 'fetch', { path })).content.length, 1, path);
    const uri = 'http://catalog.test/patterns/gate.md';
    const read = await modern(server.server, 'resources/read', { uri }, client);
    assert.doesNotMatch(read.body.toString(), /ut1\./);
    assert.equal(read.json.result.contents.length, 1);
  });

  test('is for members of the cohort: an invited credential, not one that is not invited', async context => {
    const server = await start(context);
    const invited = await issueCredential(server.store);
    const other = await issueCredential(server.store, { invited: false });
    const headersOf = ({ authorization }: { authorization: string }) => ({ ...crawler, authorization });
    assert.ok(ticketIn(await call(server, 'fetch', gate, headersOf(invited))));
    assert.equal(ticketIn(await call(server, 'fetch', gate, headersOf(other))), undefined);
  });

  test('is not for a credential that is not in force: that is refused by HTTP, in JSON', async context => {
    const server = await start(context);
    const authorization = `Bearer atc_nobody_${'x'.repeat(43)}`;
    const { status, headers, json } = await legacy(server.server, 'tools/list', {}, { authorization });
    assert.deepEqual([status, json.error?.code, json.id], [401, -32000, 1]);
    assert.equal(headers['www-authenticate'], 'Bearer error="invalid_token"');
  });

  test('counts against the same caps as over HTTP', async context => {
    const server = await start(context);
    for (let count = 0; count < 5; count += 1) {
      if (count % 2 === 0) await ticketFrom(server);
      else assert.ok(ticketIn(await call(server, 'fetch', gate)));
    }
    assert.equal((await call(server, 'fetch', gate)).content.length, 1);
  });
});

describe('a report', () => {
  test('is accepted once, and the same again is the same success', async context => {
    const server = await start(context);
    const ticket = ticketIn(await call(server, 'fetch', gate))!;
    const first = await report(server, ticket, 'worked', { note: 'Went well.' });
    assert.equal(first.isError, undefined);
    assert.match(first.content[0]!.text, /^Accepted at \S+: worked for pattern gate\.$/);
    const again = await report(server, ticket, 'worked', { note: 'Something else.' });
    assert.match(again.content[0]!.text, /was accepted before/);
    const other = await report(server, ticket, 'partly');
    assert.equal(other.isError, true);
    assert.match(other.content[0]!.text, /different report.*next use on a new ticket/);
  });

  test('takes tickets that came over HTTP, and a receipt takes tickets that came over MCP', async context => {
    const server = await start(context);
    assert.equal((await report(server, await ticketFrom(server))).isError, undefined);
    const ticket = ticketIn(await call(server, 'fetch', gate))!;
    assert.equal((await redeem(server, ticket)).status, 200);
    assert.equal((await report(server, ticket)).isError, true);
  });

  test('after a failure is answered with how it fails, after half a success with what to measure', async context => {
    const server = await start(context);
    const answerTo = async (outcome: string, page = gate) => {
      const { content } = await report(server, ticketIn(await call(server, 'fetch', page))!, outcome);
      return content[1]!.text;
    };
    assert.match(await answerTo('did_not_work'), /^Known pitfall: .*[\s\S]*Page: \/patterns\/gate\.md$/);
    assert.match(await answerTo('partly'), /^Check: /);
    assert.match(await answerTo('worked'), /^(?:Goes well with|Known pitfall)/);
    assert.match(await answerTo('did_not_work', starter), /^Known pitfall: .*[\s\S]*Page: \/starters\//);
  });

  test('on an unknown or expired ticket is an error that says what to do', async context => {
    const server = await start(context);
    const unknown = await report(server, 'ut1.a.b');
    assert.equal(unknown.isError, true);
    assert.match(unknown.content[0]!.text, /not a ticket that this service issued/);
    const ticket = ticketIn(await call(server, 'fetch', gate))!;
    server.pass(8 * 86_400);
    const late = await report(server, ticket);
    assert.equal(late.isError, true);
    assert.match(late.content[0]!.text, /expired.*new ticket/);
  });

  test('with a note that is too long or moves the cursor is refused without repeating it', async context => {
    const server = await start(context);
    const ticket = ticketIn(await call(server, 'fetch', gate))!;
    for (const note of [
      'secret'.repeat(60),
      'secret\n',
      'secret\u001b[2J',
      'secret\u{E0041}',
      'secret\u200B',
      5,
    ]) {
      const { isError, content } = await report(server, ticket, 'worked', { note });
      assert.equal(isError, true);
      assert.match(content[0]!.text, /note: /);
      assert.doesNotMatch(content[0]!.text, /secret/);
    }
    assert.equal((await report(server, ticket, 'worked', { note: '🙂'.repeat(280) })).isError, undefined);
  });

  test('leaves no trace of its note', async context => {
    const server = await start(context);
    const note = 'a note that nobody keeps';
    const ticket = ticketIn(await call(server, 'fetch', gate))!;
    const answer = await report(server, ticket, 'worked', { note });
    assert.doesNotMatch(JSON.stringify(answer), new RegExp(note));
    assert.doesNotMatch(server.log.join(''), new RegExp(note));
  });

  test('ignores what it does not know, and wants what it needs', async context => {
    const server = await start(context);
    const ticket = ticketIn(await call(server, 'fetch', gate))!;
    for (const [values, field] of [
      [{ outcome: 'worked' }, 'ticket'],
      [{ ticket }, 'outcome'],
      [{ ticket, outcome: 'pass' }, 'outcome'],
    ] as const) {
      const { isError, content } = await call(server, 'report_outcome', values);
      assert.equal(isError, true);
      assert.match(content[0]!.text, new RegExp(`${field}: `));
    }
    assert.equal((await report(server, ticket, 'worked', { model: 'x' })).isError, undefined);
  });
});
