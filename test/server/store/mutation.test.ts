/** Changes of a tenant: all of one or nothing of it, whatever interrupts it and wherever. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { findRegistered } from '../../../server/store/artifact.ts';
import type { Backend } from '../../../server/store/database/backend.ts';
import { type DatabasePlace, openDatabase } from '../../../server/store/database/database.ts';
import { mutationStore } from '../../../server/store/mutation.ts';
import { change, interrupted, mutation } from '../../support/dying-change.ts';
import { program } from '../../support/program.ts';
import { onBothDatabases, start } from '../../support/store.ts';

const dying = await program('test/support/dying-change.ts');

async function open(place: DatabasePlace): Promise<Backend> {
  const backend = await openDatabase(place, start);
  await backend.survey(
    `INSERT INTO tenant (id, created_at) VALUES ('acme', ${start}) ON CONFLICT DO NOTHING`,
  );
  return backend;
}

/** How many rows each part of a change has left. */
async function traces({ survey }: Backend): Promise<Record<string, number>> {
  const count = async (table: 'tenant_artifact' | 'tenant_event' | 'tenant_response') =>
    (await survey(`SELECT tenant_id FROM ${table}`)).length;
  const [tenant] = await survey<{ documents: number; last_event: number }>('SELECT * FROM tenant');
  return {
    artifacts: await count('tenant_artifact'),
    documents: tenant!.documents,
    events: await count('tenant_event'),
    last_event: tenant!.last_event,
    responses: await count('tenant_response'),
  };
}

const nothing = { artifacts: 0, documents: 0, events: 0, last_event: 0, responses: 0 };
const everything = { artifacts: 1, documents: 1, events: 1, last_event: 1, responses: 1 };

onBothDatabases('a change', database => {
  test('leaves nothing when it is interrupted before any of its statements, and all when it is not', async context => {
    const backend = await open(await database.place());
    context.after(() => backend.close());
    let statements = 0;
    for (let before = 1; ; before += 1) {
      let happened = false;
      const failing = interrupted(backend, before, () => {
        happened = true;
        throw new Error('interrupted');
      });
      await assert.rejects(mutationStore(failing).commit(mutation, change), /interrupted/);
      assert.ok(happened);
      assert.deepEqual(await traces(backend), nothing, `before statement ${before}`);
      statements = before;
      if (before > 6) break;
    }
    assert.ok(statements > 5);
    const done = await mutationStore(backend).commit(mutation, change);
    assert.equal(done.verdict, 'done');
    assert.deepEqual(await traces(backend), everything);
    const again = await mutationStore(backend).commit(mutation, change);
    assert.deepEqual({ ...again, verdict: 'done' }, done);
  });

  test('of a process killed between any two writes leaves nothing, and can be made again', async context => {
    const place = await database.place();
    const backend = await open(place);
    context.after(() => backend.close());
    // Statements 2 to 5 write: artifact, event, counts, answer; 6 is the moment before the commit.
    for (let before = 2; before <= 6; before += 1) {
      const words = [dying, JSON.stringify(place), String(before)];
      const { signal, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      assert.equal(signal, 'SIGKILL', stderr);
      assert.deepEqual(await traces(backend), nothing, `before statement ${before}`);
    }
    await mutationStore(backend).commit(mutation, change);
    assert.deepEqual(await traces(backend), everything);
  });

  test('that the database gave up for another is made again', async context => {
    const backend = await open(await database.place());
    context.after(() => backend.close());
    for (const code of ['40001', '40P01']) {
      let failures = 2;
      const contended = interrupted(backend, 4, () => {
        if (failures-- > 0) throw Object.assign(new Error('serialization'), { code });
      });
      const { verdict } = await mutationStore(contended).commit(
        { ...mutation, idempotency: { key: code, fingerprint: '' } },
        function* (tenant) {
          yield* findRegistered(tenant.id, 'sha256:none');
          return { status: 200, headers: [], body: code, events: [{ kind: 'k', subject: 's' }] };
        },
      );
      assert.equal(verdict, 'done');
    }
    assert.equal((await traces(backend)).events, 2);
  });

  test('of a tenant that does not exist is refused, and answers are forgotten when they are old', async context => {
    const backend = await open(await database.place());
    context.after(() => backend.close());
    const store = mutationStore(backend);
    assert.equal((await store.commit({ ...mutation, tenantId: 'nobody' }, change)).verdict, 'missing');
    await store.commit(mutation, change);
    assert.deepEqual([await store.forget(start), await store.forget(start + 1)], [0, 1]);
    assert.equal(await store.replay('acme', mutation.idempotency!), undefined);
  });
});
