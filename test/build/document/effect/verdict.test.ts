/** The verdict on a task in words: it follows from the findings, and says a reason where it does not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isContrary, strengthOf, verdictOf } from '../../../../build/document/effect/verdict.ts';
import { type Weighable, weigh } from '../../../../build/document/effect/weigh.ts';
import type { Effect } from '../../../../build/document/kind/effect.ts';

const gain: Effect = { scale: 'points', of: 'pass rate', with: '60.2', without: '55.1' };
const cost: Effect = { scale: 'times', of: 'seconds', with: '3689', without: '2244' };
const pro: Weighable = { direction: 'supports', effects: [gain, cost] };
const con: Weighable = { direction: 'against', effects: [] };
const open: Weighable = { direction: 'mixed', effects: [] };
const alone = { isAlone: true, name: 'one agent' };
const team = { isAlone: false, name: 'pair' };
const says = (findings: Weighable[], first = alone, because?: string) =>
  verdictOf(findings.map(weigh), first, because);

describe('the verdict', () => {
  test('against the findings gives their largest number, the reason, and what was spent', () => {
    assert.equal(
      says([pro, pro], alone, 'it took longer.'),
      'For a team: 2 findings (+5.1 points, pass rate: 60.2 against 55.1); against: none. ' +
        'But we say one agent because it took longer. ' +
        'Measured cost of a team: 1.6 times (seconds: 3689 against 2244); 1.6 times (seconds: 3689 against 2244).',
    );
  });

  test('with the findings follows from them, whichever way they go', () => {
    assert.match(says([con]), /^For a team: none; against: 1 finding\. So we say one agent\.$/);
    assert.match(says([pro], team), /against: none\. So we say pair\./);
    assert.match(says([pro], alone), /But we say one agent because of nothing that is stated\./);
    assert.match(says([con], team, 'x'), /But we say pair because x\.$/);
  });

  test('is for the cheaper where findings are even, undecided or none', () => {
    assert.match(says([pro, con]), /So we say one agent, the cheaper\./);
    assert.equal(says([open]), '1 finding, and none of them decides. We say one agent, the cheaper.');
    assert.match(says([]), /^No finding compares .* We say one agent, the cheaper\.$/);
  });

  test('needs a reason where the findings speak against it, and for a team where they are even', () => {
    const needs = (findings: Weighable[], first: typeof alone) => isContrary(findings.map(weigh), first);
    assert.deepEqual(
      [needs([pro], alone), needs([con], alone), needs([pro, con], alone)],
      [true, false, false],
    );
    assert.deepEqual([needs([pro], team), needs([con], team), needs([pro, con], team)], [false, true, true]);
    assert.deepEqual([needs([], alone), needs([], team), needs([open], team)], [false, false, false]);
  });
});

describe('a finding', () => {
  test('that supports one agent is against a team, with its numbers seen from there', () => {
    const { side, points } = weigh({ direction: 'supports', team: 'against', effects: [gain] });
    assert.deepEqual([side, points[0]!.shown], ['against', '−5.1 points']);
  });

  test('is on the side of what it measured, and without a number on that of its record', () => {
    assert.equal(weigh({ direction: 'mixed', effects: [gain] }).side, 'for');
    assert.equal(weigh({ direction: 'against', effects: [cost] }).side, 'against');
    assert.equal(weigh({ direction: 'supports', team: 'neither', effects: [gain] }).side, 'neither');
  });
});

test('evidence is moderate with one result at an equal budget, strong with two that others than the makers ran', () => {
  const fair = { ...pro, effects: [{ ...gain, budget: 'equal' as const }] };
  const apart = { ...pro, effects: [{ ...gain, budget: 'equal' as const, ran_by: 'third_party' as const }] };
  const strength = (...findings: Weighable[]) => strengthOf(findings.map(weigh));
  assert.deepEqual([strength(), strength(pro), strength(fair, pro)], ['none', 'weak', 'moderate']);
  assert.deepEqual([strength(apart), strength(apart, apart)], ['moderate', 'strong']);
});
