/** Upkeep as operators run it: suspend and delete tenants, prune, look at sizes and at what was done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Backend } from '../../server/store/database/backend.ts';
import { openDatabase } from '../../server/store/database/database.ts';
import { operate, run } from '../support/operator.ts';
import { recount } from '../support/recount.ts';
import { onBothDatabases, start } from '../support/store.ts';
import { fields, formationText, get, post, setScene } from '../support/tenant.ts';
import { issueCredential, redeem, ticketFrom, ticketServer } from '../support/ticket.ts';

const T = '/v1/tenants/acme';
const day = 86_400;

onBothDatabases('upkeep', database => {
  const scene = setScene(database);
  const onDatabase = async <Result>(work: (backend: Backend) => Promise<Result>): Promise<Result> => {
    const backend = await openDatabase(scene.place, start);
    return work(backend).finally(() => backend.close());
  };

  test('suspends a tenant at once, and resumes it with all that it had', async () => {
    const digest = String(fields(await scene.send('formations', formationText())).digest);
    const path = `${T}/artifacts/${digest.replace(':', '/')}.md`;
    assert.equal((await get(scene.server, path, scene.acme)).status, 200);
    await operate(scene.place, 'tenant', 'suspend', 'acme');
    await wait(1000);
    const refused = await get(scene.server, path, scene.acme);
    assert.deepEqual([refused.status, fields(refused).code], [403, 'forbidden']);
    assert.equal((await get(scene.server, '/v1/tenants/other/account.md', scene.other)).status, 200);
    const { tenants } = await operate(scene.place, 'tenant', 'list');
    const [acme, other] = tenants as Record<string, unknown>[];
    assert.deepEqual([acme!.tenant, acme!.artifacts, acme!.credentials], ['acme', 1, 1]);
    assert.match(String(acme!.suspended_at), /Z$/);
    assert.deepEqual([other!.tenant, other!.suspended_at], ['other', undefined]);
    await operate(scene.place, 'tenant', 'resume', 'acme');
    await wait(1000);
    assert.equal((await get(scene.server, path, scene.acme)).status, 200);
  });

  test('lists credentials without anything that could be presented as one', async () => {
    const { stdout } = await run(scene.place, 'credential', 'list', '--tenant', 'acme');
    assert.match(stdout, new RegExp(`credential: "?${scene.acme.id}`));
    assert.ok(!stdout.includes(scene.other.id));
    assert.ok(!stdout.includes(scene.acme.token.slice(-24)) && !stdout.includes('sha256'));
  });

  test('prunes old events; the feed names the first one that is kept, and storage is given back', async () => {
    for (const word of ['old', 'older']) await scene.send('formations', formationText(word));
    const { events } = fields(await scene.read('events.md')) as { events: object[] };
    const last = events.length;
    // All but the last event happened 90 days ago.
    await onDatabase(({ survey }) =>
      survey(`UPDATE tenant_event SET at = at - ${90 * day} WHERE tenant_id = 'acme' AND number < ${last}`),
    );
    const pruned = await operate(scene.place, 'prune', '--older-than', '60');
    assert.deepEqual([pruned.events, pruned.tickets], [last - 1, 0]);
    const feed = fields(await scene.read('events.md'));
    assert.deepEqual([feed.first_kept, feed.next_after], [last, last]);
    assert.equal((feed.events as object[]).length, 1);
    assert.equal(fields(await scene.read(`events.md?after=${last - 1}`)).first_kept, undefined);
    await scene.send('formations', formationText('next'));
    const next = fields(await scene.read(`events.md?after=${last}`));
    assert.equal((next.events as { number: number }[])[0]!.number, last + 1);
    const [counted, kept] = await onDatabase(async backend => [
      (await backend.ask<{ stored: number }>(recount, 'acme'))[0]!.stored,
      (
        await backend.ask<{ stored_bytes: number }>('SELECT stored_bytes FROM tenant WHERE id = $1', 'acme')
      )[0]!.stored_bytes,
    ]);
    assert.equal(kept, counted);
  });

  test('deletes a tenant only when it is suspended, and nothing of another', async () => {
    const early = await run(scene.place, 'tenant', 'delete', 'acme');
    assert.deepEqual([early.code, early.stdout], [1, '']);
    assert.match(
      early.stderr,
      /^error: The tenant acme is not suspended\. Run `tenant suspend acme` first\.\n$/,
    );
    const others = fields(
      await post(scene.server, '/v1/tenants/other/formations', formationText('kept'), scene.other),
    );
    await operate(scene.place, 'tenant', 'suspend', 'acme');
    assert.ok(Number((await operate(scene.place, 'tenant', 'delete', 'acme')).rows_deleted) > 5);
    await wait(1000);
    assert.equal((await scene.read('account.md')).status, 401);
    const path = `/v1/tenants/other/artifacts/${String(others.digest).replace(':', '/')}.md`;
    assert.equal((await get(scene.server, path, scene.other)).status, 200);
    assert.match((await run(scene.place, 'tenant', 'delete', 'acme')).stderr, /There is no tenant acme/);
  });

  test('shows rows, bytes and what a day added', async () => {
    const { tables, database_bytes } = await operate(scene.place, 'stats');
    const artifacts = (tables as Record<string, unknown>[]).find(({ table }) => table === 'tenant_artifact');
    assert.equal(artifacts!.rows, 1);
    assert.ok(Number(artifacts!.bytes) > 0 && Number(database_bytes) > Number(artifacts!.bytes));
  });

  test('records every command with its user, its words and its outcome', async () => {
    const { entries } = await operate(scene.place, 'audit', '--limit', '200');
    const all = entries as {
      at: string;
      os_user: string;
      command: string;
      arguments: string[];
      outcome: string;
    }[];
    assert.deepEqual([all[0]!.command, all[0]!.outcome], ['audit', 'begun']);
    const deletions = all.filter(({ command }) => command === 'tenant delete');
    assert.deepEqual(
      deletions.map(({ outcome }) => outcome),
      ['failed', 'done', 'failed'],
    );
    const pruning = all.find(({ command }) => command === 'prune')!;
    assert.deepEqual([pruning.arguments, pruning.outcome], [['--older-than', '60'], 'done']);
    assert.ok(all.every(({ at, os_user }) => /Z$/.test(at) && os_user.length > 0));
  });
});

onBothDatabases('pruned tickets', database => {
  test('still answer 409 when they had expired; a redeemed one replays', async context => {
    const service = await ticketServer(context, await database.place());
    const headers = { authorization: (await issueCredential(service.store)).authorization };
    const [used, late] = [
      await ticketFrom(service, '/patterns/gate.md', headers),
      await ticketFrom(service, '/patterns/gate.md', headers),
    ];
    assert.equal((await redeem(service, used)).status, 200);
    service.pass(8 * day);
    assert.equal((await redeem(service, late)).status, 409);
    const reports = await service.store.aggregates();
    assert.deepEqual(await service.store.pruning.prune(start + day), { tickets: 1, events: 0 });
    const answers = [await redeem(service, late), await redeem(service, used)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [409, 200],
    );
    assert.deepEqual(await service.store.aggregates(), reports);
  });
});
