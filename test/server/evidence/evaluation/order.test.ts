/** The order of runs: all of them once, fixed by the seed, and as mixed as a shuffle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shuffled } from '../../../../build/document/statistics/shuffle.ts';
import { runAt } from '../../../../server/evidence/evaluation/order.ts';
import { type ResolvedPlan, runsOf } from '../../../../server/evidence/evaluation/plan.ts';
import { digestOf } from '../../../support/simulated-evidence.ts';

const planOf = (cases: number, locks: number, repetitions: number, seed = 7): ResolvedPlan => ({
  plan: digestOf('plan'),
  suite: digestOf('suite'),
  taskClass: 'coding.bug_fix',
  cases,
  locks: Array.from({ length: locks }, (_, n) => ({
    lock: digestOf(`lock ${n}`),
    formation: digestOf(`formation ${n}`),
    budget: { max_agents: 1, input_tokens: 1, output_tokens: 1, elapsed_milliseconds: 1 },
  })),
  control: undefined,
  repetitions,
  seed,
  toleratedLossPercent: 0,
});

const orderOf = (plan: ResolvedPlan) =>
  Array.from({ length: runsOf(plan) }, (_, index) => {
    const { lock, case: place, repetition } = runAt(plan, index + 1);
    return `${lock.lock} ${place} ${repetition}`;
  });

for (const [cases, locks, repetitions] of [
  [1, 1, 1],
  [1, 2, 1],
  [3, 1, 1],
  [2000, 1, 1],
  [7, 16, 5],
  [1000, 2, 10],
] as const) {
  test(`${cases} cases, ${locks} locks and ${repetitions} repetitions are each handed out once`, () => {
    const order = orderOf(planOf(cases, locks, repetitions));
    assert.equal(new Set(order).size, cases * locks * repetitions);
  });
}

test('the seed fixes the order, and another seed gives another one', () => {
  const orders = [7, 7, 8].map(seed => orderOf(planOf(50, 3, 2, seed)).join());
  assert.deepEqual([orders[0] === orders[1], orders[0] === orders[2]], [true, false]);
});

test('all locks run on a case before the next one, in an order that changes from case to case', () => {
  const plan = planOf(200, 3, 1);
  const runs = Array.from({ length: 600 }, (_, index) => runAt(plan, index + 1));
  const orders = new Map<string, number>();
  for (let first = 0; first < 600; first += 3) {
    const block = runs.slice(first, first + 3);
    assert.equal(new Set(block.map(run => run.case)).size, 1);
    const order = block.map(({ lock }) => plan.locks.indexOf(lock)).join('');
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  assert.equal(orders.size, 6);
  for (const count of orders.values()) assert.ok(count > 15 && count < 60, `${count} of 200`);
});

for (const places of [2, 3, 5, 12]) {
  test(`each of ${places} places goes everywhere equally often, over many seeds`, () => {
    const seeds = 6000;
    for (let place = 0; place < places; place += 1) {
      const counts = new Array(places).fill(0);
      for (let seed = 0; seed < seeds; seed += 1) counts[shuffled(place, places, String(seed))] += 1;
      const expected = seeds / places;
      // Five standard deviations; the seeds are always the same ones.
      for (const count of counts)
        assert.ok(Math.abs(count - expected) < 5 * Math.sqrt(expected), `${counts}`);
    }
  });
}

test('neighbours do not stay together', () => {
  const places = 10_000;
  const distances = Array.from({ length: 1000 }, (_, n) =>
    Math.abs(shuffled(n, places, '7') - shuffled(n + 1, places, '7')),
  );
  const mean = distances.reduce((sum, each) => sum + each, 0) / distances.length;
  // Of two random places the mean distance is a third.
  assert.ok(Math.abs(mean - places / 3) < places / 30, `${mean}`);
});
