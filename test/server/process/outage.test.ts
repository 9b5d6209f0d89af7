/** A PostgreSQL that goes away and comes back under servers started as operators start them: pages never notice. */
import assert from 'node:assert/strict';
import { createServer, connect as dial, type Socket } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../scripts/support/port.ts';
import { type PostgresServer, startPostgres } from '../../../scripts/support/postgres.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { isLarge, large, someOf } from '../../support/large.ts';
import { launch } from '../../support/launched.ts';
import {
  account,
  holdsWithoutDatabase,
  type Known,
  page,
  prepareTenant,
  untilBack,
} from '../../support/outage.ts';
import { get } from '../../support/tenant.ts';
import { visit } from '../../support/ticket.ts';

let database: PostgresServer;
let port: number;
before(async () => {
  port = await freePort();
  database = await startPostgres({ port, durable: false });
});
after(() => database.stop());

/** A database of its own, with a tenant. */
async function tenantIn(name: string): Promise<Known & { url: string }> {
  await ask(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).toString();
  return { url, ...(await prepareTenant({ dataDir: temporaryFolder(), databaseUrl: url })) };
}

async function ask(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A way to the database on which every byte can be held up, as where a network or a machine has stopped. */
async function slowRoad(context: TestContext): Promise<{ port: number; block(): void; clear(): void }> {
  let isBlocked = false;
  const sockets = new Set<Socket>();
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', chunk => to.write(chunk));
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    if (isBlocked) from.pause();
  };
  const road = createServer(near => {
    const far = dial(port, '127.0.0.1');
    join(near, far);
    join(far, near);
  });
  const own = await freePort();
  await new Promise<void>(resolve => road.listen(own, '127.0.0.1', resolve));
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    road.close();
  });
  const all = (act: 'pause' | 'resume') => {
    isBlocked = act === 'pause';
    for (const socket of sockets) socket[act]();
  };
  return { port: own, block: () => all('pause'), clear: () => all('resume') };
}

const workers = 2;

describe('with 2 processes', () => {
  const started = async (context: TestContext, url: string) => {
    const server = await launch(context, { DATABASE_URL: url, WORKERS: String(workers) });
    await server.until(/"serving http/, workers);
    return server;
  };

  large(
    'connections that an administrator ends, busy or idle, cost no page and no process',
    async context => {
      const known = await tenantIn(`ended_${workers}`);
      const server = await started(context, known.url);
      let isOver = false;
      const statuses = { page: new Set<number>(), tenant: new Set<number>() };
      const load = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const answers = await Promise.all([visit({ server }), get(server, account, known.credential)]);
          statuses.page.add(answers[0].status);
          statuses.tenant.add(answers[1].status);
        }
      });
      for (let round = 0; round < 8; round += 1) {
        await ask(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'ended_${workers}' AND pid <> pg_backend_pid()`,
        );
        await wait(50);
      }
      isOver = true;
      await Promise.all(load);
      assert.deepEqual([...statuses.page], [200]);
      assert.ok([...statuses.tenant].every(status => status === 200 || status === 503));
      await untilBack(server, known.credential);
      assert.doesNotMatch(server.output(), /worker died|unhandled promise|uncaught exception/);
    },
  );

  test('a database that stops is missed by nobody who reads, and found again when it is back', async context => {
    const known = await tenantIn(`stopped_${workers}`);
    const server = await started(context, known.url);
    await untilBack(server, known.credential);
    for (let round = 0; round < (isLarge ? 2 : 1); round += 1) {
      await database.halt();
      await holdsWithoutDatabase(server, known);
      await database.resume();
      await untilBack(server, known.credential);
    }
    assert.match(server.output(), /the database is away[\s\S]*the database answers again/);
    assert.doesNotMatch(server.output(), /worker died|unhandled promise|uncaught exception/);
  });

  large('a database that no longer answers is not waited for', async context => {
    const known = await tenantIn(`silent_${workers}`);
    const road = await slowRoad(context);
    const url = Object.assign(new URL(known.url), { port: String(road.port) }).toString();
    const server = await started(context, url);
    await untilBack(server, known.credential);
    road.block();
    await holdsWithoutDatabase(server, known);
    await holdsWithoutDatabase(server, known);
    road.clear();
    await untilBack(server, known.credential);
  });

  large(
    'a server that starts without its database serves pages, and the rest when the database comes',
    async context => {
      const known = await tenantIn(`late_${workers}`);
      await database.halt();
      const server = await started(context, known.url);
      await holdsWithoutDatabase(server, known);
      await database.resume();
      await untilBack(server, known.credential);
      const { headers } = await visit({ server }, page, { authorization: known.invited });
      assert.ok(headers['use-ticket']);
    },
  );
});

test('a database that refuses the server stops the start with one line', async context => {
  const url = Object.assign(new URL(database.url), { pathname: '/none' }).toString();
  for (const WORKERS of someOf(['2', '1'], 1)) {
    const server = await launch(context, { DATABASE_URL: url, WORKERS });
    assert.equal(await server.ended, 1);
    assert.equal(server.output(), 'DATABASE_URL: the database cannot be used (3D000).\n');
  }
});
