/** The steps of a run: each edge once, in the order of work, whole in words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnOf } from '#edition/drawing/column.ts';
import { numbersOf, rolesInOrder, stepsOf } from '#edition/drawing/step.ts';

const ids = (...names: string[]) => names.map(id => ({ id }));

/** A lead that asks one after the other, written in another order. */
const hub = {
  roles: ids('worker', 'lead', 'judge'),
  entry_role: 'lead',
  edges: [
    { from: 'judge', to: 'lead', kind: 'reports' },
    {
      from: 'lead',
      to: 'judge',
      kind: 'delegates',
      order: 2,
      when: '`draft` is there and nobody objected to any part of it',
    },
    { from: 'lead', to: 'worker', kind: 'delegates', order: 1, loop: 'working' },
    { from: 'worker', to: 'lead', kind: 'reports' },
  ],
  loops: [{ id: 'working', max_rounds: 1 }],
};

describe('the steps of a run', () => {
  test('follow the order of the edges from the role that takes the task', () => {
    assert.deepEqual(
      stepsOf(hub).map(({ number, text }) => `${number}. ${text}`),
      [
        '1. lead delegates to worker, at most once',
        '2. worker reports to lead',
        '3. lead delegates to judge, if draft is there and nobody objected to any part of it',
        '4. judge reports to lead',
      ],
    );
    assert.deepEqual(numbersOf(hub), [4, 3, 1, 2]);
    assert.deepEqual(rolesInOrder(hub), ['lead', 'worker', 'judge']);
  });

  test('have every edge once, also in a circle and where none leads to it', () => {
    const edges = [
      { from: 'a', to: 'b', kind: 'hands_off' },
      { from: 'b', to: 'a', kind: 'hands_off' },
      { from: 'c', to: 'a', kind: 'reads' },
      { from: 'a', to: 'a', kind: 'reviews' },
    ];
    const steps = stepsOf({ roles: ids('a', 'b', 'c'), edges });
    assert.deepEqual(steps.map(({ edge }) => edge).sort(), [0, 1, 2, 3]);
    assert.equal(steps.at(-1)!.text, 'c reads the work of a');
  });
});

describe('a column', () => {
  /** A lead that asks six others, which answer: as many edges as the largest team has. */
  const others = [
    ...['noise-filter', 'diagnoser', 'stop-judge', 'step-planner', 'risk-assessor', 'on-call-person'],
  ];
  const large = {
    roles: ids('coordinator', ...others),
    edges: [
      ...others.flatMap(to => [
        { from: 'coordinator', to, kind: 'delegates' },
        { from: to, to: 'coordinator', kind: 'reports' },
      ]),
      { from: 'diagnoser', to: 'stop-judge', kind: 'hands_off' },
      { from: 'risk-assessor', to: 'step-planner', kind: 'reviews' },
    ],
  };

  test('has its roles below each other, and fits the narrowest screen almost as it is', () => {
    const { nodes, width } = columnOf(large);
    for (const [at, { y, height }] of nodes.slice(1).entries())
      assert.ok(y - height / 2 > nodes[at]!.y + nodes[at]!.height / 2);
    assert.ok(width <= 330, String(width));
  });

  test('has no two numbers over each other, and no two lines that share a stretch', () => {
    const { edges } = columnOf(large);
    const numbers = edges.map(({ number }) => number);
    for (const [at, [x, y]] of numbers.entries())
      for (const [otherX, otherY] of numbers.slice(at + 1))
        assert.ok(x !== otherX || Math.abs(y - otherY) >= 20);
    const lanes = edges.map(
      ({ points }) => [points[1]![0], ...[points[1]![1], points[2]![1]].sort((a, b) => a - b)] as const,
    );
    for (const [at, [x, top, bottom]] of lanes.entries())
      for (const [otherX, otherTop, otherBottom] of lanes.slice(at + 1))
        assert.ok(x !== otherX || bottom! < otherTop! || otherBottom! < top!);
  });
});
