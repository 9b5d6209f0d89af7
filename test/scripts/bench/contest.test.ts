/** The table of the bench. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contest, type Row, table } from '../../../scripts/bench/contest.ts';

test('each contestant is measured once a round, and the first round only warms up', async () => {
  let count = 0;
  const values = await contest(
    { ours: async () => (count += 1), theirs: async () => 2 },
    { rounds: 3, note: () => {} },
  );
  assert.deepEqual([values('ours'), values('theirs'), values('nobody')], [[2, 3, 4], [2, 2, 2], []]);
});

test('a row has the median, the least and the most of each, the ratio of the medians and whether it reaches its goal', () => {
  const row = {
    part: 'static',
    what: 'GET',
    unit: 'requests/s',
    peer: 'nginx',
    ours: [3, 1, 2],
    theirs: [4, 5000],
  };
  const ratio = 'static  GET   2 (1 to 3)  nginx  2,502 (4 to 5,000)  requests/s  0.0008';
  const lineWith = (goal: Row['goal']) => table([{ ...row, goal }]).split('\n')[1];
  assert.equal(lineWith({ least: 0.5 }), `${ratio}  at least 0.5: missed`);
  assert.equal(lineWith({ most: 0.5 }), `${ratio}  at most 0.5: reached`);
});
