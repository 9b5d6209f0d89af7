/** Who gets a page without a use ticket, and that two processes count tickets together. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Config } from '../../../server/process/config.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { send } from '../../support/server.ts';
import {
  browser,
  countTickets,
  hasTicket,
  issueCredential,
  library,
  publicBytes,
  redeem,
  sha256,
  ticketFrom,
  ticketServer,
  visit,
} from '../../support/ticket.ts';
import { times } from '../../support/times.ts';

const pattern = '/patterns/gate.md';
const formation = '/formations/house/mending-pair/1.0.0.md';

describe('no ticket is issued', () => {
  const refused: [string, string, { method?: string; headers?: Record<string, string> }][] = [
    ['for HEAD', pattern, { method: 'HEAD' }],
    ['for a browser', pattern, { headers: { 'User-Agent': browser } }],
    ['for a crawler', pattern, { headers: { 'User-Agent': 'GPTBot/1.4' } }],
    ['for no user agent', pattern, { headers: { 'User-Agent': '' } }],
    ['with the pattern index', '/patterns/index.md', {}],
    ['with findings', '/patterns/gate/findings.md', {}],
    ['with the starter index', '/starters/index.md', {}],
    ['with a redirect', '/patterns/verifier.md', {}],
    ['with a page that does not exist', '/patterns/nothing.md', {}],
    ['with a discovery file', '/llms.txt', {}],
    ['with a refused method', pattern, { method: 'POST' }],
  ];
  for (const [what, path, options] of refused) {
    test(what, async context => {
      const service = await ticketServer(context);
      const headers = { 'User-Agent': library, ...options.headers };
      assert.ok(!hasTicket(await send(service.server, path, { ...options, headers })));
    });
  }

  test('under the address of the artifact', async context => {
    const service = await ticketServer(context);
    const digest = sha256(await publicBytes(service, formation));
    const answer = await visit(service, `/artifacts/sha256/${digest}.md`);
    assert.equal(answer.status, 200);
    assert.ok(!hasTicket(answer));
  });

  test('while somebody else locks the table: neither visitors nor invited readers wait for it', async context => {
    const service = await ticketServer(context, { ...(await postgresPlace()), ticketTimeout: 100 });
    const { authorization: Authorization } = await issueCredential(service.store);
    const invited = { Authorization };
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: service.place.databaseUrl! });
    await client.connect();
    const ask = () => [
      visit(service, pattern),
      visit(service, pattern),
      send(service.server, pattern, { headers: invited }),
    ];
    await client.query('BEGIN; LOCK TABLE ticket IN ACCESS EXCLUSIVE MODE');
    // They are answered while the lock is held, which ends only after them.
    for (const answer of await Promise.all([...ask(), ...ask()])) {
      assert.equal(answer.status, 200);
      assert.ok(!hasTicket(answer));
    }
    await client.query('ROLLBACK');
    await client.end();
    while (!hasTicket(await send(service.server, pattern, { headers: invited })));
  });

  test('when the database cannot record it: the page is served all the same, and the log says why', async context => {
    const service = await ticketServer(context, await postgresPlace());
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: service.place.databaseUrl! });
    await client.connect();
    await client.query('ALTER TABLE ticket RENAME TO ticket_gone');
    const answer = await visit(service);
    assert.equal(answer.status, 200);
    assert.ok(!hasTicket(answer));
    assert.ok(service.log.some(line => line.includes('no ticket was issued')));
    await client.query('ALTER TABLE ticket_gone RENAME TO ticket');
    await client.end();
    assert.ok(hasTicket(await visit(service)));
  });
});

const postgresPlace = async (): Promise<Partial<Config>> => ({ databaseUrl: await freshDatabase() });

describe('two server processes over one database', () => {
  for (const [name, place] of [
    ['sqlite', async (): Promise<Partial<Config>> => ({})],
    ['postgres', postgresPlace],
  ] as const) {
    const openTwo = async (context: TestContext) => {
      const first = await ticketServer(context, await place());
      return [first, await ticketServer(context, { ...first.place })] as const;
    };

    test(`keep one cap together, on ${name}`, async context => {
      const services = await openTwo(context);
      const { authorization } = await issueCredential(services[0].store);
      const visits = times(30, index => visit(services[index % 2]!, pattern, { authorization }));
      assert.equal(await countTickets(visits), 20);
    });

    test(`redeem each other's tickets, once, also after a rotation, on ${name}`, async context => {
      const services = await openTwo(context);
      for (let round = 0; round < 2; round += 1) {
        const ticket = await ticketFrom(services[0]);
        const statuses = (
          await Promise.all(
            times(16, index => redeem(services[index % 2]!, ticket, { output_tokens: String(index) })),
          )
        ).map(({ status }) => status);
        assert.equal(statuses.filter(status => status === 200).length, 1);
        assert.equal(statuses.filter(status => status === 409).length, 15);
        const key = { id: 'next', ticketSecret: 'AAAA', networkSecret: 'AAAA' };
        if (round === 0) await services[0].store.keys.rotate(key, 0);
        assert.equal((await redeem(services[1], ticket)).status, round === 0 ? 422 : 409);
      }
    });
  }
});
