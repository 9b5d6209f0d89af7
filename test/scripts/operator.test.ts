/** Operators' commands, as they are run: what each prints, what it refuses, and that running servers see it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../support/folder.ts';
import { operate, reported, run, start } from '../support/operator.ts';
import { start as clockStart, onBothDatabases } from '../support/store.ts';
import { redeem, type TicketServer, ticketFrom, ticketServer, visit } from '../support/ticket.ts';

const hasTicket = async (service: TicketServer, headers: Record<string, string>) =>
  'use-ticket' in (await visit(service, '/patterns/gate.md', headers)).headers;

/** As long as a process may take to see a change, on its own clock too. */
async function aSecond(service: TicketServer): Promise<void> {
  await wait(1000);
  service.pass(1);
}

onBothDatabases('operators', database => {
  /** Starts a server on the clock of the commands, which run in processes of their own. */
  const serverOf = async (context: TestContext) => {
    const service = await ticketServer(context, await database.place());
    service.pass(Math.floor(Date.now() / 1000) - clockStart);
    return service;
  };

  test('issue credentials to tenants, invite them, end the invitation and revoke them, at once', async context => {
    const service = await serverOf(context);
    const { place } = service;
    await operate(place, 'tenant', 'create', 'acme');
    const words = 'credential issue --tenant acme --scopes account:read,events:read'.split(' ');
    const issued = await operate(place, ...words);
    assert.deepEqual(
      [issued.tenant, issued.scopes, issued.runner, issued.invited],
      ['acme', ['account:read', 'events:read'], false, false],
    );
    assert.match(String(issued.token), new RegExp(`^atc_${issued.credential}_[A-Za-z0-9_-]{43}$`));
    const id = String(issued.credential);
    const headers = { authorization: `Bearer ${issued.token}` };
    assert.equal(await hasTicket(service, headers), false);
    assert.equal((await operate(place, 'credential', 'invite', id)).invited, true);
    await aSecond(service);
    assert.equal(await hasTicket(service, headers), true);
    assert.equal((await operate(place, 'credential', 'uninvite', id)).invited, false);
    await aSecond(service);
    assert.equal(await hasTicket(service, headers), false);
    const revoke = ['credential', 'revoke', id];
    assert.match(String(reported(await start(place, ...revoke), revoke).revoked_at), /Z$/);
    await aSecond(service);
    assert.equal((await visit(service, '/', headers)).status, 401);
  });

  test('set caps, rotate the key, pause and resume reporting', async context => {
    const service = await serverOf(context);
    const { place } = service;
    const words = 'tickets caps --set visitor_open=1 --set visitor_per_hour=9'.split(' ');
    const caps = await operate(place, ...words);
    assert.deepEqual(caps, {
      ...{ credential_open: 20, visitor_open: 1, visitor_per_hour: 9, visitor_ipv4_24_per_hour: 60 },
      ...{ visitor_ipv6_48_per_hour: 60, visitor_rule_percent: 30, visitor_site_per_hour: 1000 },
    });
    await aSecond(service);
    const ticket = await ticketFrom(service);
    assert.equal(await hasTicket(service, {}), false);
    const rotated = await operate(place, 'tickets', 'rotate-key');
    assert.equal(rotated.tickets_made_void, 1);
    assert.equal(rotated.old_secrets_erased_from, database.name === 'sqlite' ? 'files' : 'table');
    await aSecond(service);
    assert.equal((await redeem(service, ticket)).status, 422);
    const next = await ticketFrom(service);
    assert.deepEqual(await operate(place, 'reporting', 'pause', '--retry-after', '90'), {
      paused: true,
      retry_after_seconds: 90,
    });
    await aSecond(service);
    const paused = await redeem(service, next);
    assert.deepEqual([paused.status, paused.headers['retry-after']], [503, '90']);
    assert.deepEqual(await operate(place, 'reporting', 'resume'), { paused: false });
    await aSecond(service);
    assert.equal((await redeem(service, next)).status, 200);
    await operate(place, 'tickets', 'rotate-key');
    await aSecond(service);
    assert.equal((await redeem(service, next)).status, 422, 'no replay after a rotation');
    const { as_of: _, ...summary } = await operate(place, 'reporting', 'summary');
    const cell = { cohort: 'visitor', page_kind: 'pattern', precision: 'exact', outcome: 'pass' };
    assert.deepEqual(summary, { paused: false, cells: [{ ...cell, reports: 'fewer than 10' }] });
  });

  test('write a backup with which a server continues', async context => {
    const service = await serverOf(context);
    const ticket = await ticketFrom(service);
    const dataDir = temporaryFolder(context);
    const file = join(dataDir, 'catalog.sqlite');
    const backup = await operate(service.place, 'backup', '--database', file);
    assert.equal(backup.file, file);
    assert.ok(Number(backup.size_bytes) > 0);
    const again = await run(service.place, 'backup', '--database', file);
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(again.stderr, /overwrites nothing/);
    const nowhere = await run(service.place, 'backup', join(dataDir, 'none/file'));
    assert.deepEqual([nowhere.code, nowhere.stdout], [1, '']);
    assert.match(nowhere.stderr, /^error: There is no folder .*none\. Make it/);
    const restored = await ticketServer(context, { dataDir, databaseUrl: undefined });
    assert.equal((await redeem(restored, ticket)).status, 200);
  });
});

