/** Several server processes over one database, and processes that are killed: nothing lost, nothing half done. */
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabasePlace } from '../../../server/store/database/database.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { isLarge, large } from '../../support/large.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';
import { send } from '../../support/server.ts';
import { onBothDatabases, start } from '../../support/store.ts';
import {
  fields,
  formationText,
  get,
  issue,
  post,
  suiteText,
  type TestCredential,
} from '../../support/tenant.ts';

const prefixOf = (tenant: string) => `/v1/tenants/${tenant}`;
const T = prefixOf('acme');

/** The number of clients that write at once. */
const writers = isLarge ? 200 : 40;

interface FeedEvent {
  number: number;
  kind: string;
  subject: string;
}

/** Every event of the feed, page by page. */
async function allEvents(
  server: { address: string },
  credential: TestCredential,
  prefix = T,
): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (;;) {
    const page = await get(server, `${prefix}/events.md?after=${events.length}&limit=500`, credential);
    const found = fields(page).events as FeedEvent[];
    if (found.length === 0) return events;
    events.push(...found);
  }
}

async function prepare(place: DatabasePlace): Promise<TestCredential> {
  const store = await openStore(place, start);
  const credential = await issue(store, 'acme');
  await store.close();
  return credential;
}

/** Two processes for all tests of a group, each of which has a tenant of its own. */
onBothDatabases('two processes', database => {
  let store: Store;
  let servers: [ServerProcess, ServerProcess];
  const ends: (() => unknown)[] = [];
  before(async () => {
    const place = await database.place();
    store = await openStore(place, start);
    const context = { after: (end: () => unknown) => ends.push(end) } as Pick<TestContext, 'after'>;
    servers = await Promise.all([startProcess(context, place), startProcess(context, place)]);
  });
  after(async () => {
    for (const end of ends) await end();
    await store.close();
  });

  test('take many writers at once: events are numbered without a gap, and nothing is lost', async () => {
    const writer = await issue(store, 'writers');
    const prefix = prefixOf('writers');
    const answers = await Promise.all(
      Array.from({ length: writers }, (_, n) =>
        post(servers[n % 2]!, `${prefix}/suites`, suiteText(`writer ${n}`), writer, `writer-${n}`),
      ),
    );
    assert.deepEqual([...new Set(answers.map(answer => answer.status))], [201]);
    for (const server of servers) {
      const events = await allEvents(server, writer, prefix);
      assert.deepEqual(
        events.map(event => event.number),
        Array.from({ length: writers }, (_, n) => n + 1),
      );
      assert.deepEqual(
        new Set(events.map(event => event.subject)),
        new Set(answers.map(answer => fields(answer).digest)),
      );
      const { usage } = fields(await get(server, `${prefix}/account.md`, writer)) as {
        usage: Record<string, number>;
      };
      assert.deepEqual([usage.registered_documents, usage.events], [writers, writers]);
    }
  });

  test('execute a request once that both get under one key', async () => {
    const twice = await issue(store, 'twice');
    const prefix = prefixOf('twice');
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        [0, 1, 0, 1].map(n =>
          post(servers[n]!, `${prefix}/formations`, formationText(`round ${round}`), twice, `round-${round}`),
        ),
      );
      assert.deepEqual([...new Set(answers.map(answer => answer.status))], [201]);
      assert.equal(answers.filter(answer => !answer.headers['idempotent-replayed']).length, 1);
    }
    assert.equal((await allEvents(servers[0], twice, prefix)).length, 10);
  });

  test('both refuse a credential from the moment of its revocation', async () => {
    const revoked = await issue(store, 'revoked');
    const path = `${prefixOf('revoked')}/account.md`;
    for (const server of servers) assert.equal((await get(server, path, revoked)).status, 200);
    await store.credentials.revoke(revoked.id, start);
    for (const server of servers) assert.equal((await get(server, path, revoked)).status, 401);
  });

  test('count the requests of a credential together', async () => {
    const busy = await issue(store, 'busy');
    await store.accounts.setLimits('busy', new Map([['requests_per_minute', 20]]));
    const path = `${prefixOf('busy')}/account.md`;
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => get(servers[n % 2]!, path, busy)));
    const of = (status: number) => answers.filter(answer => answer.status === status);
    assert.deepEqual([of(200).length, of(429).length], [20, 30]);
    for (const { headers } of of(429)) assert.match(String(headers['retry-after']), /^[1-9]\d?$/);
  });
});

// The campaign `kills` kills servers sixty times.
onBothDatabases('a process that is killed', database => {
  large(
    'loses nothing that it acknowledged, and leaves nothing without event and stored answer',
    async context => {
      const place = await database.place();
      const acme = await prepare(place);
      const acknowledged = new Map<string, Buffer>();
      const sent = new Map<string, string>();
      for (let life = 0; life < 2; life += 1) {
        const server = await startProcess(context, place);
        const before = acknowledged.size;
        let alive = true;
        const write = async (writer: number) => {
          for (let n = 0; alive; n += 1) {
            const key = `life ${life} writer ${writer} number ${n}`;
            sent.set(key, suiteText(key));
            const answer = await post(server, `${T}/suites`, suiteText(key), acme, key).catch(
              () => undefined,
            );
            if (answer?.status === 201) acknowledged.set(key, answer.body);
          }
        };
        const writers = Array.from({ length: 6 }, (_, writer) => write(writer));
        while (acknowledged.size < before + 3) await wait(5);
        await wait(Math.random() * 300);
        await server.kill();
        alive = false;
        await Promise.all(writers);
      }
      const server = await startProcess(context, place);
      const events = await allEvents(server, acme);
      const subjects = new Set(events.map(event => event.subject));
      context.diagnostic(`${acknowledged.size} acknowledged, ${events.length} events, ${sent.size} sent`);
      assert.deepEqual(
        events.map(event => event.number),
        events.map((_, index) => index + 1),
      );
      for (const [key, text] of sent) {
        const again = await post(server, `${T}/suites`, text, acme, key);
        const before = acknowledged.get(key);
        const happened = subjects.has(String(fields(again).digest));
        // What happened has its stored answer, and what has a stored answer happened.
        assert.equal(again.headers['idempotent-replayed'], happened ? 'true' : undefined, key);
        assert.equal(again.status, 201);
        if (before) assert.deepEqual(again.body, before);
      }
      const { usage } = fields(await get(server, `${T}/account.md`, acme)) as {
        usage: Record<string, number>;
      };
      assert.deepEqual([usage.registered_documents, usage.events], [sent.size, sent.size]);
    },
  );
});

large(
  'a PostgreSQL of another isolation level is written by two processes without a lost or failed change',
  async context => {
    const place: DatabasePlace = { dataDir: temporaryFolder(context), databaseUrl: await freshDatabase() };
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    const name = new URL(place.databaseUrl!).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
    await client.end();
    const acme = await prepare(place);
    const servers = await Promise.all([startProcess(context, place), startProcess(context, place)]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => post(servers[n % 2]!, `${T}/suites`, suiteText(`n ${n}`), acme)),
    );
    assert.deepEqual([...new Set(answers.map(answer => answer.status))], [201]);
    assert.equal((await allEvents(servers[1], acme)).length, 40);
    assert.equal((await send(servers[0], '/patterns/gate.md')).status, 200);
  },
);
