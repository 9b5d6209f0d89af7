/** The verdict on a task in words: it follows from the findings, and says a reason where it does not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isContrary, strengthOf, verdictOf } from '../../../../build/document/effect/verdict.ts';
import { type Weighable, weigh } from '../../../../build/document/effect/weigh.ts';
import type { Effect } from '../../../../build/document/kind/effect.ts';

const arms: Pick<Effect, 'treatment' | 'control' | 'same' | 'interval'> = {
  ...{ treatment: 'team', control: 'one_agent', same: [], interval: 'none_reported' },
};
const gain: Effect = { ...arms, scale: 'points', of: 'pass rate', with: '60.2', without: '55.1' };
const time: Effect = {
  ...{ ...arms, scale: 'times', of: 'seconds', spends: 'time' },
  ...{ with: '3689', without: '2244' },
};
const cost: Effect = { ...time, of: 'dollars', spends: 'money', with: '6', without: '3', same: ['models'] };
const finding = (...effects: Effect[]): Weighable => ({ direction: 'supports', effects });
const pro = finding(gain, time);
const con = finding({ ...gain, with: '50' });
const open = finding({ ...gain, interval: ['-1', '9'] });
const other = finding({ ...gain, control: 'other', with: '99' });
const alone = { isAlone: true, name: 'one agent' };
const team = { isAlone: false, name: 'pair' };
const says = (findings: Weighable[], first = alone, because?: string) =>
  verdictOf(findings.map(weigh), first, because);
const unknown = 'No finding measures what a team costs on this task.';

describe('the verdict', () => {
  test('against the findings says their largest number with both arms, the reason, and what is known of cost and time', () => {
    assert.equal(
      says([pro], alone, 'it took longer.'),
      'Begin with one agent, although more findings favour a team, because it took longer. ' +
        'One finding favours a team, and none favours one agent. ' +
        'A team scored 5.1 points higher than one agent (pass rate). A team took 1.6 times as long as one agent (seconds). ' +
        `The sources do not report the number of cases or an interval. ${unknown}`,
    );
  });

  test('takes cost from tokens or money of a team beside one agent alone', () => {
    const measured = 'A team cost 2 times as much as one agent with the same models.';
    assert.ok(says([finding(gain, cost)]).includes(measured));
    assert.ok(says([finding(gain, { ...cost, control: 'team' })]).endsWith(unknown));
  });

  test('says once what the sources of its numbers do not report', () => {
    const ends = (...effects: Effect[]) =>
      says([finding(...effects)])
        .replace(` ${unknown}`, '')
        .split(/(?<=\.) /)
        .at(-1);
    const whole: Effect = { ...gain, cases: 120, interval: ['-1', '9'] };
    const where = 'If a result is shown without a number of cases or an interval, its source reports none.';
    assert.equal(ends(gain), 'The source does not report the number of cases or an interval.');
    assert.equal(ends({ ...gain, cases: 120 }), 'The source does not report an interval.');
    assert.equal(ends({ ...gain, interval: ['-1', '9'] }), 'The source does not report the number of cases.');
    assert.equal(ends({ ...gain, cases: 120 }, time), where);
    assert.equal(
      ends(whole),
      'A team scored 5.1 points higher than one agent (pass rate, 120 cases, 95 % interval −1 to 9).',
    );
  });

  test('with the findings follows from them, whichever way they go', () => {
    assert.match(
      says([con]),
      /^Begin with one agent\. One finding favours one agent, and none favours a team\. A team scored 5\.1 points lower than one agent /,
    );
    assert.match(
      says([pro], team),
      /^Begin with pair\. One finding favours a team, and none favours one agent\. /,
    );
    assert.match(
      says([pro, con, open], alone),
      /^Begin with one agent\. One finding favours a team, another favours one agent, and one favours neither\. /,
    );
    assert.match(
      says([open, open]),
      /^Begin with one agent\. Two findings compare a team with one agent, and they favour neither\. /,
    );
    assert.match(
      says([con], team, 'x'),
      /^Begin with pair, although more findings favour one agent, because x\. /,
    );
  });

  test('counts no finding of another comparison, whatever it measured', () => {
    assert.equal(
      says([other]),
      `Begin with one agent. No finding gives figures that compare a team with one agent on this task. ${unknown}`,
    );
    assert.equal(says([]), says([other]));
    assert.equal(isContrary([weigh(other)], alone), false);
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
  test('of one agent against a team is turned round', () => {
    const turned = weigh(finding({ ...gain, treatment: 'one_agent', control: 'team' }));
    assert.deepEqual([turned.side, turned.points[0]!.shown], ['against', '−5.1 points']);
  });

  test('is on the side of what it measured of a team against one agent, else on none', () => {
    assert.equal(weigh({ direction: 'against', effects: [gain] }).side, 'for');
    assert.equal(weigh(open).side, 'neither');
    for (const none of [finding(time), other, { direction: 'against' as const }])
      assert.equal(weigh(none).side, undefined);
  });

  test('of more samples stands apart, as seen by the samples', () => {
    const { points, samples, context } = weigh(finding({ ...gain, control: 'samples_of_one_agent' }, gain));
    assert.deepEqual([points.length, samples[0]!.shown, context.length], [1, '−5.1 points', 0]);
  });
});

test('fewer failures are a gain, and the sentence says who did better', () => {
  const fails: Effect = { ...gain, of: 'failed runs', with: '11.5', without: '24', better: 'less' };
  assert.match(
    says([finding(fails)]),
    / One finding favours a team, and none favours one agent\. A team did better by 12\.5 points than one agent \(failed runs\)/,
  );
});

test('evidence is moderate with one result at an equal budget, strong with two that others than the makers ran', () => {
  const fair = finding({ ...gain, same: ['budget'] });
  const apart = finding({ ...gain, same: ['budget'], ran_by: 'third_party' });
  const strength = (...findings: Weighable[]) => strengthOf(findings.map(weigh));
  assert.deepEqual([strength(other), strength(pro), strength(fair, pro)], ['none', 'weak', 'moderate']);
  assert.deepEqual([strength(apart), strength(apart, apart)], ['moderate', 'strong']);
  // Two findings of one study are one witness.
  const record = {};
  assert.equal(strengthOf([apart, apart].map(each => ({ ...weigh(each), record }))), 'moderate');
});