describe('operators are told in one line, with exit code 1, what is wrong with', () => {
  const none = '0'.repeat(64);
  const refused: [string, RegExp][] = [
    ['tenant create acme', /^error: The tenant acme exists already\.\n$/],
    ['tenant create A.B', /^error: The id of a tenant is lowercase/],
    ['credential issue --tenant nobody', /^error: There is no tenant nobody\./],
    [
      'credential issue --tenant acme --scopes all',
      /^error: There is no scope all\. The scopes are artifacts:read, /,
    ],
    ['credential revoke x', /^error: There is no credential x\.\n$/],
    ['tickets caps --set open=1', /^error: There is no cap open\. Caps: credential_open, /],
    ['tickets caps --set visitor_open=-1', /^error: visitor_open: Expected a whole number/],
    ['tickets caps --set visitor_rule_percent=101', /^error: visitor_rule_percent: .* from 0 to 100\.\n$/],
    [
      'reporting discard --dry-run',
      /^error: Say which reports to discard, with --rule, --since or --network/,
    ],
    ['reporting discard --rule browser', /Expected a rule that selects visitors: coding_agent, /],
    ['reporting discard --since 2026-02-30', /Expected a time in UTC/],
    ['reporting discard --since 2026-02-20T08:00:00+01:00', /Expected a time in UTC/],
    ['reporting summary --by model', /Allowed choices are day, rule, holder/],
    ['reporting pause --retry-after 0', /Expected a whole number from 1/],
    ['tenant limits acme --set requests=3', /Expected NAME=VALUE with one of private_candidates, /],
    [
      'tenant limits acme --set storage_bytes=1000000000000',
      /Expected a whole number from 0 to 999999999999/,
    ],
    [`artifact set-status ${none} --tenant acme --status revoked`, /Expected --reason with one of /],
    [`artifact set-status ${none} --tenant acme --status deprecated`, /has no artifact sha256:0+\.\n/],
    ['tickets burn', /unknown command/],
  ];
  const place = { dataDir: join(temporaryFolder(), 'data') };
  test('nothing, when all is well', async () => {
    assert.equal((await start(place, 'tenant', 'create', 'acme')).code, 0);
  });
  for (const [words, expected] of refused) {
    test(`\`${words}\``, async () => {
      const { code, stdout, stderr } = await run(place, ...words.split(' '));
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, expected);
    });
  }

  test('a database that does not answer, without its address', async () => {
    const { code, stderr } = await start(
      { dataDir: place.dataDir, databaseUrl: 'postgres://user:secret@127.0.0.1:1/none' },
      'tickets',
      'caps',
    );
    assert.deepEqual(
      [code, stderr],
      [1, 'error: DATABASE_URL: the database cannot be used (ECONNREFUSED).\n'],
    );
  });
});
