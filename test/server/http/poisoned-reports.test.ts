/** One process with many addresses that reports whatever it likes: how far it gets, and how that shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { large } from '../../support/large.ts';
import { send } from '../../support/server.ts';
import { onBothDatabases } from '../../support/store.ts';
import { redeem, type TicketServer, ticketServer, visit } from '../../support/ticket.ts';
import { times } from '../../support/times.ts';

const attacker = 'curl/8.5.0';
const addresses = 120;

/** Fetches and reports from each address for as long as there are tickets; returns how many reports were accepted. */
async function attack(service: TicketServer, addressOf: (index: number) => string): Promise<number> {
  const lane = async (index: number): Promise<number> => {
    for (let accepted = 0; ; accepted += 1) {
      const headers = { 'User-Agent': attacker, 'X-Forwarded-For': addressOf(index) };
      const ticket = (await visit(service, '/patterns/gate.md', headers)).headers['use-ticket'];
      if (ticket === undefined) return accepted;
      assert.equal((await redeem(service, String(ticket))).status, 200);
    }
  };
  const accepted = await Promise.all(times(addresses, lane));
  return accepted.reduce((sum, each) => sum + each);
}

const hasTicket = async (service: TicketServer, userAgent: string, address: string): Promise<boolean> => {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': address };
  return 'use-ticket' in (await visit(service, '/patterns/gate.md', headers)).headers;
};

const rowsOf = async ({ server }: TicketServer): Promise<string[]> =>
  (await send(server, '/status.md')).body
    .toString()
    .split('\n')
    .filter(line => line.startsWith('| visitor'));

const row = (pass: string) => `| visitor | pattern | exact | ${pass} |${' fewer than 10 |'.repeat(3)}`;

onBothDatabases('a process with 120 addresses', database => {
  test('in three IPv4 /24 gets what three networks may have, and shows as three', async context => {
    const service = await ticketServer(context, await database.place());
    assert.equal(await attack(service, index => `198.51.${100 + (index % 3)}.${index}`), 180);
    assert.deepEqual(await rowsOf(service), [row('180 reports from 3 networks, largest 33 %')]);
    assert.equal(await hasTicket(service, attacker, '198.51.100.250'), false);
    assert.equal(await hasTicket(service, attacker, '203.0.113.1'), true);
    service.pass(3600);
    assert.equal(await hasTicket(service, attacker, '198.51.100.250'), true);
  });

  test('in two IPv6 /48 gets what two networks may have', async context => {
    const service = await ticketServer(context, await database.place());
    const address = (index: number) => `2001:db8:${index % 2}:${index.toString(16)}::1`;
    assert.equal(await attack(service, address), 120);
    assert.deepEqual(await rowsOf(service), [row('120 reports from 2 networks, largest 50 %')]);
    assert.equal(await hasTicket(service, attacker, '2001:db8:0:ffff::1'), false);
    assert.equal(await hasTicket(service, attacker, '2001:db8:2::1'), true);
  });

  large('in as many networks gets the share of one rule, and leaves the rest to others', async context => {
    const service = await ticketServer(context, await database.place());
    const address = (index: number) => (index % 2 ? `2001:db8:${index}::1` : `198.18.${index}.1`);
    assert.equal(await attack(service, address), 300);
    const [published] = await rowsOf(service);
    const [, networks, largest] = /300 reports from (\d+) networks, largest (\d+) %/.exec(published!)!;
    assert.ok(Number(networks) >= 30 && Number(largest) <= 3, published);
    assert.equal(await hasTicket(service, attacker, '203.0.113.1'), false);
    assert.equal(await hasTicket(service, 'claude-code/2.0', '203.0.113.1'), true);
  });
});

test('a network at its cap is refused from memory, whichever of its addresses asks', async context => {
  const service = await ticketServer(context);
  const from = (address: string) => hasTicket(service, attacker, address);
  for (let index = 0; index < 60; index += 1) assert.ok(await from(`198.51.100.${index}`));
  assert.equal(await from('198.51.100.200'), false);
  // A raised cap is asked about only once the moment for which the refusal is remembered has passed.
  await service.store.settings.write(new Map([['cap.visitor_ipv4_24_per_hour', '61']]));
  await wait(400);
  assert.equal(await from('198.51.100.201'), false);
  service.pass(1);
  assert.equal(await from('198.51.100.202'), true);
  assert.equal(await from('198.51.100.203'), false);
});
