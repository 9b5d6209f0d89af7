/** A queue is a file: nothing is given out twice, also by several processes at once. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../support/folder.ts';
import { type Json, verbCaller } from '../../support/verb.ts';

const task = (id: string, ...waits_for: string[]) => ({ id, waits_for, task: { aim: id } });
const leaseOf = (worker: string, minutes = 45) => ({ queue: 'q', worker, minutes });

describe('a queue', () => {
  test('leases each task once, in whatever order workers come, and what waits only afterwards', async () => {
    const call = verbCaller(temporaryFolder());
    await call('add_tasks', {
      queue: 'q',
      tasks: [task('a'), task('b', 'a'), ...Array.from({ length: 20 }, (_, at) => task(`t${at}`))],
    });
    const leases = await Promise.all(Array.from({ length: 25 }, (_, at) => call('lease', leaseOf(`w${at}`))));
    const ids = leases.flatMap(({ id }) => id ?? []);
    assert.equal(ids.length, 21);
    assert.equal(new Set(ids).size, 21);
    assert.ok(!ids.includes('b'));
    const holder = leases.findIndex(({ id }) => id === 'a');
    await call('finish_task', { queue: 'q', id: 'a', worker: `w${holder}`, result: 'done' });
    assert.equal((await call('lease', leaseOf('late'))).id, 'b');
    assert.equal((await call('lease', leaseOf('none'))).task, null);
  });

  test('gives a returned or lapsed task out once more, then it is stuck', async () => {
    const call = verbCaller(temporaryFolder());
    await call('add_tasks', { queue: 'q', tasks: [task('a'), task('b')] });
    await call('lease', leaseOf('w'));
    await call('finish_task', { queue: 'q', id: 'a', worker: 'w', result: 'returned' });
    await call('lease', leaseOf('w'));
    assert.equal(
      (await call('finish_task', { queue: 'q', id: 'a', worker: 'w', result: 'returned' })).state,
      'stuck',
    );
    // A lease so short that it has run out by the next call.
    for (let turn = 0; turn < 2; turn += 1) assert.equal((await call('lease', leaseOf('w', 1e-9))).id, 'b');
    assert.deepEqual(
      (await call('list_tasks', { queue: 'q' })).tasks.map((each: Json) => each.state),
      ['stuck', 'stuck'],
    );
  });

  test('refuses what would never be ready, and who does not hold the lease', async () => {
    const call = verbCaller(temporaryFolder());
    await assert.rejects(
      call('add_tasks', { queue: 'q', tasks: [task('a', 'b'), task('b', 'a')] }),
      /waits for itself/,
    );
    await assert.rejects(
      call('add_tasks', { queue: 'q', tasks: [task('a', 'none')] }),
      /is not in the queue/,
    );
    await assert.rejects(call('add_tasks', { queue: '../q', tasks: [task('a')] }), /does not fit/);
    assert.equal((await call('list_tasks', { queue: 'q' })).tasks.length, 0);
    await call('add_tasks', { queue: 'q', tasks: [task('a')] });
    await assert.rejects(call('add_tasks', { queue: 'q', tasks: [task('a')] }), /is there already/);
    await call('lease', leaseOf('w'));
    await assert.rejects(
      call('finish_task', { queue: 'q', id: 'a', worker: 'x', result: 'done' }),
      /does not hold/,
    );
    await assert.rejects(
      call('finish_task', { queue: 'q', id: 'z', worker: 'x', result: 'done' }),
      /There is no task z/,
    );
  });

  test('takes the lock of a process that has ended, and follows no link', async () => {
    const folder = temporaryFolder();
    const call = verbCaller(folder);
    mkdirSync(join(folder, '.agent-topology'));
    // No process has the highest number that there can be.
    writeFileSync(join(folder, '.agent-topology/queue-q.lock'), `4194305 ${hostname()}`);
    assert.equal((await call('add_tasks', { queue: 'q', tasks: [task('a')] })).open, 1);
    assert.ok(!existsSync(join(folder, '.agent-topology/queue-q.lock')));
    const other = temporaryFolder();
    symlinkSync(folder, join(other, '.agent-topology'));
    await assert.rejects(verbCaller(other)('list_tasks', { queue: 'q' }), /symbolic link/);
  });
});

test('a book only grows, and each entry covers the one before it', async () => {
  const call = verbCaller(temporaryFolder());
  await Promise.all(['a', 'b', 'c'].map(file => call('record', { book: 'entries', entry: { file } })));
  const { entries } = await call('record', { book: 'entries' });
  assert.deepEqual(
    entries.map((each: Json) => each.number),
    [1, 2, 3],
  );
  assert.equal(new Set(entries.map((each: Json) => each.digest)).size, 3);
});
