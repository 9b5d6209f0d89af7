/** The order of evidence: the newest first, also of what was completed within one second. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byNewest, type Evidence } from '../../../../server/evidence/recommend/input.ts';

const of = (digest: string, completed_at: string, number: number) =>
  ({ digest, number, snapshot: { completed_at } }) as Evidence;

test('evidence of one second keeps the order in which it was written, whatever its digest', () => {
  const [early, late] = ['2026-11-21T08:00:00Z', '2026-11-21T08:00:01Z'];
  const all = [of('b', early, 1), of('a', early, 2), of('c', early, 3), of('d', late, 4)];
  for (const given of [all, [...all].reverse()])
    assert.deepEqual(
      [...given].sort(byNewest).map(({ number }) => number),
      [4, 3, 2, 1],
    );
});
