/** Transactions of a backend: nothing of one that failed is kept, wherever in it the failure was. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type Backend,
  forEach,
  rows,
  type Transaction,
  together,
  write,
  writeEach,
} from '../../../../server/store/database/backend.ts';
import { openDatabase } from '../../../../server/store/database/database.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { freshDatabase } from '../../../support/postgres.ts';
import { onBothDatabases, start, type TestDatabase } from '../../../support/store.ts';

async function open(context: TestContext, database: TestDatabase): Promise<Backend> {
  const backend = await openDatabase(await database.place(), start);
  context.after(() => backend.close());
  return backend;
}

const insert = 'INSERT INTO setting (name, value) VALUES ($1, $2)';
const names = 'SELECT name FROM setting ORDER BY name';

const namesIn = (backend: Backend): Promise<object[]> =>
  backend.transact(function* () {
    return (yield* rows<{ name: string }>(names)).map(row => ({ ...row }));
  });

onBothDatabases('a transaction', database => {
  test('keeps statements whose rows nobody waited for', async context => {
    const backend = await open(context, database);
    await backend.transact(function* () {
      yield* write(insert, 'one', '1');
      yield* write(insert, 'two', '2');
    });
    assert.deepEqual(await namesIn(backend), [{ name: 'one' }, { name: 'two' }]);
  });

  for (const [where, rest] of [
    ['last', []],
    ['followed by a question', [names]],
    ['followed by another that holds', ["INSERT INTO setting (name, value) VALUES ('three', '3')", names]],
  ] as const) {
    test(`fails with the statement that failed, ${where}, and keeps nothing`, async context => {
      const backend = await open(context, database);
      const twice = backend.transact(function* (): Transaction<void> {
        yield* write(insert, 'one', '1');
        yield* write(insert, 'one', '2');
        for (const sql of rest) yield* sql === names ? rows(sql) : write(sql);
      });
      await assert.rejects(twice, /unique/i);
      assert.deepEqual(await namesIn(backend), []);
    });
  }

  test('keeps nothing when its body throws with statements under way, and spares what comes after it', async context => {
    const backend = await open(context, database);
    const thrown = new Error('thrown by the body');
    const failing = (name: string) =>
      backend.transact(function* (): Transaction<void> {
        yield* write(insert, name, '1');
        yield* write(insert, name, name);
        throw thrown;
      });
    // As many as have a connection each, and more.
    const results = await Promise.allSettled(Array.from({ length: 25 }, (_, index) => failing(`n${index}`)));
    assert.deepEqual(new Set(results.map(result => result.status)), new Set(['rejected']));
    assert.deepEqual(await namesIn(backend), []);
  });

  test('takes from a group of bodies only the one that fails, anyone who shares its commit', async context => {
    const backend = await open(context, database);
    const body = (name: string, fails: boolean) => () =>
      (function* (): Transaction<string> {
        yield* write(insert, name, '1');
        if (fails) yield* write(insert, name, 'again');
        return name;
      })();
    const results = await Promise.allSettled([
      backend.transact(body('one', false)),
      backend.transact(body('two', true)),
      backend.transact(body('three', false)),
    ]);
    assert.deepEqual(
      results.map(result => (result.status === 'fulfilled' ? result.value : 'failed')),
      ['one', 'failed', 'three'],
    );
    assert.deepEqual(await namesIn(backend), [{ name: 'one' }, { name: 'three' }]);
    // Alone in its transaction, a body fails as it does among others.
    await assert.rejects(backend.transact(body('four', true)), /unique/i);
    assert.equal(await backend.transact(body('five', false)), 'five');
    assert.deepEqual(await namesIn(backend), [{ name: 'five' }, { name: 'one' }, { name: 'three' }]);
  });

  test('does for every row of a list what a statement says, however long the list is', async context => {
    const backend = await open(context, database);
    const listed = backend.rowsOf({ name: 'text', value: 'text' });
    const fill = `INSERT INTO setting (name, value) SELECT name, value FROM ${listed}`;
    const find = `SELECT name, value FROM setting WHERE name ${backend.isListed('wanted', 'text')}`;
    for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 21, 32, 39, 100]) {
      const rowsToAdd = Array.from({ length }, (_, index) => ({
        name: `${length}-${String(index).padStart(3, '0')}`,
        value: `${index}`,
      }));
      const found = await backend.transact(function* () {
        yield* writeEach(fill, rowsToAdd);
        return yield* forEach<{ name: string; value: string }>(
          find,
          rowsToAdd.map(({ name }) => ({ wanted: name })),
        );
      });
      const inOrder = found.map(row => ({ ...row })).sort((a, b) => (a.name < b.name ? -1 : 1));
      assert.deepEqual(inOrder, rowsToAdd, `${length} rows`);
    }
  });

  test('runs statements together in their order, and gives the rows of each', async context => {
    const backend = await open(context, database);
    const answers = await backend.transact(() =>
      together<[object, { name: string }, { value: string }]>(
        { sql: insert, parameters: ['one', '1'] },
        { sql: names, parameters: [] },
        { sql: 'SELECT value FROM setting WHERE name = $1', parameters: ['one'] },
      ),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(answers)), [[], [{ name: 'one' }], [{ value: '1' }]]);
  });
});

test('PostgreSQL plans by keys alone what requests wait for, and anything else as it sees fit', async context => {
  const backend = await openDatabase(
    { dataDir: temporaryFolder(), databaseUrl: await freshDatabase() },
    start,
  );
  context.after(() => backend.close());
  const show = 'SHOW enable_seqscan';
  const many = Array.from({ length: 20 });
  const free = async () => (await backend.survey(show))[0];
  const [on, off] = [{ enable_seqscan: 'on' }, { enable_seqscan: 'off' }];
  for (let turn = 0; turn < 2; turn += 1) {
    for (const row of await Promise.all(many.map(free))) assert.deepEqual({ ...row }, on);
    const asked = await Promise.all(many.map(() => backend.ask(show)));
    const done = await Promise.all(many.map(() => backend.transact(() => rows(show))));
    for (const [row] of [...asked, ...done]) assert.deepEqual({ ...row }, off);
  }
});
