/** Memories of bounded size never grow past their bound. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap, memo } from '../../../server/support/bounded.ts';

test('a bounded map forgets the entry that was added first, and keeps one that is set again', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['b', 2],
    ],
  );
  map.set('c', 4);
  assert.deepEqual(
    [...map],
    [
      ['b', 2],
      ['c', 4],
    ],
  );
});

test('a memo makes a value once, also one that is undefined, but not for a text that is too long', () => {
  const made: string[] = [];
  const known = memo(10, text => void made.push(text), 3);
  for (const text of ['abc', 'abc', 'long', 'long']) assert.equal(known(text), undefined);
  assert.deepEqual(made, ['abc', 'long', 'long']);
});
