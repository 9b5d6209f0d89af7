/** Numbers of findings on scales: what is above 0, and which side that is. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endsIn, pointOf, sideOf, turnedRound } from '../../../../build/document/effect/point.ts';
import { type Effect, effect } from '../../../../build/document/kind/effect.ts';

const arms: Pick<Effect, 'treatment' | 'control' | 'same' | 'interval'> = {
  ...{ treatment: 'team', control: 'one_agent', same: [], interval: 'none_reported' },
};
const rate = { ...arms, scale: 'points', of: 'pass rate', with: '60.2', without: '55.1' } as const;
const tokens = { ...arms, scale: 'times', of: 'tokens', spends: 'tokens' } as const;

describe('a point of an effect', () => {
  test('is the difference of two percentages, and says both', () => {
    const { value, shown, values } = pointOf(rate);
    assert.deepEqual([value.toFixed(1), shown, values], ['5.1', '+5.1 points', '60.2 against 55.1']);
  });

  test('is above 0 where less is better and there is less', () => {
    const point = pointOf({ ...rate, with: '7.5', without: '47.7', better: 'less' });
    assert.deepEqual([point.value.toFixed(1), point.shown], ['40.2', '−40.2 points']);
  });

  test('of what is spent is a ratio, on a scale on which half as much is as far as twice as much', () => {
    const twice = pointOf({ ...tokens, with: '2', without: '1' });
    const half = pointOf({ ...tokens, with: '1', without: '2' });
    assert.deepEqual([twice.value, half.value], [-1, 1]);
    assert.deepEqual([twice.shown, half.shown], ['2 times', '0.5 times']);
  });

  test('has its interval on the scale of its value, and writes the ends as they were measured', () => {
    const saved = pointOf({ ...tokens, with: '1', without: '4', interval: ['0.2', '0.5'] });
    assert.deepEqual(saved.interval?.map(Math.round), [1, 2]);
    assert.equal(endsIn(saved), '0.2 to 0.5');
    const fewer = pointOf({
      ...rate,
      with: '7.5',
      without: '47.7',
      better: 'less',
      interval: ['-45', '-35'],
    });
    assert.deepEqual([fewer.interval, endsIn(fewer)], [[35, 45], '−45 to −35']);
    assert.equal(endsIn(pointOf(rate)), undefined);
  });

  test('turned round has its values, its sign and its interval from the other side', () => {
    const point = turnedRound(pointOf({ ...rate, interval: ['1', '9'] }));
    assert.deepEqual(
      [point.shown, point.values, point.interval],
      ['−5.1 points', '55.1 against 60.2', [-9, -1]],
    );
    assert.equal(turnedRound(pointOf({ ...tokens, with: '1', without: '4' })).shown, '4 times');
  });
});

describe('the side of points', () => {
  const of = (...differences: string[]) =>
    sideOf(differences.map(difference => pointOf({ ...arms, scale: 'points', of: 'rate', difference })));

  test('is that of all results, and neither where they contradict each other', () => {
    assert.deepEqual([of('1', '2'), of('-1'), of('1', '-1')], ['for', 'against', 'neither']);
  });

  test('is neither where an interval holds 0', () => {
    assert.equal(sideOf([pointOf({ ...rate, interval: ['-2', '12'] })]), 'neither');
  });

  test('is not that of what was spent', () => {
    assert.equal(sideOf([pointOf({ ...tokens, with: '2', without: '1' })]), undefined);
  });
});

test('an effect has two values or a difference, and no ratio to nothing', () => {
  const isRead = (value: object) => effect.safeParse(value).success;
  assert.ok(isRead(rate));
  assert.ok(!isRead({ ...rate, difference: '5.1' }));
  assert.ok(!isRead({ ...rate, without: undefined }));
  assert.ok(!isRead({ ...tokens, with: '1', without: '0' }));
  assert.ok(!isRead({ ...tokens, difference: '2' }));
});

test('an effect names its arms, what was the same, its interval or none, and what is spent', () => {
  const isRead = (value: object) => effect.safeParse(value).success;
  for (const field of ['treatment', 'control', 'same', 'interval'])
    assert.ok(!isRead({ ...rate, [field]: undefined }), field);
  assert.ok(isRead({ ...tokens, with: '2', without: '1' }));
  assert.ok(!isRead({ ...tokens, with: '2', without: '1', spends: undefined }));
  assert.ok(!isRead({ ...rate, spends: 'tokens' }));
});
