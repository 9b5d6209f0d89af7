/** PgBouncer between the service and PostgreSQL, in session mode and in transaction mode, where it is installed. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../../scripts/support/port.ts';
import { openStore } from '../../../../server/store/store.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { freshDatabase } from '../../../support/postgres.ts';
import { start } from '../../../support/store.ts';
import { fields, formationText, get, issue, post, serveTenants } from '../../../support/tenant.ts';
import { redeem, ticketFrom, ticketServer } from '../../../support/ticket.ts';

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

const running: ChildProcess[] = [];
after(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts PgBouncer in front of a fresh database; returns the URL through it. */
async function bounced(mode: 'session' | 'transaction'): Promise<string> {
  const target = new URL(await freshDatabase());
  const [folder, port] = [temporaryFolder(), await freePort()];
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `bounced = host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)} user=${target.username}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\npool_mode = ${mode}`,
      // Few connections to the database, so that callers really share them.
      'default_pool_size = 4\nmax_client_conn = 200\nunix_socket_dir =',
    ].join('\n'),
  );
  const isRoot = process.getuid?.() === 0;
  const options = isRoot ? ['-u', 'nobody', file] : [file];
  running.push(spawn('pgbouncer', options, { stdio: 'ignore' }));
  const url = `postgres://catalog@127.0.0.1:${port}/bounced`;
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    if (answers) {
      await client.end();
      return url;
    }
    if (tries === 100) throw new Error('PgBouncer does not answer.');
    await wait(50);
  }
}

describe('through PgBouncer', { skip: isInstalled ? false : 'PgBouncer is not installed' }, () => {
  for (const mode of ['session', 'transaction'] as const) {
    test(`in ${mode} mode tenants register and tickets are redeemed, by several at once`, async context => {
      const databaseUrl = await bounced(mode);
      // Each server has up to ten connections, more than the pooler has of the database in session mode.
      const place = { dataDir: temporaryFolder(), databaseUrl, databasePooler: mode };
      if (mode === 'transaction') {
        const { server, store } = await serveTenants(context, place);
        const acme = await issue(store, 'acme');
        const texts = Array.from({ length: 24 }, (_, number) => formationText(`n${number}`));
        const answers = await Promise.all(
          texts.map(text => post(server, '/v1/tenants/acme/formations', text, acme)),
        );
        assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
        const { events } = fields(await get(server, '/v1/tenants/acme/events.md', acme));
        const numbers = (events as { number: number }[]).map(({ number }) => number);
        assert.deepEqual(
          numbers,
          texts.map((_, index) => index + 1),
        );
      } else await (await openStore(place, start)).close();
      const service = await ticketServer(context, place);
      const ticket = await ticketFrom(service, '/patterns/gate.md');
      assert.equal((await redeem(service, ticket)).status, 200);
      const again = await redeem(service, ticket);
      assert.equal(again.headers['idempotent-replayed'], 'true');
    });
  }

  test('in transaction mode without being told so the error names DATABASE_POOLER', async () => {
    const store = await openStore(
      { dataDir: temporaryFolder(), databaseUrl: await bounced('transaction') },
      start,
    );
    const names = ['a', 'b', 'c', 'd'];
    let reason: unknown;
    while (reason === undefined) {
      const asked = names.flatMap(id => [
        store.credentials.find(id),
        store.openTickets(),
        store.accounts.read(id),
      ]);
      const failed = (await Promise.allSettled(asked)).find(({ status }) => status === 'rejected');
      reason = (failed as PromiseRejectedResult | undefined)?.reason;
    }
    assert.match(String(reason), /^PoolerMismatch: DATABASE_POOLER: .*Set it to `transaction`/);
    await store.close();
  });
});
