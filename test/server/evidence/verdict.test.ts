/** Runs that have a result although the other side of their comparison is missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndedRun } from '../../../server/evidence/run-facts.ts';
import { excludedOf, rowsOf } from '../../../server/evidence/verdict.ts';

const run = (name: string, lock: string, outcome: EndedRun['outcome'], repetition = 1): EndedRun => ({
  ...{ case: name, lock, outcome, repetition, runner: null },
  ...{ inputTokens: null, outputTokens: null, elapsedMilliseconds: null },
});

test('a run is excluded where the control is missing, and one of the control where all others are', () => {
  const runs = [
    ...[run('a', 'one', 'pass'), run('a', 'team', 'fail'), run('a', 'other', 'pass')],
    ...[run('b', 'one', 'error'), run('b', 'team', 'pass'), run('b', 'other', 'lost')],
    ...[run('c', 'one', 'pass'), run('c', 'team', 'lost'), run('c', 'other', 'error')],
    ...[run('d', 'one', 'pass'), run('d', 'team', 'lost'), run('d', 'other', 'partial')],
  ];
  const rows = rowsOf(runs, 1, 'one');
  const excluded = ['one', 'team', 'other'].map(lock => excludedOf(rows, lock, 'one'));
  assert.deepEqual(excluded, [1, 1, 0]);
  assert.equal(
    excludedOf(rowsOf(runs, 1, undefined), 'team', undefined),
    0,
    'without a control nothing is compared with it',
  );
});
