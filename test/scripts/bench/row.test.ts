import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeast, atMost, reached, row, table } from '../../../scripts/bench/row.ts';

const make = (ours: number, goal = atLeast(0.5)) =>
  row({ part: 'static', what: 'GET', unit: 'requests/s', ours, peer: 'bare', theirs: 1000, goal });

test('a goal of at least is reached from its ratio upwards, one of at most up to it', () => {
  assert.equal(reached(make(500)), true);
  assert.equal(reached(make(499)), false);
  assert.equal(reached(make(500, atMost(0.5))), true);
  assert.equal(reached(make(501, atMost(0.5))), false);
  const { goal: _, ...aimless } = make(1);
  assert.equal(reached(aimless), undefined);
});

test('the table has a line for each row, in columns, and says what was missed', () => {
  const [head, first, second] = table([make(1500), make(20)]).split('\n');
  assert.match(head!, /^part +what +ours +peer +theirs +ratio +goal$/);
  assert.match(
    first!,
    /^static +GET +1,500 requests\/s +bare +1,000 requests\/s +1\.50 +at least 0\.5 +reached$/,
  );
  assert.match(second!, /20 requests\/s .* 0\.0200 +at least 0\.5 +MISSED$/);
});
